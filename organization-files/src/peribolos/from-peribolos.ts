import { dirname } from 'node:path/posix';
import type { FileProblem } from '@orgdesk/contract';
import { foldAscii } from '@orgdesk/contract/fold-ascii';
import { ORGANIZATION_FILE_MAX_CHARACTERS, ORGANIZATION_FILE_PROBLEMS_MAX } from '@orgdesk/contract/limits';
import { type NamedText, problemOfFiles } from '../check-files.ts';
import type { OrganizationFile, TeamEntry } from '../format.ts';
import { parseYaml } from '../parse-yaml.ts';
import { fitInBody } from '../size-in-body.ts';
import { keysFromNames } from '../team-keys.ts';
import { filesOf } from '../write-files.ts';
import {
  type FileReader,
  isName,
  loginsIn,
  notAName,
  type ReadTeam,
  type ReadTeams,
  readTeams,
  shown,
  without,
} from './read-teams.ts';
import { renameProblems } from './team-renames.ts';
import { type Budget, createYamlReader, type Entry, TooLarge } from './yaml-reader.ts';

export interface Converted {
  readonly files: NamedText[];
  readonly problems: FileProblem[];
  /** True if there are more problems than `problems` lists. */
  readonly isCut: boolean;
  /** What was not carried over, such as "org.yaml: billing_email". */
  readonly left: string[];
}

const READS_MAX = 500_000;
const CHARACTERS_MAX = 5_000_000;
const LEFT_MAX = 1_000;

const PEOPLE_KEYS = ['admins', 'members'] as const;
type PeopleKey = (typeof PEOPLE_KEYS)[number];

/** Sections become exact, because peribolos removes what its files do not list. The result passes the check. */
export function fromPeribolos(texts: readonly NamedText[], organization: string): Converted {
  const problems: FileProblem[] = [];
  const left: string[] = [];
  const budget: Budget = { nodes: READS_MAX, characters: CHARACTERS_MAX };
  const lists = new Map<PeopleKey, { readonly file: string; readonly logins: readonly string[] }>();
  const teams: ReadTeams = new Map();
  const readers = new Map<string, FileReader>();
  /** Folders whose files have people. */
  const described = new Map<string, { readonly file: FileReader; readonly node: unknown }>();
  const withTeams: { readonly file: FileReader; readonly node: unknown }[] = [];
  const otherOrganizations: { readonly file: FileReader; readonly node: unknown; readonly names: string }[] = [];
  let isFound = false;
  if (!isName('login', organization)) addProblem(problemOfFiles(texts, notAName('login', organization)));
  for (const { name, text } of texts) readFile(name, text);

  if (problems.length === 0) findContradictions();
  const owners = lists.get('admins')?.logins ?? [];
  const members = without(lists.get('members')?.logins ?? [], owners);
  const files = problems.length > 0 ? [] : filesOf([contentOf(organization, owners, members)], entriesOf(teams));
  const tooLarge = files.find(({ text }) => text.length > ORGANIZATION_FILE_MAX_CHARACTERS);
  const fits = tooLarge === undefined && fitInBody(files);
  if (!fits)
    addProblem(
      problemOfFiles(texts, `${tooLarge?.name ?? 'The result'} would be too large: convert fewer files at once.`),
    );
  return {
    files: fits ? files : [],
    problems: problems.slice(0, ORGANIZATION_FILE_PROBLEMS_MAX),
    isCut: problems.length > ORGANIZATION_FILE_PROBLEMS_MAX,
    left,
  };

  function readFile(name: string, text: string): void {
    const { document, problems: syntax, at } = parseYaml(name, text);
    for (const each of syntax) addProblem(each);
    if (document === null) return;
    const problemAt = (node: unknown, message: string) => at(offsetOf(node), message);
    const file: FileReader = {
      ...createYamlReader(document, budget),
      name,
      problem: (node, message) => addProblem(problemAt(node, message)),
      leave: (what) => leave(`${name}: ${what}`),
      lineOf: (node) => problemAt(node, '').line,
    };
    readers.set(name, file);
    for (const { node, message } of file.losses) file.problem(node, message);
    try {
      readRoot(file, document.contents);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      file.problem(null, 'The files are too large, with what aliases repeat: simplify or split them.');
    }
  }

  function readRoot(file: FileReader, root: unknown): void {
    const entries = file.entriesIn(root);
    const orgs = entries?.find(({ key }) => key === 'orgs');
    if (entries === undefined) {
      file.problem(root, 'The file must be a mapping.');
      return;
    }
    if (orgs === undefined) {
      readOrganization(file, entries);
      return;
    }
    for (const { key } of entries) if (key !== 'orgs') file.leave(shown(key));
    const organizations = file.entriesIn(orgs.value);
    if (organizations === undefined) {
      file.problem(orgs.value, '"orgs" must be a mapping.');
      return;
    }
    const isOwn = ({ key }: Entry): boolean => foldAscii(key) === foldAscii(organization);
    const own = organizations.filter(isOwn);
    for (const each of organizations) if (!isOwn(each)) file.leave(`orgs: ${shown(each.key)}`);
    const names = organizations.map(({ key }) => `"${shown(key)}"`).slice(0, 10);
    if (own.length === 0) otherOrganizations.push({ file, node: orgs.keyNode, names: names.join(', ') });
    for (const { key, keyNode, value } of own) {
      const within = file.entriesIn(value);
      if (within === undefined) file.problem(keyNode, `"${shown(key)}" must be a mapping.`);
      isFound = true;
      readOrganization(file, within ?? []);
    }
  }

  function readOrganization(file: FileReader, entries: readonly Entry[]): void {
    for (const { key, keyNode, value } of entries) {
      if (key === 'teams') {
        withTeams.push({ file, node: keyNode });
        readTeams(file, value, teams);
      } else if (key === 'admins' || key === 'members') {
        const folder = dirname(file.name);
        if (!described.has(folder)) described.set(folder, { file, node: keyNode });
        const other = lists.get(key);
        const message = `"${key}" is already in ${other?.file}: convert the files of one organization.`;
        // Another folder gets a problem of its own.
        if (other === undefined) lists.set(key, { file: file.name, logins: loginsIn(file, value, key) });
        else if (dirname(other.file) === folder) file.problem(keyNode, message);
      } else file.leave(shown(key));
    }
  }

  function findContradictions(): void {
    const folders = [...described.keys()];
    const [, second] = [...described.values()];
    if (second !== undefined) {
      const names = `${folders.slice(0, -1).slice(0, 10).join(', ')} and ${folders.at(-1)}`;
      second.file.problem(second.node, `${names} each describe an organization: convert one of them.`);
      return;
    }
    const [other] = otherOrganizations;
    if (!isFound && described.size === 0 && other !== undefined) {
      other.file.problem(other.node, `"${organization}" is not here, but ${other.names}.`);
      return;
    }
    for (const { file, node } of withTeams) {
      const [folder = '.'] = folders;
      if (isWithin(folder, dirname(file.name))) continue;
      file.problem(node, `This file is not in ${folder}, which describes the organization: convert the files of one.`);
    }
    for (const { name, message } of renameProblems([...teams.values()]))
      readers.get(name.file)?.problem(name.node, message);
    if ((lists.get('admins')?.logins ?? []).length === 0)
      addProblem(problemOfFiles(texts, `No owner of "${organization}" is listed: "admins" needs at least one.`));
  }

  function addProblem(problem: FileProblem): void {
    if (problems.length <= ORGANIZATION_FILE_PROBLEMS_MAX) problems.push(problem);
  }

  function leave(what: string): void {
    if (left.length < LEFT_MAX) left.push(what);
    else if (left.length === LEFT_MAX) left.push('more of the same');
  }
}

const isWithin = (folder: string, other: string): boolean =>
  folder === '.' || other === folder || other.startsWith(`${folder}/`);

const contentOf = (organization: string, owners: readonly string[], members: readonly string[]): OrganizationFile => ({
  version: 1,
  organization,
  people: { mode: 'exact', owners: [...owners], members: [...members] },
  teams: { mode: 'exact', entries: {} },
});

function entriesOf(teams: ReadTeams): ReadonlyMap<string, TeamEntry> {
  const read = [...teams.values()];
  const keys = keysFromNames(read.map(({ name }) => name));
  const keyOf = new Map(read.map(({ name }, nth) => [name, keys[nth] ?? '']));
  return new Map(read.map((team) => [keyOf.get(team.name) ?? '', entryOf(team, keyOf)]));
}

function entryOf(team: ReadTeam, keyOf: ReadonlyMap<string, string>): TeamEntry {
  const { name, parent, description, privacy, maintainers, members, repositories } = team;
  const [previously] = team.previously;
  return {
    ...(name !== keyOf.get(name) && { name }),
    ...(previously !== undefined && { previously: previously.text }),
    ...(description !== null && { description }),
    ...(privacy !== null && { privacy }),
    parent: parent === null ? null : (keyOf.get(parent.name) ?? null),
    maintainers: [...maintainers],
    members: [...members],
    ...(repositories !== null && { repositories: Object.fromEntries(repositories) }),
  };
}

const offsetOf = (node: unknown): number => {
  const { range } = Object(node) as { readonly range?: readonly [number, number, number] | null };
  return range?.[0] ?? 0;
};
