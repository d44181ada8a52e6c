import type { AccessPermission, AccessSource } from '@orgdesk/client';
import type { Column, Filter } from '../../../components/list/list.ts';

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

interface Access {
  readonly permission: AccessPermission;
  readonly sources: readonly AccessSource[];
}

export const RANKS = Object.keys(PERMISSION_WORDS);

export const PERMISSION_COLUMN: Column<Access> = {
  heading: 'Permission',
  width: 'narrow',
  cell: ({ permission }) => PERMISSION_WORDS[permission],
  sort: {
    by: 'may',
    value: ({ permission }) => RANKS.indexOf(permission),
    words: { ascending: 'Highest permission first', descending: 'Lowest permission first' },
  },
  csv: ({ permission }) => PERMISSION_WORDS[permission],
};

export const SOURCES_COLUMN: Column<Access> = {
  heading: 'Granted by',
  width: 'rest',
  cell: ({ sources }) => (sources.length === 0 ? 'Unknown' : sources.map(sourceWords).join(', ')),
  csv: ({ sources }) => sources.map(sourceWords).join('; '),
};

export const PERMISSION_FILTER: Filter<Access> = {
  label: 'Filter by permission',
  choices: [['all', 'All permissions'], ...Object.entries(PERMISSION_WORDS)],
  fits: ({ permission }, choice) => permission === choice,
};

export const SOURCE_FILTER: Filter<Access> = {
  label: 'Filter by source',
  choices: [
    ['all', 'All sources'],
    ['organization', 'Base permission'],
    ['team', 'Team'],
    ['repository', 'Direct'],
  ],
  fits: ({ sources }, choice) => sources.some(({ kind }) => kind === choice),
};
