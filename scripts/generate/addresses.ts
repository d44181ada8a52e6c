import { ListEnd } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { TSchema } from 'typebox';

/** Where the client finds each endpoint: `client/src/generated/addresses.ts`. Only the code host can sign a webhook. */
export function addressesSource(): string {
  const lines = ENDPOINTS.filter(({ chapter }) => chapter !== 'Webhooks')
    .map(({ id, method, path }) => `  ${id}: '${method} ${path}',\n`)
    .toSorted();
  const lists = ENDPOINTS.flatMap(({ id, answers }) => {
    const lines = answers[200]?.lines;
    return lines === undefined ? [] : [`  ${id}: { hasEnd: ${hasEnd(lines)} },\n`];
  });
  return [
    '// Written by `npm run generate` from the contract. Do not edit.\n',
    "import type { Calls } from '@orgdesk/contract/endpoints';\n",
    `export const ADDRESSES: Readonly<Record<keyof Calls, string>> = {\n${lines.join('')}};\n`,
    '/** Those that answer lines of JSON, and whether the last of them is `end`. */',
    `export const LINES = {\n${lists.toSorted().join('')}} as const;\n`,
  ].join('\n');
}

/** Returns true if one kind of line ends the list. */
const hasEnd = (lines: TSchema): boolean =>
  'anyOf' in lines && Array.isArray(lines.anyOf) && lines.anyOf.includes(ListEnd);
