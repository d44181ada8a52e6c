import type { WantedInvitation } from '@orgdesk/client';
import { ROLES, type Role } from './cells.ts';
import type { RowChange, WantedTeam } from './review.ts';
import { NO_CHOICE, type TableChoice } from './tables.ts';

interface RowsFileText {
  readonly name: string;
  readonly text: string;
}

/** Everything from which follows who would be invited, and as what. */
export interface Draft {
  readonly text: string;
  readonly files: readonly RowsFileText[];
  /** By the key of the table. */
  readonly choices: Readonly<Record<string, TableChoice>>;
  /** Keys of people that were taken off the list. */
  readonly removed: readonly string[];
  /** By the key of the row. */
  readonly changed: Readonly<Record<string, RowChange>>;
  /** For rows that do not say otherwise. */
  readonly role: Role;
  readonly teams: readonly WantedTeam[];
}

export const EMPTY_DRAFT: Draft = {
  text: '',
  files: [],
  choices: {},
  removed: [],
  changed: {},
  role: 'direct_member',
  teams: [],
};

/** How rows that come back are called among the files, beside what is written already. */
const PUT_BACK = 'Put back';

/** The draft with rows that come back, each with its role and teams; of a team, only the number may be known. */
export function withRows(draft: Draft, rows: readonly WantedInvitation[]): Draft {
  if (rows.length === 0) return draft;
  const changed = rows.map(({ login, email, role = 'direct_member', teamIds = [] }): RowChange => {
    return { person: login ?? email ?? '', role, teams: teamIds.map((id) => ({ id, name: `team ${id}` })) };
  });
  const text = changed.map(({ person }) => person).join('\n');
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const isFirst = draft.files.every(({ name }) => name !== PUT_BACK);
  const name = isFirst ? PUT_BACK : `${PUT_BACK} (${draft.files.length})`;
  return {
    ...draft,
    ...(isEmpty ? { text } : { files: [...draft.files, { name, text }] }),
    changed: { ...draft.changed, ...Object.fromEntries(changed.map((change) => [change.person, change])) },
  };
}

type Kept<Shape> = Partial<Record<keyof Shape, unknown>>;

/** What was kept, as far as it holds. Pages of an earlier version kept the text alone. */
export function parseDraft(kept: unknown): Draft {
  if (typeof kept === 'string') return { ...EMPTY_DRAFT, text: kept };
  if (typeof kept !== 'object' || kept === null) return EMPTY_DRAFT;
  const { text, files, choices, removed, changed, role, teams }: Kept<Draft> = kept;
  return {
    text: typeof text === 'string' ? text : '',
    files: Array.isArray(files) ? files.filter(isFile) : [],
    choices: parseRecord(choices, parseChoice),
    removed: Array.isArray(removed) ? removed.filter((key): key is string => typeof key === 'string') : [],
    changed: parseRecord(changed, parseChange),
    role: ROLES.find((known) => known === role) ?? EMPTY_DRAFT.role,
    teams: parseTeams(teams) ?? [],
  };
}

function isFile(kept: unknown): kept is RowsFileText {
  if (typeof kept !== 'object' || kept === null) return false;
  const { name, text }: Kept<RowsFileText> = kept;
  return typeof name === 'string' && typeof text === 'string';
}

function parseRecord<Value>(kept: unknown, parse: (kept: object) => Value | null): Readonly<Record<string, Value>> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => {
      const parsed = typeof value === 'object' && value !== null ? parse(value) : null;
      return parsed === null ? [] : [[key, parsed] as const];
    }),
  );
}

function parseChoice(kept: object): TableChoice | null {
  const { column, hasHeadings, person, unused }: Kept<TableChoice> = kept;
  if (!(column === null || column === 'all' || typeof column === 'number')) return null;
  if (typeof hasHeadings !== 'boolean') return null;
  return {
    ...NO_CHOICE,
    column,
    hasHeadings,
    person: person === 'login' || person === 'email' ? person : null,
    unused: Array.isArray(unused) ? unused.filter((kind) => kind === 'role' || kind === 'teams') : [],
  };
}

function parseChange(kept: object): RowChange | null {
  const { person, role, teams }: Kept<RowChange> = kept;
  if (typeof person !== 'string') return null;
  return { person, role: ROLES.find((known) => known === role) ?? null, teams: parseTeams(teams) };
}

function parseTeams(kept: unknown): readonly WantedTeam[] | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((team): team is WantedTeam => {
    if (typeof team !== 'object' || team === null) return false;
    const { id, name }: Kept<WantedTeam> = team;
    return typeof name === 'string' && (id === null || typeof id === 'number');
  });
}
