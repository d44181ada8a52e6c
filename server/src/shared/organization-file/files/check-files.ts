import { setTimeout as othersRun } from 'node:timers/promises';
import type { FileProblem } from '@orgdesk/contract';
import pLimit from 'p-limit';
import { foldLogin } from '../../../domain/account.ts';
import { ORGANIZATION_FILE } from '../../../domain/limits/people.ts';
import { type KeyPath, type ParsedFile, parseFile } from './parse-file.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface CheckedFiles {
  readonly files: readonly ParsedFile[];
  readonly problems: readonly FileProblem[];
  readonly isCut: boolean;
}

/** Parsing blocks the process: for one caller at a time, and afterwards others run for as long. */
const parsing = pLimit(1);

const parseFiles = (texts: readonly NamedText[]): Promise<readonly ParsedFile[]> =>
  parsing(async () => {
    const files: ParsedFile[] = [];
    for (const { name, text } of texts) {
      const startedMs = performance.now();
      files.push(parseFile(name, text));
      await othersRun(performance.now() - startedMs);
    }
    return files;
  });

/** Parses all files of one organization. */
export async function checkFiles(texts: readonly NamedText[]): Promise<CheckedFiles> {
  const files = await parseFiles(texts);
  const order = new Map(texts.map(({ name }, index) => [name, index]));
  const placeOf = ({ file }: FileProblem): number => order.get(file) ?? 0;
  const problems = [
    ...files.flatMap((file) => file.problems),
    ...take(clashesIn(files)),
    ...take(cyclesIn(files)),
    ...take(otherOrganizationsIn(files)),
  ].toSorted((a, b) => placeOf(a) - placeOf(b) || a.line - b.line || a.column - b.column);
  const { problemsMax } = ORGANIZATION_FILE;
  return { files, problems: problems.slice(0, problemsMax), isCut: problems.length > problemsMax };
}

function* take<T>(values: Iterable<T>): Generator<T> {
  let left = ORGANIZATION_FILE.problemsMax + 1;
  for (const value of values) {
    if (left === 0) return;
    left -= 1;
    yield value;
  }
}

interface Place {
  readonly file: ParsedFile;
  readonly path: KeyPath;
}

/** Finds names that are in two places of which one is allowed. */
function* clashesIn(files: readonly ParsedFile[]): Generator<FileProblem> {
  const seen = new Map<string, Place>();
  for (const { scope, name, file, path } of namesIn(files)) {
    const key = `${scope}\n${foldLogin(name)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, { file, path });
    else {
      const { line } = first.file.problemAt(first.path, '');
      yield file.problemAt(path, `"${name}" is already in ${first.file.name}, line ${line}.`);
    }
  }
}

function* namesIn(files: readonly ParsedFile[]): Generator<Place & { readonly scope: string; readonly name: string }> {
  for (const file of files) {
    const { people, teams, outsideCollaborators } = file.content ?? {};
    const list = (scope: string, names: readonly string[] | undefined, ...path: KeyPath) =>
      (names ?? []).map((name, index) => ({ scope, name, file, path: [...path, index] as KeyPath }));
    const keys = (scope: string, entries: object | undefined, ...path: KeyPath) =>
      Object.keys(entries ?? {}).map((name) => ({ scope, name, file, path: [...path, name] as KeyPath }));
    yield* list('people', people?.owners, 'people', 'owners');
    yield* list('people', people?.members, 'people', 'members');
    yield* keys('people', outsideCollaborators?.entries, 'outsideCollaborators', 'entries');
    for (const [login, repositories] of Object.entries(outsideCollaborators?.entries ?? {}))
      yield* keys(`of ${login}`, repositories, 'outsideCollaborators', 'entries', login);
    yield* keys('teams', teams?.entries, 'teams', 'entries');
    for (const [slug, team] of Object.entries(teams?.entries ?? {})) {
      const path = ['teams', 'entries', slug] as const;
      yield* list(`team ${slug}`, team.maintainers, ...path, 'maintainers');
      yield* list(`team ${slug}`, team.members, ...path, 'members');
      yield* keys(`repositories of ${slug}`, team.repositories, ...path, 'repositories');
      if (team.previously !== undefined)
        yield { scope: 'previously', name: team.previously, file, path: [...path, 'previously'] };
    }
  }
}

/** Finds teams that would be below themselves. */
function* cyclesIn(files: readonly ParsedFile[]): Generator<FileProblem> {
  const teams = files.flatMap((file) =>
    Object.entries(file.content?.teams?.entries ?? {}).map(([slug, { parent }]) => ({ file, slug, parent })),
  );
  const parentOf = new Map(teams.map(({ slug, parent }) => [foldLogin(slug), foldLogin(parent ?? '')]));
  const finished = new Set<string>();
  const inCycle = new Set<string>();
  for (const slug of parentOf.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let current = slug;
    for (
      ;
      parentOf.has(current) && !finished.has(current) && !onPath.has(current);
      current = parentOf.get(current) ?? ''
    ) {
      path.push(current);
      onPath.add(current);
    }
    if (onPath.has(current)) for (const each of path.slice(path.indexOf(current))) inCycle.add(each);
    for (const each of path) finished.add(each);
  }
  for (const { file, slug } of teams)
    if (inCycle.has(foldLogin(slug)))
      yield file.problemAt(['teams', 'entries', slug, 'parent'], `"${slug}" would be its own parent.`);
}

function* otherOrganizationsIn(files: readonly ParsedFile[]): Generator<FileProblem> {
  const named = files.flatMap((file) => {
    const organization = file.content?.organization;
    return organization === undefined ? [] : [{ file, organization }];
  });
  const [first] = named;
  for (const { file, organization } of named)
    if (foldLogin(organization) !== foldLogin(first?.organization ?? ''))
      yield file.problemAt(
        ['organization'],
        `"${organization}" is another organization than "${first?.organization}" in ${first?.file.name}.`,
      );
}
