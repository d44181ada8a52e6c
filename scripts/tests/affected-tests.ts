import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['server', 'organization-files', 'console', 'simulator', 'client', 'cli', 'bench'];

/** Test files from the root of the repository, those nearest to the change first, or all of them with the reason. */
export type AffectedTests =
  | { readonly kind: 'some'; readonly files: readonly string[] }
  | { readonly kind: 'all'; readonly because: string };

/** Files that differ from a revision, those git does not know included, from the root of the repository. */
export function changedFiles(revision: string, root = ROOT): readonly string[] {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\0')
      .filter(Boolean);
  return [
    ...git('diff', '--name-only', '--no-renames', '-z', revision, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

/**
 * Finds the tests that can notice a change: those that import a changed file, or name it by `new URL(…,
 * import.meta.url)`, as tests do that start a program or read SQL or a page; through any number of files. A folder that
 * is named stands for every file in it. A change of anything that is no source, and that nobody names, or of what
 * prepares every run, affects all tests.
 */
export function affectedTests(changed: readonly string[], root = ROOT): AffectedTests {
  const references = createReferences(root);
  const preparing = reach(configsIn(root), references);
  const prepares = changed.find((file) => preparing.has(join(root, file)));
  if (prepares !== undefined) return { kind: 'all', because: `${prepares} prepares every run` };

  const found: (Nearness & { readonly file: string })[] = [];
  const named = new Set<string>();
  for (const test of testsIn(root)) {
    const reached = reach([join(root, test)], references);
    const nearest = changed
      .map((file) => ({ file, steps: stepsTo(join(root, file), reached, references, root) }))
      .filter(({ steps }) => steps !== null)
      .map(({ file, steps }): Nearness => {
        if (steps !== Number.POSITIVE_INFINITY) named.add(file);
        return { steps: steps ?? 0, shared: sharedFolders(test, file) };
      })
      .toSorted(byNearness)[0];
    if (nearest !== undefined) found.push({ file: test, ...nearest });
  }
  const unknown = changed.find((file) => !IS_SOURCE.test(file) && !named.has(file));
  if (unknown !== undefined) return { kind: 'all', because: `${unknown} is no source, and no test names it` };
  return { kind: 'some', files: found.toSorted(byNearness).map(({ file }) => file) };
}

interface Nearness {
  /** Imports between the test and the change; infinite if the test only names the whole repository. */
  readonly steps: number;
  /** Leading folders that both share below their package: tests lie as sources do. */
  readonly shared: number;
}

const byNearness = (a: Nearness, b: Nearness): number =>
  b.shared - a.shared || (a.steps === b.steps ? 0 : a.steps - b.steps);

function sharedFolders(test: string, source: string): number {
  const [ofTest, ofSource] = [test, source].map((path) =>
    dirname(path)
      .replace(/\/(test|src)(?=\/|$)/, '')
      .split('/'),
  );
  const different = ofTest?.findIndex((folder, index) => folder !== ofSource?.[index]) ?? 0;
  return different === -1 ? (ofTest?.length ?? 0) : different;
}

const IS_SOURCE = /\.[cm]?[jt]sx?$/;

const testsIn = (root: string): readonly string[] =>
  globSync(`{${PACKAGES.join(',')}}/test/**/*.test.ts`, { cwd: root });

const configsIn = (root: string): readonly string[] =>
  globSync(`{vitest.config.ts,{${PACKAGES.join(',')}}/vitest.config.ts}`, { cwd: root }).map((path) =>
    join(root, path),
  );

interface References {
  /** Files that a file imports or names. */
  of(file: string): readonly string[];
  /** Folders that a file names, each with a slash at its end. */
  folders(file: string): readonly string[];
}

/** Sources are formatted, so that a pattern finds what a parser would; what it finds too much only adds tests. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*'([^']+)'|\bimport\.meta\.resolve\('([^']+)'\)|\bresolve\('([^']+)'\)/g;
const NAMED = /\bnew URL\(\s*['`]([^'`$]*)(\$?)[^'`]*['`],\s*import\.meta\.url/g;
/** In a configuration of tests, files that are loaded before them. */
const PREPARING = /'(\.{1,2}\/[^']+\.ts)'/g;

function createReferences(root: string): References {
  const referencesByFile = new Map<
    string,
    { readonly files: readonly string[]; readonly folders: readonly string[] }
  >();
  const packages = new Map<string, Exports>();
  const exportsOf = (folder: string): Exports => {
    const exports = packages.get(folder) ?? readExports(root, folder);
    packages.set(folder, exports);
    return exports;
  };
  const read = (file: string) => {
    const found = referencesByFile.get(file);
    if (found !== undefined) return found;
    const [files, folders] = [new Set<string>(), new Set<string>()];
    const text = IS_SOURCE.test(file) && existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const [, ...names] of text.matchAll(IMPORTED)) {
      const resolved = resolveImport(names.find((name) => name !== undefined) ?? '', file, root, exportsOf);
      if (resolved !== null) files.add(resolved);
    }
    for (const [, path = '', cut] of text.matchAll(NAMED)) {
      const whole = fileURLToPath(
        new URL(cut === '' ? path : `./${path.slice(0, path.lastIndexOf('/') + 1)}`, pathToFileURL(file)),
      );
      if (cut !== '' || (existsSync(whole) && statSync(whole).isDirectory())) folders.add(join(whole, '/'));
      else files.add(whole);
    }
    if (file.endsWith('vitest.config.ts'))
      for (const [, path = ''] of text.matchAll(PREPARING)) files.add(join(dirname(file), path));
    const references = { files: [...files], folders: [...folders] };
    referencesByFile.set(file, references);
    return references;
  };
  return { of: (file) => read(file).files, folders: (file) => read(file).folders };
}

/** Entries of a package, each with its source, alone or by condition. */
type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const readExports = (root: string, folder: string): Exports =>
  (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { readonly exports: Exports }).exports;

/** Null for packages from outside, whose changes show in the lock file. */
function resolveImport(
  name: string,
  file: string,
  root: string,
  exportsOf: (folder: string) => Exports,
): string | null {
  if (name.startsWith('.')) return join(dirname(file), name);
  const [, folder, entry = ''] = /^@orgdesk\/([^/]+)(\/.+)?$/.exec(name) ?? [];
  if (folder === undefined) return null;
  for (const [pattern, target] of Object.entries(exportsOf(folder))) {
    const path = typeof target === 'string' ? target : target['@orgdesk/source'];
    const [start = '', end] = pattern.split('*');
    if (path === undefined) continue;
    if (end === undefined ? `.${entry}` === pattern : `.${entry}`.startsWith(start))
      return join(root, folder, path.replace('*', `.${entry}`.slice(start.length)));
  }
  throw new Error(`${relative(root, file)} imports ${name}, which ${folder}/package.json does not export`);
}

/** Every file that is reached, with how many steps it takes. */
function reach(starts: readonly string[], { of }: References): ReadonlyMap<string, number> {
  const reached = new Map(starts.map((start) => [start, 0]));
  for (const [file, distance] of reached) {
    for (const next of of(file)) if (!reached.has(next)) reached.set(next, distance + 1);
  }
  return reached;
}

/** Null when it is not reached. */
function stepsTo(
  source: string,
  reached: ReadonlyMap<string, number>,
  { folders }: References,
  root: string,
): number | null {
  const direct = reached.get(source);
  if (direct !== undefined) return direct;
  let nearest: number | null = null;
  for (const [file, steps] of reached) {
    for (const folder of folders(file)) {
      if (!source.startsWith(folder)) continue;
      nearest = Math.min(nearest ?? Number.POSITIVE_INFINITY, folder === root ? Number.POSITIVE_INFINITY : steps + 1);
    }
  }
  return nearest;
}
