import { type Endpoint, ListEnd } from '@orgdesk/contract';
import type { TSchema } from 'typebox';
import { callable } from './contract-types.ts';

/** Where the client finds each endpoint, and which need more than one answer of JSON: `client/src/generated/addresses.ts`. */
export function addressesSource(): string {
  const endpoints = callable();
  const table = (textOf: (endpoint: Endpoint) => string | null): string =>
    endpoints
      .flatMap((endpoint) => {
        const text = textOf(endpoint);
        return text === null ? [] : [`  ${endpoint.id}: ${text},\n`];
      })
      .join('');
  return [
    '// Written by `npm run generate` from the contract. Do not edit.\n',
    "import type { Calls } from './contract.ts';\n",
    `export const ADDRESSES: Readonly<Record<keyof Calls, string>> = {\n${table(({ method, path }) => `'${method} ${path}'`)}};\n`,
    '/** Those that answer lines of JSON, and whether the last of them is `end`. */',
    `export const LINES = {\n${table(linesOf)}} as const;\n`,
    '/** Those that answer a file. */',
    `export const FILES = {\n${table(({ answers }) => (answers[200]?.text === 'text/csv' ? 'true' : null))}} as const;\n`,
    '/** Those that answer a page, and the parameter that takes `next` of the page before. */',
    `export const PAGES = {\n${table(pageOf)}} as const;\n`,
    '/** Those that a repetition cannot do twice, because they only read. */',
    `export const READS: Readonly<Partial<Record<keyof Calls, true>>> = {\n${table(readOf)}};\n`,
  ].join('\n');
}

function linesOf({ answers }: Endpoint): string | null {
  const lines = answers[200]?.lines;
  return lines === undefined ? null : `{ hasEnd: ${hasEnd(lines)} }`;
}

/** Returns true if one kind of line ends the list. */
const hasEnd = (lines: TSchema): boolean =>
  'anyOf' in lines && Array.isArray(lines.anyOf) && lines.anyOf.includes(ListEnd);

function pageOf({ query, answers }: Endpoint): string | null {
  const parameters = propertiesOf(query);
  const cursor = ['after', 'before'].find((name) => name in parameters);
  return cursor !== undefined && 'next' in propertiesOf(answers[200]?.json) ? `'${cursor}'` : null;
}

const propertiesOf = (schema: TSchema | undefined): object => Object(Object(schema).properties);

/** Sign-in and installing are no reads although they are `GET`: they use up what they are sent. Health is known from the first answer. */
const readOf = ({ method, path, entries, session, answers }: Endpoint): string | null =>
  method === 'GET' && path.startsWith('/api/') && entries === undefined && session !== 'begun' && !(302 in answers)
    ? 'true'
    : null;
