import type { AccessPermission, AccessSource } from '@orgdesk/client';
import type { Column, Filter } from '../../../components/list/list.ts';
import { PERMISSION_WORDS, sourceWords } from './access-words.ts';

interface Access {
  readonly permission: AccessPermission;
  readonly sources: readonly AccessSource[];
}

const RANKS = Object.keys(PERMISSION_WORDS);

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
