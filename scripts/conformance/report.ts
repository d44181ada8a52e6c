import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
/** A statement that no test can show says why. */
type Statement = string | { readonly statement: string; readonly byConstruction: string };
/** Headings of the specification, in its order, with their statements by ID. */
export type Statements = Readonly<Record<string, Readonly<Record<string, Statement>>>>;

/** Sources of the tests of all workspaces, by their path below the project. */
export async function testSources(): Promise<ReadonlyMap<string, string>> {
  const paths = globSync('*/test/**/*.test.ts', { cwd: fileURLToPath(ROOT) }).sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, ROOT), 'utf8')] as const)),
  );
}

export async function statements(): Promise<Statements> {
  return JSON.parse(await readFile(new URL('scripts/conformance/statements.json', ROOT), 'utf8'));
}

/** The test files by the statement they prove. Throws on a tag that names no statement. */
function provedBy(all: Statements, sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>(
    Object.values(all).flatMap((section) => Object.keys(section).map((id) => [id, []])),
  );
  for (const [path, source] of sources) {
    for (const id of tagsIn(source)) {
      const testFiles = files.get(id);
      if (testFiles === undefined) throw new Error(`${path}: no statement is called ${id}`);
      testFiles.push(path);
    }
  }
  return files;
}

/** Statements without a test, but those that say why no test can show them. */
export function gaps(all: Statements, sources: ReadonlyMap<string, string>): readonly string[] {
  const files = provedBy(all, sources);
  return Object.values(all).flatMap((section) =>
    Object.entries(section)
      .filter(([id, statement]) => typeof statement === 'string' && files.get(id)?.length === 0)
      .map(([id]) => id),
  );
}

/** Returns the report of `npm run conformance`. A statement without a test is marked `GAP`. */
export function conformanceReport(all: Statements, sources: ReadonlyMap<string, string>): string {
  const files = provedBy(all, sources);
  const entryOf = ([id, statement]: readonly [string, Statement]): string => {
    if (typeof statement !== 'string')
      return `${id}  ${statement.statement}\n  by construction: ${statement.byConstruction}`;
    const proof = files.get(id) ?? [];
    return [`${id}  ${statement}`, ...(proof.length === 0 ? ['GAP'] : proof).map((path) => `  ${path}`)].join('\n');
  };
  return Object.entries(all)
    .map(([heading, section]) => `${heading}\n\n${Object.entries(section).map(entryOf).join('\n')}\n`)
    .join('\n');
}

/** IDs in brackets at the end of a string. */
function tagsIn(source: string): ReadonlySet<string> {
  const tags = [...source.matchAll(/ \[([A-Z]+-\d+(?: [A-Z]+-\d+)*)\](?=['"`])/g)];
  return new Set(tags.flatMap(([, ids = '']) => ids.split(' ')));
}
