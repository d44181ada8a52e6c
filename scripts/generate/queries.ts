import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse, print } from 'graphql';

const FOLDER = new URL('../../client/src/operations/', import.meta.url);
// The package does not export its files, only functions over them.
const SCHEMA = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'));
const HEADER = '// Written by `npm run generate` from client/src/operations/. Do not edit.\n';

/** The document of an operation that may be proxied. */
export interface Query {
  readonly name: string;
  readonly text: string;
}

export async function readQueries(): Promise<readonly Query[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace('.graphql', ''),
      text: await readFile(new URL(file, FOLDER), 'utf8'),
    })),
  );
}

/** Their types, by the platform's schema: `client/src/generated/operations.ts`. */
export async function operationsSource(queries: readonly Query[]): Promise<string> {
  const types = await codegen({
    filename: 'operations.ts',
    schema: parse(await readFile(SCHEMA, 'utf8')),
    documents: queries.map(({ name, text }) => ({ location: name, document: parse(text) })),
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: {
      useTypeImports: true,
      immutableTypes: true,
      skipTypename: true,
      onlyOperationTypes: true,
      disableDescriptions: true,
      enumsAsTypes: true,
      scalars: { URI: 'string', DateTime: 'string', GitObjectID: 'string', HTML: 'string' },
    },
  });
  return `${HEADER}${types}`;
}

/** Their texts, and the types of each: `client/src/generated/queries.ts`. */
export function queriesSource(queries: readonly Query[]): string {
  const imported = queries.flatMap(({ name }) => [`${name}Query`, `${name}QueryVariables`]).sort();
  const types = queries.map(
    ({ name }) => `  readonly ${name}: { readonly variables: ${name}QueryVariables; readonly data: ${name}Query };\n`,
  );
  return [
    HEADER,
    `import type {\n${imported.map((name) => `  ${name},\n`).join('')}} from './operations.ts';\n`,
    '/** Variables and data of every operation that may be proxied. */',
    `export interface Queries {\n${types.join('')}}\n`,
    '/** The document of each. */',
    `export const DOCUMENTS: Readonly<Record<keyof Queries, string>> = {\n${queries
      .map(({ name, text }) => `  ${name}: \`${text}\`,\n`)
      .join('')}};\n`,
  ].join('\n');
}

/** What the service knows of them: `server/src/features/graphql-proxy/shipped-documents.ts`. */
export function shippedDocumentsSource(queries: readonly Query[]): string {
  const entries = queries.map(({ name, text }) => {
    const printed = print(parse(text, { noLocation: true }));
    return `  ['${name}', '${createHash('sha256').update(printed).digest('hex')}'],\n`;
  });
  return [
    HEADER,
    "/** The SHA-256 of each document that the client ships, in the parser's own print. */",
    `export const SHIPPED_DOCUMENTS: ReadonlyMap<string, string> = new Map([\n${entries.join('')}]);\n`,
  ].join('\n');
}
