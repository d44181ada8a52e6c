import { readdir, readFile } from 'node:fs/promises';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';

const FOLDER = new URL('../client/src/operations/', import.meta.url);
const HEADER = '// Written by `npm run generate`. Do not edit.\n';

/** Where the client finds each endpoint: `client/src/generated/addresses.ts`. */
export function addressesSource(): string {
  const lines = ENDPOINTS.filter(({ chapter }) => chapter !== 'Webhooks')
    .map(({ id, method, path }) => `  ${id}: '${method} ${path}',\n`)
    .toSorted();
  return [
    HEADER,
    "import type { Calls } from '@orgdesk/contract/endpoints';\n",
    `export const ADDRESSES: Readonly<Record<keyof Calls, string>> = {\n${lines.join('')}};\n`,
  ].join('\n');
}

/** The texts of the proxied documents, and the types of each: `client/src/generated/queries.ts`. */
export async function queriesSource(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const names = files.map((file) => file.replace('.graphql', ''));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, FOLDER), 'utf8')));
  const imported = names.flatMap((name) => [`${name}Query`, `${name}QueryVariables`]).sort();
  return [
    HEADER,
    `import type {\n${imported.map((name) => `  ${name},\n`).join('')}} from './operations.ts';\n`,
    '/** Variables and data of every operation that may be proxied. */',
    `export interface Queries {\n${names
      .map(
        (name) => `  readonly ${name}: { readonly variables: ${name}QueryVariables; readonly data: ${name}Query };\n`,
      )
      .join('')}}\n`,
    '/** The document of each. */',
    `export const DOCUMENTS: Readonly<Record<keyof Queries, string>> = {\n${names
      .map((name, index) => `  ${name}: \`${texts[index]}\`,\n`)
      .join('')}};\n`,
  ].join('\n');
}
