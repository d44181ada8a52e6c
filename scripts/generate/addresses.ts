import { ENDPOINTS } from '@orgdesk/contract/endpoints';

/** Where the client finds each endpoint: `client/src/generated/addresses.ts`. Only the code host can sign a webhook. */
export function addressesSource(): string {
  const lines = ENDPOINTS.filter(({ chapter }) => chapter !== 'Webhooks')
    .map(({ id, method, path }) => `  ${id}: '${method} ${path}',\n`)
    .toSorted();
  return [
    '// Written by `npm run generate` from the contract. Do not edit.\n',
    "import type { Calls } from '@orgdesk/contract/endpoints';\n",
    `export const ADDRESSES: Readonly<Record<keyof Calls, string>> = {\n${lines.join('')}};\n`,
  ].join('\n');
}
