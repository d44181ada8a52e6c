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

export const sourceName = ({ kind, team }: AccessSource): string =>
  kind === 'team' && team !== null ? `Team ${team}` : SOURCE_WORDS[kind];

export const sourceWords = (source: AccessSource): string =>
  `${sourceName(source)} (${PERMISSION_WORDS[source.permission].toLowerCase()})`;
