import type { OrganizationMembershipView, ViewerProfileQuery, WithheldData } from '@orgdesk/client';
import { asksForSingleSignOn } from '../../../lib/words/single-sign-on.ts';

type Membership = Pick<OrganizationMembershipView, 'id' | 'login' | 'name' | 'viewerCanAdminister'>;

/** What the code host says now, beside what it said at the sign-in. */
export interface MembershipComparison {
  readonly joined: readonly Membership[];
  /** Known at the sign-in, not named now. Empty when not all were named: any of them may be among the others. */
  readonly gone: readonly Membership[];
  /** As they are now. */
  readonly changedRole: readonly Membership[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** How many it did not name until the person signs on, and how many for other reasons. */
  readonly behindSingleSignOn: number;
  readonly otherwiseWithheld: number;
  /** What it said about those, each sentence once. */
  readonly sentences: readonly string[];
  /** How many there are, and how many of them this is about: it looks at the first hundred only. */
  readonly total: number;
  readonly lookedAt: number;
}

/**
 * Compares the listed organizations with a profile read just now. Null when the code host told nothing about
 * organizations.
 */
export function compareMemberships(
  listed: readonly Membership[],
  profile: ViewerProfileQuery | null,
  withheld: readonly WithheldData[],
): MembershipComparison | null {
  // The types tell what a whole answer has; one that is withheld in part may have null anywhere above.
  const organizations = (profile?.viewer ?? null)?.organizations ?? null;
  if (organizations === null) return null;
  const nodes = organizations.nodes ?? [];
  const named = nodes.flatMap((node) =>
    node === null || node.databaseId === null ? [] : [{ ...node, id: node.databaseId }],
  );
  const missing = nodes.filter((node) => node === null).length;
  const signOn = withheld.filter(({ message }) => asksForSingleSignOn(message)).length;
  const isWhole = !organizations.pageInfo.hasNextPage;
  const before = new Map(listed.map((membership) => [membership.id, membership]));
  const now = new Set(named.map(({ id }) => id));
  return {
    joined: named.filter(({ id }) => !before.has(id)),
    gone: isWhole ? listed.filter(({ id }) => !now.has(id)) : [],
    changedRole: named.filter(
      ({ id, viewerCanAdminister }) =>
        (before.get(id)?.viewerCanAdminister ?? viewerCanAdminister) !== viewerCanAdminister,
    ),
    renamed: named.flatMap(({ id, login: to }) => {
      const from = before.get(id)?.login ?? to;
      return from === to ? [] : [{ from, to }];
    }),
    behindSingleSignOn: Math.min(signOn, missing),
    otherwiseWithheld: missing - Math.min(signOn, missing),
    sentences: [...new Set(withheld.map(({ message }) => message))],
    total: organizations.totalCount,
    lookedAt: nodes.length,
  };
}
