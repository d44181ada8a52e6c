import type { AccessPermission, AccessSource, ReachedRepository } from '@orgdesk/client';
import { createAddressView } from '../../../lib/address/address-view.ts';
import { fold, sortKey } from '../find/fold.ts';

const WAYS = ['all', 'organization', 'team', 'repository'] as const;

export interface ReachedView {
  /** Part of a name. */
  readonly repository: string;
  /** Matches if any of the sources has this kind. */
  readonly way: (typeof WAYS)[number];
}

export const REACHED_VIEW = createAddressView<ReachedView>(
  { repository: '', way: 'all' },
  { repository: null, way: WAYS },
);

/** Filters and sorts by name. */
export function foundRepositories(
  repositories: readonly ReachedRepository[],
  { repository: text, way }: ReachedView,
): readonly ReachedRepository[] {
  const wanted = fold(text.trim());
  return repositories
    .filter(
      ({ name, sources }) => fold(name).includes(wanted) && (way === 'all' || sources.some(({ kind }) => kind === way)),
    )
    .toSorted((one, other) => inOrder(sortKey(fold(one.name)), sortKey(fold(other.name))));
}

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const WAY_WORDS = {
  organization: 'Organization',
  team: 'Team',
  repository: 'Direct',
} as const satisfies Record<AccessSource['kind'], string>;

export const PERMISSION_WORDS = {
  ADMIN: 'Admin',
  MAINTAIN: 'Maintain',
  WRITE: 'Write',
  TRIAGE: 'Triage',
  READ: 'Read',
} as const satisfies Record<AccessPermission, string>;

/** Returns text such as "Team platform (write)". */
export function sourceWords({ kind, team, permission }: AccessSource): string {
  const way = kind === 'team' && team !== null ? `Team ${team}` : WAY_WORDS[kind];
  return `${way} (${PERMISSION_WORDS[permission].toLowerCase()})`;
}
