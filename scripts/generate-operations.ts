import { readdir, readFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const FOLDER = new URL('../client/src/operations/', import.meta.url);
// The package does not export its files, only functions over them.
const SCHEMA = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'));

/** Types of the eleven proxied operations, from their documents and the platform's schema: `client/src/generated/operations.ts`. */
export async function operationsSource(): Promise<string> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const documents = await Promise.all(
    names.map(async (name) => ({
      location: name,
      document: parse(await readFile(new URL(name, FOLDER), 'utf8')),
    })),
  );
  const types = await codegen({
    filename: 'operations.ts',
    schema: parse(await readFile(SCHEMA, 'utf8')),
    documents,
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
  return `// Written by \`npm run generate\` from the documents beside it. Do not edit.\n${types}`;
}
