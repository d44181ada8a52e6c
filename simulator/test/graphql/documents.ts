import { readdirSync, readFileSync } from 'node:fs';

/** The documents that clients send through the service, and those that only the service sends. */
const FOLDERS = ['../../../client/src/operations/', './documents/'].map((path) => new URL(path, import.meta.url));

export const documents = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => ({
      file,
      name: file.replace('.graphql', ''),
      text: readFileSync(new URL(file, folder), 'utf8'),
    })),
);

/** The text of one document; empty for an unknown name. */
export const document = (name: string): string => documents.find((entry) => entry.name === name)?.text ?? '';
