import type { AccessPermission, AccessSource } from '@orgdesk/client';

const SOURCE_WORDS = {
  organization: 'Organization',
  team: 'Team',
  repository: 'Direct',
} as const satisfies Record<AccessSource['kind'], string>;

/** Highest first. */
export const PERMISSION_WORDS = {
  ADMIN: 'Admin',
  MAINTAIN: 'Maintain',
  WRITE: 'Write',
  TRIAGE: 'Triage',
  READ: 'Read',
} as const satisfies Record<AccessPermission, string>;

/** Returns text such as "Team platform (write)". */
export function sourceWords({ kind, team, permission }: AccessSource): string {
  const source = kind === 'team' && team !== null ? `Team ${team}` : SOURCE_WORDS[kind];
  return `${source} (${PERMISSION_WORDS[permission].toLowerCase()})`;
}
