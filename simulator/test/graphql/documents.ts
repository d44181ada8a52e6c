import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./documents/', import.meta.url);

/** The documents of the service, those it uses only itself included. */
export const documents = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => ({
    file,
    name: file.replace(/^.*\/|\.graphql$/g, ''),
    text: readFileSync(new URL(file, FOLDER), 'utf8'),
  }));

/** The text of one document; empty for an unknown name. */
export const document = (name: string): string => documents.find((known) => known.name === name)?.text ?? '';
