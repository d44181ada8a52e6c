import { ROLES, type Role } from './cells.ts';
import type { RowChange, WantedTeam } from './review.ts';
import { NO_CHOICE, type TableChoice } from './tables.ts';

interface RowsFileText {
  readonly name: string;
  readonly text: string;
}

export interface Draft {
  readonly text: string;
  readonly files: readonly RowsFileText[];
  /** Keyed by `Table.key`. */
  readonly choices: Readonly<Record<string, TableChoice>>;
  /** `personKey` of each removed person. */
  readonly removed: readonly string[];
  /** Keyed by `Entry.key`. */
  readonly changed: Readonly<Record<string, RowChange>>;
  /** Default for rows without their own. */
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

/** File name for returned rows. */
const PUT_BACK = 'Put back';

export function withRows(draft: Draft, rows: readonly RowChange[]): Draft {
  if (rows.length === 0) return draft;
  const text = rows.map(({ person }) => person).join('\n');
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const isFirst = draft.files.every(({ name }) => name !== PUT_BACK);
  const name = isFirst ? PUT_BACK : `${PUT_BACK} (${draft.files.length})`;
  return {
    ...draft,
    ...(isEmpty ? { text } : { files: [...draft.files, { name, text }] }),
    changed: { ...draft.changed, ...Object.fromEntries(rows.map((row) => [row.person, row])) },
  };
}

type Kept<Shape> = Partial<Record<keyof Shape, unknown>>;

/** Parses a stored draft and drops invalid parts. Earlier versions stored only the text. */
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
