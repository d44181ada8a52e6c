import { type ChosenTeam, type KnownTeams, knownTeams, ROLES, type Role } from '@orgdesk/people-files/cells';
import { ENCODINGS } from '@orgdesk/people-files/decode-text';
import { readRows } from '@orgdesk/people-files/read-rows';
import { type ReviewedRow, type RowChange, type RowChanges, reviewOf } from '@orgdesk/people-files/review';
import { parseChoice, parseRecord, parseTeam } from '@orgdesk/people-files/table/parse-choice';
import { SKIP, type TableChoice, valueHash } from '@orgdesk/people-files/table/table-choice';
import { isDepartment, type Table } from '@orgdesk/people-files/table/tables';
import { useEffect, useMemo, useState } from 'react';
import { useAllTeams } from '../../../lib/reading/all-teams.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { readFromBrowser, readFromTab, removeFromTab, storeInBrowser, storeInTab } from '../../../lib/storage.ts';
import type { RowsText } from './read-rows-file.ts';

export interface DraftFile extends RowsText {
  readonly name: string;
}

interface InvitationDraft {
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
const PASTED = 'Pasted cells';

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

function freeName({ files }: Pick<InvitationDraft, 'files'>, name: string): string {
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

/** The invitation draft, stored in this tab, and its review. */
export function useDraft(draftKey: string, login: string, initial: readonly RowChange[]) {
  const { user } = useSignedIn();
  const [draft, setDraft] = useState<InvitationDraft>(() => withRows(parseDraft(readFromTab(draftKey)), initial));
  const { text, files, choices, changed } = draft;
  const change = (more: Partial<InvitationDraft> | ((before: InvitationDraft) => Partial<InvitationDraft>)) =>
    setDraft((before) => ({ ...before, ...(typeof more === 'function' ? more(before) : more) }));

  useEffect(() => {
    if (text === '' && files.length === 0) removeFromTab(draftKey);
    else storeInTab(draftKey, draft);
  }, [draft, text, files, draftKey]);

  const memory = useMemo(() => rememberedTables(user.id, login), [user.id, login]);
  const [needsTeams, setNeedsTeams] = useState(false);
  const { data: all, isLoading } = useAllTeams(login, needsTeams);
  const teams = useMemo((): KnownTeams | null => (all === undefined ? null : knownTeams(all)), [all]);
  const options = useMemo(
    () => ({ choices, teams, remembered: (headings: readonly string[]) => withNames(memory.find(headings), teams) }),
    [choices, teams, memory],
  );
  const typed = useMemo(() => ({ file: null, read: readRows(text, options) }), [text, options]);
  const fromFiles = useMemo(
    () => files.map(({ name, text: inFile }) => ({ file: name, read: readRows(inFile, options) })),
    [files, options],
  );
  const sources = useMemo(() => [typed, ...fromFiles], [typed, fromFiles]);
  const rows = useMemo(() => reviewOf(sources, changed), [sources, changed]);
  const hasTeams = sources.some(({ read: { table } }) => table !== null && mayHaveTeams(table));
  if (hasTeams && !needsTeams) setNeedsTeams(true);

  return {
    draft,
    sources,
    rows,
    isLoading,
    write: (next: string) => change({ text: next }),
    addFile: (file: DraftFile) =>
      change((before) => ({ files: [...before.files.filter(({ name }) => name !== file.name), file] })),
    paste: (pasted: string) =>
      change((before) => ({
        files: [...before.files, { name: freeName(before, PASTED), text: pasted, encoding: null, sheets: [] }],
      })),
    changeFile: (file: DraftFile) =>
      change((before) => ({ files: before.files.map((each) => (each.name === file.name ? file : each)) })),
    dropFile: (name: string) => change((before) => ({ files: before.files.filter((file) => file.name !== name) })),
    choose: (table: Table, choice: TableChoice) => {
      const changesSource =
        choice.headingRow !== table.choice.headingRow || choice.separator !== table.choice.separator;
      if (!changesSource) memory.store(table.headings, choice);
      change((before) => ({ choices: { ...before.choices, [table.key]: choice } }));
    },
    /** Returns all rows as changed. Changes override the original text. */
    changeRows: (more: RowChanges): readonly ReviewedRow[] => {
      change((before) => ({ changed: { ...before.changed, ...more } }));
      return reviewOf(sources, { ...changed, ...more });
    },
    setRole: (role: Role) => change({ role }),
    setTeams: (chosen: readonly ChosenTeam[]) => change({ teams: chosen }),
    forget: () => {
      removeFromTab(draftKey);
      setDraft(EMPTY_DRAFT);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

const mayHaveTeams = ({ kinds, headings }: Table): boolean => kinds.includes('teams') || headings.some(isDepartment);

function withNames(choice: TableChoice | null, known: KnownTeams | null): TableChoice | null {
  if (choice === null) return null;
  const teams = new Map([...(known?.values() ?? [])].map((team) => [team.id, team]));
  return {
    ...choice,
    teams: Object.fromEntries(
      Object.entries(choice.teams).flatMap(([value, chosen]) => {
        const team = chosen === SKIP ? SKIP : teams.get(chosen.id);
        return team === undefined ? [] : [[value, team] as const];
      }),
    ),
  };
}

const TABLES_MAX = 20;
const CHARACTERS_MAX = 60_000;

interface Remembered {
  readonly headings: string;
  readonly choice: TableChoice;
}

/** What a person chose for tables of one organization, by their headings. Neither these nor values are readable. */
function rememberedTables(userId: number, login: string) {
  const key = `invite-columns.${userId}.${login.toLowerCase()}`;
  const read = (): readonly Remembered[] => parseRemembered(readFromBrowser(key));
  return {
    find: (headings: readonly string[]): TableChoice | null =>
      read().find((each) => each.headings === hashOf(headings))?.choice ?? null,
    store: (headings: readonly string[], choice: TableChoice): void => {
      if (headings.length === 0) return;
      const hash = hashOf(headings);
      const kept = {
        headings: hash,
        choice: { ...choice, separator: null, headingRow: null, teams: withoutNames(choice) },
      };
      let all = [kept, ...read().filter((each) => each.headings !== hash)].slice(0, TABLES_MAX);
      while (JSON.stringify(all).length > CHARACTERS_MAX) all = all.slice(0, -1);
      storeInBrowser(key, JSON.stringify(all));
    },
  };
}

const hashOf = (headings: readonly string[]): string => headings.map(valueHash).join('.');

const withoutNames = ({ teams }: TableChoice): TableChoice['teams'] =>
  Object.fromEntries(
    Object.entries(teams).map(([value, team]) => [value, team === SKIP ? SKIP : { id: team.id, name: '' }]),
  );

function parseRemembered(stored: string | null): readonly Remembered[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return parsed.flatMap((each: { readonly headings?: unknown; readonly choice?: unknown } | null) => {
      const { headings, choice } = each ?? {};
      const valid = typeof choice === 'object' && choice !== null ? parseChoice(choice) : null;
      return typeof headings === 'string' && valid !== null ? [{ headings, choice: valid }] : [];
    });
  } catch {
    return [];
  }
}
