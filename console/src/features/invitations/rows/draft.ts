import { type ChosenTeam, ROLES, type Role } from '@orgdesk/people-files/cells';
import { ENCODINGS } from '@orgdesk/people-files/decode-text';
import type { RowChange, RowChanges } from '@orgdesk/people-files/review';
import { parseChoice, parseRecord, parseTeam } from '@orgdesk/people-files/table/parse-choice';
import type { TableChoice } from '@orgdesk/people-files/table/table-choice';
import type { RowsText } from './read-rows-file.ts';

export interface DraftFile extends RowsText {
  readonly name: string;
}

export interface InvitationDraft {
  readonly text: string;
  readonly files: readonly DraftFile[];
  readonly choices: Readonly<Record<string, TableChoice>>;
  readonly changed: RowChanges;
  readonly role: Role;
  readonly teams: readonly ChosenTeam[];
}

export const EMPTY_DRAFT: InvitationDraft = {
  text: '',
  files: [],
  choices: {},
  changed: {},
  role: 'direct_member',
  teams: [],
};

const PUT_BACK = 'Restored';
export const PASTED = 'Pasted cells';

export function withRows(draft: InvitationDraft, rows: readonly RowChange[]): InvitationDraft {
  if (rows.length === 0) return draft;
  const text = rows.map(({ person }) => person).join('\n');
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const name = freeName(draft, PUT_BACK);
  return {
    ...draft,
    ...(isEmpty ? { text } : { files: [...draft.files, { name, text, encoding: null, sheets: [] }] }),
    changed: { ...draft.changed, ...Object.fromEntries(rows.map((row) => [row.person, row])) },
  };
}

export function freeName({ files }: Pick<InvitationDraft, 'files'>, name: string): string {
  const isFree = (candidate: string) => files.every((file) => file.name !== candidate);
  let free = name;
  for (let copy = 2; !isFree(free); copy += 1) free = `${name} (${copy})`;
  return free;
}

type UnparsedDraft<Shape> = Partial<Record<keyof Shape, unknown>>;

/** Parses a stored draft and drops invalid parts. Earlier versions stored only the text. */
export function parseDraft(stored: unknown): InvitationDraft {
  if (typeof stored === 'string') return { ...EMPTY_DRAFT, text: stored };
  if (typeof stored !== 'object' || stored === null) return EMPTY_DRAFT;
  const { text, files, choices, changed, role, teams }: UnparsedDraft<InvitationDraft> = stored;
  return {
    text: typeof text === 'string' ? text : '',
    files: Array.isArray(files) ? files.flatMap((file) => parseFile(file) ?? []) : [],
    choices: parseRecord(choices, (choice) =>
      typeof choice === 'object' && choice !== null ? parseChoice(choice) : null,
    ),
    changed: parseRecord(changed, parseChange),
    role: ROLES.find((candidate) => candidate === role) ?? EMPTY_DRAFT.role,
    teams: parseTeams(teams) ?? [],
  };
}

function parseFile(stored: unknown): DraftFile | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { name, text, encoding, sheets }: UnparsedDraft<DraftFile> = stored;
  if (typeof name !== 'string' || typeof text !== 'string') return null;
  return {
    name,
    text,
    encoding: ENCODINGS.find((each) => each === encoding) ?? null,
    sheets: Array.isArray(sheets) ? sheets.filter(isSheet) : [],
  };
}

function isSheet(stored: unknown): stored is DraftFile['sheets'][number] {
  if (typeof stored !== 'object' || stored === null) return false;
  const { name, text }: UnparsedDraft<DraftFile['sheets'][number]> = stored;
  return typeof name === 'string' && typeof text === 'string';
}

function parseChange(stored: unknown): RowChange | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { person, role, teams }: UnparsedDraft<RowChange> = stored;
  if (typeof person !== 'string') return null;
  return { person, role: ROLES.find((candidate) => candidate === role) ?? null, teams: parseTeams(teams) };
}

const parseTeams = (stored: unknown): readonly ChosenTeam[] | null =>
  Array.isArray(stored) ? stored.flatMap((team) => parseTeam(team) ?? []) : null;
