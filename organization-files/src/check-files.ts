import type { FileProblem } from '@orgdesk/contract';
import { foldAscii } from '@orgdesk/contract/fold-ascii';
import { ORGANIZATION_FILE_PROBLEMS_MAX } from '@orgdesk/contract/limits';
import { cyclesOf } from './cycles.ts';
import type { OrganizationFile } from './format.ts';
import { type KeyPath, parseFile } from './parse-file.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface CheckedFile {
  readonly name: string;
  /** Null if the file has problems. */
  readonly content: OrganizationFile | null;
}

export interface CheckedFiles {
  readonly files: readonly CheckedFile[];
  readonly problems: readonly FileProblem[];
  readonly isCut: boolean;
}

export function checkFiles(texts: readonly NamedText[], organization: string | null): CheckedFiles {
  const names = texts.map(({ name }) => name);
  const again = names.find((name, index) => names.indexOf(name) !== index);
  if (again !== undefined) {
    const problem = problemOfFiles([{ name: again }], 'Another file has the same name.');
    return { files: [], problems: [problem], isCut: false };
  }
  // The parsed documents of all files would need too much memory at once.
  const files = texts.map(({ name, text }) => {
    const { content, problems: own } = parseFile(name, text);
    return { name, content, problems: own };
  });
  const order = new Map(names.map((name, index) => [name, index]));
  const orderOf = ({ file }: FileProblem): number => order.get(file) ?? 0;
  const problems = [
    ...files.flatMap((file) => file.problems),
    ...locateProblems(texts, [
      ...take(clashesIn(files)),
      ...take(ownParentsIn(files)),
      ...take(otherOrganizationsIn(files)),
      ...take(requiredButNotOwnersIn(files)),
    ]),
  ].toSorted((a, b) => orderOf(a) - orderOf(b) || a.line - b.line || a.column - b.column);
  const other = problems.length > 0 || organization === null ? null : otherOrganization(files, organization);
  if (other !== null) problems.push(...locateProblems(texts, [other]));
  return {
    files: files.map(({ name, content }) => ({ name, content })),
    problems: problems.slice(0, ORGANIZATION_FILE_PROBLEMS_MAX),
    isCut: problems.length > ORGANIZATION_FILE_PROBLEMS_MAX,
  };
}

/** Returns a problem whose location is not known. */
export const problemOfFiles = ([first]: readonly Pick<NamedText, 'name'>[], message: string): FileProblem => ({
  file: first?.name ?? '',
  line: 1,
  column: 1,
  message,
  source: '',
  nearest: null,
});

/** Returns the problem of files that name another organization. */
function otherOrganization(files: readonly CheckedFile[], login: string): UnlocatedProblem | null {
  const other = files.find(({ content }) => foldAscii(content?.organization ?? login) !== foldAscii(login));
  if (other === undefined) return null;
  return { file: other.name, path: ['organization'], message: `This is not "${login}".`, nearest: null };
}

function* take<T>(values: Iterable<T>): Generator<T> {
  let left = ORGANIZATION_FILE_PROBLEMS_MAX + 1;
  for (const value of values) {
    if (left === 0) return;
    left -= 1;
    yield value;
  }
}

interface FileLocation {
  readonly file: string;
  readonly path: KeyPath;
}

/** Finds names that are at two locations of which one is allowed. */
function* clashesIn(files: readonly CheckedFile[]): Generator<UnlocatedProblem> {
  const seen = new Map<string, FileLocation>();
  for (const { scope, name, file, path } of namesIn(files)) {
    const key = `${scope}\n${foldAscii(name)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, { file, path });
    else yield { file, path, message: `"${name}" is already in ${first.file}`, nearest: null, first };
  }
}

function* namesIn(
  files: readonly CheckedFile[],
): Generator<FileLocation & { readonly scope: string; readonly name: string }> {
  for (const { name: file, content } of files) {
    const { people, teams, outsideCollaborators } = content ?? {};
    const list = (scope: string, names: readonly string[] | undefined, ...path: KeyPath) =>
      (names ?? []).map((name, index) => ({ scope, name, file, path: [...path, index] as KeyPath }));
    const keys = (scope: string, entries: object | undefined, ...path: KeyPath) =>
      Object.keys(entries ?? {}).map((name) => ({ scope, name, file, path: [...path, name] as KeyPath }));
    yield* list('people', people?.owners, 'people', 'owners');
    yield* list('people', people?.members, 'people', 'members');
    yield* list('required owners', people?.requiredOwners, 'people', 'requiredOwners');
    yield* keys('people', outsideCollaborators?.entries, 'outsideCollaborators', 'entries');
    for (const [login, repositories] of Object.entries(outsideCollaborators?.entries ?? {}))
      yield* keys(`of ${login}`, repositories, 'outsideCollaborators', 'entries', login);
    yield* keys('teams', teams?.entries, 'teams', 'entries');
    for (const [slug, team] of Object.entries(teams?.entries ?? {})) {
      const path = ['teams', 'entries', slug] as const;
      yield* list(`team ${slug}`, team.maintainers, ...path, 'maintainers');
      yield* list(`team ${slug}`, team.members, ...path, 'members');
      yield* keys(`repositories of ${slug}`, team.repositories, ...path, 'repositories');
      if (team.name !== undefined) yield { scope: 'name', name: team.name, file, path: [...path, 'name'] };
      if (team.previously !== undefined)
        yield { scope: 'previously', name: team.previously, file, path: [...path, 'previously'] };
    }
  }
}

function* ownParentsIn(files: readonly CheckedFile[]): Generator<UnlocatedProblem> {
  const teams = files.flatMap(({ name: file, content }) =>
    Object.entries(content?.teams?.entries ?? {}).map(([slug, { parent }]) => ({ file, slug, parent })),
  );
  const slugs = new Set(teams.map(({ slug }) => foldAscii(slug)));
  const parentIn = (parent: string | null | undefined): string | null =>
    slugs.has(foldAscii(parent ?? '')) ? foldAscii(parent ?? '') : null;
  const inCycle = cyclesOf(new Map(teams.map(({ slug, parent }) => [foldAscii(slug), parentIn(parent)])));
  for (const { file, slug } of teams)
    if (inCycle.has(foldAscii(slug)))
      yield {
        file,
        path: ['teams', 'entries', slug, 'parent'],
        message: `"${slug}" would be its own parent.`,
        nearest: null,
      };
}

/** Only where the files list owners. */
function* requiredButNotOwnersIn(files: readonly CheckedFile[]): Generator<UnlocatedProblem> {
  const lists = files.flatMap(({ content }) => content?.people?.owners ?? []);
  const owners = new Set(lists.map(foldAscii));
  if (files.every(({ content }) => content?.people?.owners === undefined)) return;
  for (const { name: file, content } of files)
    for (const [index, login] of (content?.people?.requiredOwners ?? []).entries())
      if (!owners.has(foldAscii(login)))
        yield {
          file,
          path: ['people', 'requiredOwners', index],
          message: `"${login}" is required, but not among the owners.`,
          nearest: null,
        };
}

function* otherOrganizationsIn(files: readonly CheckedFile[]): Generator<UnlocatedProblem> {
  const named = files.flatMap((file) => {
    const organization = file.content?.organization;
    return organization === undefined ? [] : [{ file, organization }];
  });
  const [first] = named;
  for (const { file, organization } of named)
    if (foldAscii(organization) !== foldAscii(first?.organization ?? ''))
      yield {
        file: file.name,
        path: ['organization'],
        message: `"${organization}" is another organization than "${first?.organization}" in ${first?.file.name}.`,
        nearest: null,
      };
}

/** A problem of something in a file, without the line. */
export interface UnlocatedProblem extends Pick<FileProblem, 'message' | 'nearest'> {
  readonly file: string;
  readonly path: KeyPath;
  /** Where the same name is already: its line completes the message. */
  readonly first?: FileLocation;
}

/** Finds the lines of problems in files that can be read, one file after the other. */
export function locateProblems(texts: readonly NamedText[], problems: readonly UnlocatedProblem[]): FileProblem[] {
  const lines = new Map<string, FileProblem>();
  const locations: readonly FileLocation[] = problems.flatMap((problem) => [
    problem,
    ...(problem.first ? [problem.first] : []),
  ]);
  const keyOf = ({ file, path }: FileLocation): string => JSON.stringify([file, path]);
  for (const { name, text } of texts) {
    const inFile = locations.filter(({ file }) => file === name);
    if (inFile.length === 0) continue;
    const { problemAt } = parseFile(name, text);
    for (const each of inFile) lines.set(keyOf(each), problemAt(each.path, ''));
  }
  return problems.flatMap(({ file, path, message, nearest, first }) => {
    const found = lines.get(keyOf({ file, path }));
    if (found === undefined) return [];
    const line = first && lines.get(keyOf(first))?.line;
    return [{ ...found, message: line === undefined ? message : `${message}, line ${line}.`, nearest }];
  });
}
