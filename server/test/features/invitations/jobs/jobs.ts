import type { Job, JobRow } from '@orgdesk/contract';
import { beforeAll, expect } from 'vitest';
import { type Answer, fetchOnce, type RequestHeaders } from '../../../support/browser.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import type { Service } from '../../../support/service/start-service.ts';

/** A service of the suite's own, for tests of jobs, whose time they alone move. */
export function serviceForJobs(options: Parameters<typeof sharedService>[0] = {}) {
  const service = sharedService(options);
  beforeAll(() => service().clock.stop());
  return service;
}

/** The jobs of one organization, as one person asks for them. */
export function jobsAs({ url }: { readonly url: string }, headers: RequestHeaders, organization = 'acme') {
  const base = `${url}/api/organizations/${organization}`;
  const ask = (path: string, method = 'GET') => fetchOnce(`${base}/jobs${path}`, { method, headers });
  const start = (body: unknown): Promise<Answer> =>
    fetchOnce(`${base}/invitation-jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const jobIn = ({ json }: Answer): Job => (json as { readonly job: Job }).job;
  return {
    ask,
    start,
    /** Starts a job that has to be accepted. */
    async begin(rows: readonly object[], key = 'a-key'): Promise<Job> {
      const answer = await start({ key, rows });
      expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
      return jobIn(answer);
    },
    list: () => ask(''),
    read: async (id: string): Promise<Job> => jobIn(await ask(`/${id}`)),
    rows: async (id: string, query = '?limit=500'): Promise<readonly JobRow[]> =>
      ((await ask(`/${id}/rows${query}`)).json as { readonly rows: readonly JobRow[] }).rows,
    change: (id: string, verb: string) => ask(`/${id}/${verb}`, 'POST'),
  };
}

/** Lets time pass, and the service work, until a job is no longer running. Every step is one second. */
export async function runOut(
  { clock, workOnJobs }: Pick<Service, 'clock' | 'workOnJobs'>,
  read: () => Promise<Job>,
  stepsMax = 3_000,
): Promise<Job> {
  for (let step = 0; step < stepsMax; step += 1) {
    const nextAt = await workOnJobs();
    const job = await read();
    if (job.state !== 'running') return job;
    clock.advance(Math.max(1, (nextAt?.getTime() ?? 0) - clock.now().getTime()));
  }
  throw new Error('the job did not come to an end');
}

/** People nobody has invited yet. */
export function newPeople({ simulator }: Pick<Service, 'simulator'>, prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const login = `${prefix}-${index}`;
    simulator.world.addUser({ login });
    return login;
  });
}
