import type { OrganizationMembershipView, ViewerProfileQuery, WithheldData } from '@orgdesk/client';

type ComparedMembership = Pick<OrganizationMembershipView, 'id' | 'login' | 'name' | 'viewerCanAdminister'>;

export interface MembershipComparison {
  readonly joined: readonly ComparedMembership[];
  /** Empty if the list was incomplete. */
  readonly gone: readonly ComparedMembership[];
  /** With their current values. */
  readonly changedRole: readonly ComparedMembership[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Withheld for single sign-on, and for other reasons. */
  readonly behindSingleSignOn: number;
  readonly otherwiseWithheld: number;
  /** The code host's reasons without duplicates. */
  readonly messages: readonly string[];
  /** The code host returns only the first 100. */
  readonly total: number;
  readonly comparedCount: number;
}

/** Null without data about organizations. */
export function compareMemberships(
  listed: readonly ComparedMembership[],
  profile: ViewerProfileQuery | null,
  withheld: readonly WithheldData[],
): MembershipComparison | null {
  // Partly withheld answers may contain null despite the type.
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
    messages: [...new Set(withheld.map(({ message }) => message))],
    total: organizations.totalCount,
    comparedCount: nodes.length,
  };
}

/** Recognizable only by the message: see `WithheldData`. */
const asksForSingleSignOn = (message: string): boolean => /\bSAML\b|single sign-on/i.test(message);
