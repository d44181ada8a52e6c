import type { AccessExport } from '@orgdesk/contract';
import { expect } from 'vitest';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import type { Service } from '../../support/service/start-service.ts';

/** The exports of one organization, as one person asks for them. */
export function exportsAs({ url }: { readonly url: string }, headers: RequestHeaders, organization: string) {
  const base = `${url}/api/organizations/${organization}/access-exports`;
  const ask = (path = '', method = 'GET') => fetchOnce(`${base}${path}`, { method, headers });
  const exportIn = ({ json }: { readonly json: unknown }) => (json as { readonly export: AccessExport }).export;
  return {
    ask,
    async start(): Promise<AccessExport> {
      const answer = await ask('', 'POST');
      expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
      return exportIn(answer);
    },
    read: async (id: string): Promise<AccessExport> => exportIn(await ask(`/${id}`)),
    cancel: async (id: string): Promise<AccessExport> => exportIn(await ask(`/${id}/cancel`, 'POST')),
    /** The lines of the file, as they are. */
    async file(id: string): Promise<readonly string[]> {
      const answer = await ask(`/${id}/access.csv`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      return linesIn(answer.text);
    },
  };
}

/** Lines of a file without line ends in its cells. */
export const linesIn = (text: string): readonly string[] => text.split('\r\n').filter((line) => line !== '');

/** Lets the service work, and time pass where it waits, until an export has ended. */
export async function runOut(
  { clock, workOnExports }: Pick<Service, 'clock' | 'workOnExports'>,
  read: () => Promise<AccessExport>,
  { stepsMax = 200 } = {},
): Promise<AccessExport> {
  for (let step = 0; step < stepsMax; step += 1) {
    const nextAt = await workOnExports();
    const found = await read();
    if (found.endedAt !== null) return found;
    clock.advance(Math.max(1, (nextAt?.getTime() ?? 0) - clock.now().getTime()));
  }
  throw new Error('the export did not come to an end');
}
