import { ROLES, type Role } from './cells.ts';
import type { ChosenTeam, RowChange } from './review.ts';
import { NO_CHOICE, type TableChoice } from './tables.ts';

interface RowsFileText {
  readonly name: string;
  readonly text: string;
}

export interface InvitationDraft {
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
  readonly teams: readonly ChosenTeam[];
}

export const EMPTY_DRAFT: InvitationDraft = {
  text: '',
  files: [],
  choices: {},
  removed: [],
  changed: {},
  role: 'direct_member',
  teams: [],
};

/** File name for returned rows. */
const PUT_BACK = 'Restored';

export function withRows(draft: InvitationDraft, rows: readonly RowChange[]): InvitationDraft {
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

type UnparsedDraft<Shape> = Partial<Record<keyof Shape, unknown>>;

/** Parses a stored draft and drops invalid parts. Earlier versions stored only the text. */
export function parseDraft(stored: unknown): InvitationDraft {
  if (typeof stored === 'string') return { ...EMPTY_DRAFT, text: stored };
  if (typeof stored !== 'object' || stored === null) return EMPTY_DRAFT;
  const { text, files, choices, removed, changed, role, teams }: UnparsedDraft<InvitationDraft> = stored;
  return {
    text: typeof text === 'string' ? text : '',
    files: Array.isArray(files) ? files.filter(isFile) : [],
    choices: parseRecord(choices, parseChoice),
    removed: Array.isArray(removed) ? removed.filter((key): key is string => typeof key === 'string') : [],
    changed: parseRecord(changed, parseChange),
    role: ROLES.find((candidate) => candidate === role) ?? EMPTY_DRAFT.role,
    teams: parseTeams(teams) ?? [],
  };
}

function isFile(stored: unknown): stored is RowsFileText {
  if (typeof stored !== 'object' || stored === null) return false;
  const { name, text }: UnparsedDraft<RowsFileText> = stored;
  return typeof name === 'string' && typeof text === 'string';
}

function parseRecord<Value>(stored: unknown, parse: (entry: object) => Value | null): Readonly<Record<string, Value>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([key, value]) => {
      const parsed = typeof value === 'object' && value !== null ? parse(value) : null;
      return parsed === null ? [] : [[key, parsed] as const];
    }),
  );
}

function parseChoice(stored: object): TableChoice | null {
  const { column, hasHeadings, person, unused }: UnparsedDraft<TableChoice> = stored;
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

function parseChange(stored: object): RowChange | null {
  const { person, role, teams }: UnparsedDraft<RowChange> = stored;
  if (typeof person !== 'string') return null;
  return { person, role: ROLES.find((candidate) => candidate === role) ?? null, teams: parseTeams(teams) };
}

function parseTeams(stored: unknown): readonly ChosenTeam[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.filter((team): team is ChosenTeam => {
    if (typeof team !== 'object' || team === null) return false;
    const { id, name }: UnparsedDraft<ChosenTeam> = team;
    return typeof name === 'string' && (id === null || typeof id === 'number');
  });
}
