import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Compares the documents with the repository: part of `npm run check`. Fails when a path in backticks or the target of a
 * link does not exist, when the tree or the import table in ARCHITECTURE.md is out of date, when the glossary has a term twice, when
 * docs/storage.md lacks a table, or when docs/decisions/README.md lacks a page or a decision that a comment names. With
 * --write it writes the import table.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARCHITECTURE = 'ARCHITECTURE.md';
const SOURCES = 'server/src/';
/** Folders that exist only at run time or after a build. */
const NOT_TRACKED = /^(data|dist|node_modules)(\/|$)/;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const documents = tracked.filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const folders = new Set(
  tracked.flatMap((path) => path.split('/').slice(0, -1)).filter((name) => !name.startsWith('.')),
);
const topFolders = [...new Set(tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))];
const names = new Set(tracked.map((path) => basename(path)));

const problems = [
  ...documents.flatMap((path) => missingPaths(path, withoutCodeBlocks(read(path)))),
  ...documents.flatMap((path) => missingTargets(path, withoutCodeBlocks(read(path)))),
  ...treeProblems(read(ARCHITECTURE)),
  ...importTableProblems(),
  ...glossaryProblems(read('CONTRIBUTING.md')),
  ...undescribedTables(read('docs/storage.md')),
  ...decisionProblems(read('docs/decisions/README.md')),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`documents: ${documents.length} compared with the repository\n`);
if (problems.length > 0) process.exitCode = 1;

/** Keeps the lines, so that problems name the right one. */
function withoutCodeBlocks(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, (block) => block.replace(/[^\n]/g, ''));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Paths in backticks that name no file or folder: below the root, the document's folder, its `src/`, or `server/src/`. */
function missingPaths(document: string, markdown: string): readonly string[] {
  const here = dirname(document);
  const bases = ['', `${here}/`, `${here}/src/`, SOURCES];
  return [...markdown.matchAll(/`([^`\n]+)`/g)]
    .map(({ 1: span = '', index }) => ({ span, index }))
    .filter(({ span }) => isPath(span) && !bases.some((base) => globSync(join(base, span), { cwd: ROOT }).length > 0))
    .filter(({ span }) => span.includes('/') || !names.has(span))
    .map(({ span, index }) => `${document}:${lineAt(markdown, index)}: \`${span}\` does not exist`);
}

/** Links that lead to no file or folder of the repository; those to other sites are not followed. */
function missingTargets(document: string, markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(([^)\s#]+)/g)]
    .map(({ 1: target = '', index }) => ({ target, index }))
    .filter(({ target }) => !/^[a-z]+:/.test(target) && !existsSync(join(ROOT, dirname(document), target)))
    .map(
      ({ target, index }) =>
        `${document}:${lineAt(markdown, index)}: the link leads to ${target}, which does not exist`,
    );
}

/** Returns true if text in backticks names a path in the repository. */
function isPath(span: string): boolean {
  if (!/^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(span) || NOT_TRACKED.test(span)) return false;
  if (/\.(ts|tsx|cjs|md|yml|yaml|sh|graphql)$/.test(span)) return true;
  return span.endsWith('/') || (span.includes('/') && folders.has(span.split('/')[0] ?? ''));
}

/** Compares the tree with the folders: one line for each top folder, and for each entry of `server/src/`. */
function treeProblems(architecture: string): readonly string[] {
  const [, tree = ''] = /^```text\n(.*?)^```$/ms.exec(architecture) ?? [];
  const listed = tree.split('\n').flatMap((line) => /^( *)([\w./-]+)/.exec(line)?.slice(1, 3).join('') ?? []);
  const paths = listed.map((entry) => (entry.startsWith(' ') ? `${SOURCES}${entry.trim()}` : entry));
  const required = [
    ...topFolders.filter((name) => !name.startsWith('.')).map((name) => `${name}/`),
    ...new Set(
      tracked
        .filter((path) => path.startsWith(SOURCES))
        .map((path) => path.replace(/^(server\/src\/[^/]+\/?).*$/, '$1')),
    ),
  ];
  return [
    ...paths
      .filter((path) => !tracked.some((each) => each === path || each.startsWith(path)))
      .map((path) => `${ARCHITECTURE}: the tree lists ${path}, which does not exist`),
    ...required
      .filter((path) => !paths.some((each) => each.startsWith(path)))
      .map((path) => `${ARCHITECTURE}: the tree lacks ${path}`),
  ];
}

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly pathNot?: readonly string[] };
}

/** The rows of the import table, from the rules that `npm run check:layers` enforces. */
function importTable(): string {
  const { forbidden }: { readonly forbidden: readonly Rule[] } = createRequire(import.meta.url)(
    join(ROOT, '.dependency-cruiser.cjs'),
  );
  const rules = forbidden.filter(({ name }) => /^layer-/.test(name));
  const nameOf = (path: string): string =>
    path
      .replace(/^\^server\/src\//, '')
      .replace('[.]', '.')
      .replace(/[/$]+$/, '');
  const layers = new Map<string, string[]>();
  for (const { from, to } of rules) {
    const allowed = (to.pathNot ?? []).filter((path) => path !== from.path).map((path) => `\`${nameOf(path)}\``);
    const key = allowed.join(', ') || 'nothing';
    layers.set(key, [...(layers.get(key) ?? []), `\`${nameOf(from.path ?? '')}\``]);
  }
  const rows = [...layers].map(([allowed, names]) => `| ${names.join(', ')} | ${allowed} |\n`);
  return `| Layer | May import |\n|---|---|\n${rows.join('')}`;
}

function importTableProblems(): readonly string[] {
  const expected = importTable();
  const architecture = read(ARCHITECTURE);
  const written = architecture.replace(/^\| Layer \|.*?\n(?=\n)/ms, expected);
  if (process.argv.includes('--write')) writeFileSync(join(ROOT, ARCHITECTURE), written);
  if (!written.includes(expected)) return [`${ARCHITECTURE}: there is no table | Layer | May import |`];
  return written === architecture || process.argv.includes('--write')
    ? []
    : [
        `${ARCHITECTURE}: the import table differs from the rules; node scripts/checks/check-docs.ts --write updates it`,
      ];
}

/** Terms that the glossary lists twice, or both requires and replaces. */
function glossaryProblems(contributing: string): readonly string[] {
  const rows = (/^\| Term \|.*?(?=\n\n|(?![\s\S]))/ms.exec(contributing)?.[0] ?? '')
    .split('\n')
    .slice(2)
    .filter((row) => row !== '')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const terms = rows.flatMap(([, term = '']) => term.split(', '));
  const replaced = new Set(rows.flatMap(([, , , not = '']) => not.split(', ')));
  return [
    ...(terms.length === 0 ? ['CONTRIBUTING.md: there is no table | Term | Meaning | Not |'] : []),
    ...terms
      .filter((term, index) => terms.indexOf(term) !== index || replaced.has(term))
      .map((term) => `CONTRIBUTING.md: the glossary contradicts itself about "${term}"`),
  ];
}

/** Tables of the database that docs/storage.md does not name. */
function undescribedTables(storage: string): readonly string[] {
  const [, tables = ''] = /^export interface Tables \{\n(.*?)^\}/ms.exec(read(`${SOURCES}database/schema.ts`)) ?? [];
  return [...tables.matchAll(/^ {2}(\w+):/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !storage.includes(`\`${name}\``))
    .map((name) => `docs/storage.md: the table ${name} is missing`);
}

/** Pages that the list of decisions lacks, and decisions that a source names and the list does not. */
function decisionProblems(list: string): readonly string[] {
  const pages = documents.filter((path) => /^docs\/decisions\/\d/.test(path)).map((path) => basename(path));
  const documented = new Set(list.match(/\b([A-Z]\d+|\d{4})\b/g));
  const sources = tracked.filter((path) =>
    /^(server|console|client|contract|organization-files|people-files|command-framework|simulator)\/src\/.*\.tsx?$/.test(
      path,
    ),
  );
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/\bdecisions?\s+((?:[A-Z]\d+|\d{4})(?:(?:, | and | to )(?:[A-Z]\d+|\d{4}))*)/gi)].flatMap(
      ([, those = '']) => those.split(/, | and | to /).map((decision) => ({ path, decision })),
    ),
  );
  return [
    ...pages
      .filter((page) => !list.includes(`](${page})`))
      .map((page) => `docs/decisions/README.md: ${page} is missing`),
    ...named
      .filter(({ decision }) => !documented.has(decision))
      .map(({ path, decision }) => `${path}: decision ${decision} is not in docs/decisions/README.md`),
  ];
}
