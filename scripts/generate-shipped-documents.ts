import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { parse, print } from 'graphql';

const FOLDER = new URL('../client/src/operations/', import.meta.url);

/** What the service knows of the client's documents: `server/src/capabilities/graphql-proxy/shipped-documents.ts`. */
export async function shippedDocumentsSource(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const entries = await Promise.all(
    files.map(async (file) => {
      const printed = print(parse(await readFile(new URL(file, FOLDER), 'utf8'), { noLocation: true }));
      return `  ['${file.replace('.graphql', '')}', '${createHash('sha256').update(printed).digest('hex')}'],\n`;
    }),
  );
  return [
    '// Written by `npm run generate` from client/src/operations/. Do not edit.\n',
    "/** The SHA-256 of each document that the client ships, in the parser's own print. */",
    `export const SHIPPED_DOCUMENTS: ReadonlyMap<string, string> = new Map([\n${entries.join('')}]);\n`,
  ].join('\n');
}
