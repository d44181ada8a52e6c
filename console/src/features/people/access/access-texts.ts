import type { AccessPermission, AccessSource } from '@orgdesk/client';
import type { Column, Filter } from '../../../components/list/list.ts';

const SOURCE_LABELS = {
  organization: 'Organization',
  team: 'Team',
  repository: 'Direct',
} as const satisfies Record<AccessSource['kind'], string>;

/** Highest first. */
export const PERMISSION_LABELS = {
  ADMIN: 'Admin',
  MAINTAIN: 'Maintain',
  WRITE: 'Write',
  TRIAGE: 'Triage',
  READ: 'Read',
} as const satisfies Record<AccessPermission, string>;

export const sourceName = ({ kind, team }: AccessSource): string =>
  kind === 'team' && team !== null ? `Team ${team}` : SOURCE_LABELS[kind];

export const sourceText = (source: AccessSource): string =>
  `${sourceName(source)} (${PERMISSION_LABELS[source.permission].toLowerCase()})`;

interface Access {
  readonly permission: AccessPermission;
  readonly sources: readonly AccessSource[];
}

export const RANKS = Object.keys(PERMISSION_LABELS);

export const PERMISSION_COLUMN: Column<Access> = {
  heading: 'Permission',
  width: 'narrow',
  cell: ({ permission }) => PERMISSION_LABELS[permission],
  sort: {
    by: 'may',
    value: ({ permission }) => RANKS.indexOf(permission),
    labels: { ascending: 'Highest permission first', descending: 'Lowest permission first' },
  },
  csv: ({ permission }) => PERMISSION_LABELS[permission],
};

export const SOURCES_COLUMN: Column<Access> = {
  heading: 'Granted by',
  width: 'rest',
  cell: ({ sources }) => (sources.length === 0 ? 'Unknown' : sources.map(sourceText).join(', ')),
  csv: ({ sources }) => sources.map(sourceText).join('; '),
};

export const PERMISSION_FILTER: Filter<Access> = {
  label: 'Filter by permission',
  choices: [['all', 'All permissions'], ...Object.entries(PERMISSION_LABELS)],
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
