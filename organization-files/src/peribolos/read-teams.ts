import { foldAscii } from '@orgdesk/contract/fold-ascii';
import { NAME_PATTERNS, NAME_RULES } from '@orgdesk/contract/names';
import { foldTeamName } from '@orgdesk/contract/team-name';
import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS, type Permission } from '../format.ts';
import { slugOfName } from '../team-keys.ts';
import type { YamlReader } from './yaml-reader.ts';

/** A name with its location. */
export interface ReadName {
  readonly text: string;
  readonly file: string;
  readonly node: unknown;
}

export interface ReadTeam {
  readonly name: string;
  readonly parent: ReadTeam | null;
  readonly previously: readonly ReadName[];
  readonly description: string | null;
  readonly privacy: 'closed' | 'secret' | null;
  readonly maintainers: readonly string[];
  readonly members: readonly string[];
  /** Null if the file says nothing about them. */
  readonly repositories: ReadonlyMap<string, Permission> | null;
}

/** One file of a conversion. */
export interface FileReader extends YamlReader {
  readonly name: string;
  readonly problem: (node: unknown, message: string) => void;
  readonly leave: (what: string) => void;
  readonly lineOf: (node: unknown) => number;
}

/** Teams by what no two may share, with the location of each. */
export type ReadTeams = Map<string, ReadTeam & { readonly location: string }>;

/** Equal for names of which the code host has only one: by their slug, or where they have none, by themselves. */
export const identityOf = (name: string): string => slugOfName(name) ?? foldTeamName(name);

const PERMISSIONS: ReadonlyMap<string, Permission> = new Map([
  ['read', 'pull'],
  ['triage', 'triage'],
  ['write', 'push'],
  ['maintain', 'maintain'],
  ['admin', 'admin'],
]);
const NESTED_MAX = 100;
const SHOWN_CHARACTERS = 100;

export const shown = (text: string): string => text.slice(0, SHOWN_CHARACTERS);

export function readTeams(file: FileReader, node: unknown, teams: ReadTeams): void {
  readInto(node, null, new Set());

  function readInto(nested: unknown, parent: ReadTeam | null, within: ReadonlySet<unknown>): void {
    const found = file.nodeOf(nested);
    const isCycle = within.has(found);
    const entries = isCycle || within.size >= NESTED_MAX ? [] : file.entriesIn(nested);
    if (isCycle) file.problem(nested, 'A team cannot contain itself.');
    else if (within.size >= NESTED_MAX) file.problem(nested, `Teams are nested more than ${NESTED_MAX} deep.`);
    else if (entries === undefined) file.problem(nested, '"teams" must be a mapping.');
    for (const { key: name, keyNode, value } of entries ?? []) {
      const settings = file.entriesIn(value);
      const other = teams.get(identityOf(name));
      if (name === '') file.problem(keyNode, 'A team needs a name.');
      else if (name.length > NAME_MAX_CHARACTERS)
        file.problem(keyNode, `The name of a team has at most ${NAME_MAX_CHARACTERS} characters.`);
      else if (other !== undefined) file.problem(keyNode, alreadyThere(name, other));
      else if (settings === undefined) file.problem(value, `"${shown(name)}" must be a mapping.`);
      else {
        const team = readTeam(file, name, parent, new Map(settings.map((each) => [each.key, each.value])));
        teams.set(identityOf(name), { ...team, location: `${file.name}, line ${file.lineOf(keyNode)}` });
        const children = settings.find(({ key }) => key === 'teams');
        if (children !== undefined) readInto(children.value, team, new Set([...within, found]));
      }
    }
  }
}

const alreadyThere = (name: string, other: { readonly name: string; readonly location: string }): string =>
  foldTeamName(name) === foldTeamName(other.name)
    ? `The team "${shown(name)}" is already in ${other.location}.`
    : `The team "${shown(name)}" would have the same slug as "${shown(other.name)}" in ${other.location}, which the code host refuses.`;

function readTeam(
  file: FileReader,
  name: string,
  parent: ReadTeam | null,
  settings: ReadonlyMap<string, unknown>,
): ReadTeam {
  const at = shown(name);
  for (const key of settings.keys()) if (!KEYS.has(key)) file.leave(`${at}: ${shown(key)}`);
  const repos = settings.get('repos');
  const former = namesIn(file, settings.get('previously'), 'previously', 'team').filter(
    ({ text }) => identityOf(text) !== identityOf(name),
  );
  const [, ...older] = former;
  if (older.length > 0) file.leave(`${at}: previously ${shown(older.map(({ text }) => text).join(', '))}`);
  const maintainers = loginsIn(file, settings.get('maintainers'), 'maintainers');
  return {
    name,
    parent,
    previously: former,
    description: descriptionIn(file, settings.get('description')),
    privacy: privacyIn(file, at, settings.get('privacy')),
    maintainers,
    members: without(loginsIn(file, settings.get('members'), 'members'), maintainers),
    repositories: repos === undefined ? null : repositoriesIn(file, at, repos),
  };
}

const KEYS: ReadonlySet<string> = new Set([
  'description',
  'privacy',
  'previously',
  'maintainers',
  'members',
  'repos',
  'teams',
]);

function descriptionIn(file: FileReader, node: unknown): string | null {
  if (file.nodeOf(node ?? null) === null) return null;
  const text = file.textOf(node);
  if (text === undefined) file.problem(node, '"description" must be text.');
  else if (text.length > DESCRIPTION_MAX_CHARACTERS)
    file.problem(node, `"description" has at most ${DESCRIPTION_MAX_CHARACTERS} characters.`);
  return text ?? null;
}

function privacyIn(file: FileReader, at: string, node: unknown): 'closed' | 'secret' | null {
  if (file.nodeOf(node ?? null) === null) return null;
  const text = file.textOf(node);
  if (text === 'closed' || text === 'secret') return text;
  file.leave(`${at}: privacy`);
  return null;
}

function repositoriesIn(file: FileReader, at: string, node: unknown): ReadonlyMap<string, Permission> {
  const entries = file.entriesIn(node);
  if (entries === undefined) file.problem(node, '"repos" must be a mapping.');
  const found = new Map<string, Permission>();
  const names = new Set<string>();
  for (const { key: name, keyNode, value } of entries ?? []) {
    const role = file.nodeOf(value) === null ? undefined : file.textOf(value);
    const permission = role === undefined ? undefined : PERMISSIONS.get(role);
    if (!isName('repository', name)) file.problem(keyNode, notAName('repository', name));
    else if (names.has(foldAscii(name))) file.problem(keyNode, `"${name}" is here twice.`);
    else if (permission === undefined) file.leave(`${at}: ${name}: ${role === undefined ? 'no role' : shown(role)}`);
    else found.set(name, permission);
    names.add(foldAscii(name));
  }
  return found;
}

/** Returns each login once. */
export function loginsIn(file: FileReader, node: unknown, key: string): readonly string[] {
  const seen = new Set<string>();
  return namesIn(file, node, key, 'login').flatMap(({ text }) => {
    const isNew = !seen.has(foldAscii(text));
    seen.add(foldAscii(text));
    return isNew ? [text] : [];
  });
}

export function without(logins: readonly string[], others: readonly string[]): readonly string[] {
  const folded = new Set(others.map(foldAscii));
  return logins.filter((login) => !folded.has(foldAscii(login)));
}

function namesIn(file: FileReader, node: unknown, key: string, kind: 'login' | 'team'): readonly ReadName[] {
  const items = file.itemsIn(node ?? null);
  if (items === undefined) file.problem(node, `"${key}" must be a list.`);
  return (items ?? []).flatMap((item) => {
    const text = file.nodeOf(item) === null ? '' : file.textOf(item);
    const message =
      text === undefined
        ? 'An entry must be text.'
        : text === ''
          ? 'An entry is empty.'
          : kind === 'login' && !isName('login', text)
            ? notAName('login', text)
            : text.length > NAME_MAX_CHARACTERS
              ? `The name of a team has at most ${NAME_MAX_CHARACTERS} characters.`
              : null;
    if (message !== null) file.problem(item ?? node, message);
    return message === null && text !== undefined ? [{ text, file: file.name, node: item }] : [];
  });
}

const LOGIN = new RegExp(NAME_PATTERNS.login);
const REPOSITORY = new RegExp(NAME_PATTERNS.repository);

export const isName = (kind: 'login' | 'repository', text: string): boolean =>
  (kind === 'login' ? LOGIN : REPOSITORY).test(text);

export const notAName = (kind: 'login' | 'repository', text: string): string =>
  `"${shown(text)}" is not a valid ${NAME_RULES[kind].called}: ${NAME_RULES[kind].rule}.`;
