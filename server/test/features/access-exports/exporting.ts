import type { Job } from '@orgdesk/contract';
import { expect } from 'vitest';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import type { Service } from '../../support/service/start-service.ts';

/** The exports of one organization, as one person asks for them. */
export function exportsAs({ url }: { readonly url: string }, headers: RequestHeaders, organization: string) {
  const base = `${url}/api/organizations/${organization}`;
  const ask = (path = '?kind=access-export', method = 'GET') => fetchOnce(`${base}/jobs${path}`, { method, headers });
  const begin = () => fetchOnce(`${base}/access-exports`, { method: 'POST', headers });
  const jobIn = ({ json }: { readonly json: unknown }) => (json as { readonly job: Job }).job;
  return {
    ask,
    begin,
    async start(): Promise<Job> {
      const answer = await begin();
      expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
      return jobIn(answer);
    },
    read: async (id: string): Promise<Job> => jobIn(await ask(`/${id}`)),
    change: async (id: string, verb: string): Promise<Job> => jobIn(await ask(`/${id}/${verb}`, 'POST')),
    /** The lines of the file, as they are. */
    async file(id: string): Promise<readonly string[]> {
      const answer = await ask(`/${id}/results.csv`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      return linesIn(answer.text);
    },
  };
}

/** Lines of a file without line ends in its cells. */
export const linesIn = (text: string): readonly string[] => text.split('\r\n').filter((line) => line !== '');

/** Lets the service work, and time pass where it waits, until an export has ended. */
export async function runOut(
  { clock, workOnJobs }: Pick<Service, 'clock' | 'workOnJobs'>,
  read: () => Promise<Job>,
  { stepsMax = 200 } = {},
): Promise<Job> {
  for (let step = 0; step < stepsMax; step += 1) {
    const nextAt = await workOnJobs();
    const found = await read();
    if (found.endedAt !== null) return found;
    clock.advance(Math.max(1, (nextAt?.getTime() ?? 0) - clock.now().getTime()));
  }
  throw new Error('the export did not come to an end');
}
