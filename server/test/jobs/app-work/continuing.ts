import type { AppWorkAnswer, AuditEntry, Job } from '@orgdesk/contract';
import { expect } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { addOrganization } from '../../features/people-changes/changing.ts';
import { type Answer, fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import type { Service, SignedIn } from '../../support/service/start-service.ts';

export const MINUTE_MS = 60_000;

/** An organization whose jobs continue after a sign-out, with two owners; `ada` is who approves. */
export async function organizationWithAppWork(service: Service, more: object = {}) {
  const prepared = addOrganization(service, more);
  const { organization, owner: ada } = prepared;
  const grace = prepared.member('admin');
  const { world } = service.simulator;
  const organizationId = world.organization(organization)?.id ?? 0;
  const installationId = world.installationOf(organizationId)?.id ?? 0;
  const signedIn: Record<string, SignedIn> = {};
  const headersOf = (login: string): RequestHeaders => signedIn[login]?.bearer ?? {};
  const post = (login: string, path: string, body: object): Promise<Answer> =>
    fetchOnce(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(login) },
      body: JSON.stringify(body),
    });
  const address = `/api/organizations/${organization}/app-work`;
  const readSwitch = async (login: string) =>
    (await fetchOnce(`${service.url}${address}`, { headers: headersOf(login) })).json as AppWorkAnswer;
  async function turn(login: string, isOn: boolean): Promise<Answer> {
    const { version } = await readSwitch(login);
    return post(login, address, { isOn, version });
  }
  async function signIn(login: string): Promise<void> {
    signedIn[login] = await service.signIn(login);
  }
  const jobs = (login: string) => jobsAs(service, headersOf(login), organization);
  await signIn(ada);
  expect(await turn(ada, true)).toMatchObject({ status: 200, json: { isOn: true, version: 1, obstacles: [] } });
  return {
    ...prepared,
    organizationId,
    installationId,
    ada,
    grace,
    address,
    signIn,
    headersOf,
    post,
    readSwitch,
    turn,
    jobs,
    /** Starts a batch that continues after a sign-out. */
    async begin(login: string, rows: readonly object[], key = 'continued'): Promise<Job> {
      const answer = await jobs(login).start({ key, rows, continueAfterSignOut: true });
      expect(answer).toMatchObject({ status: 202, json: { job: { continuesAfterSignOut: true } } });
      return (answer.json as { readonly job: Job }).job;
    },
    signOut: (login: string) => post(login, '/api/auth/logout', {}),
    /** Entries of the audit log, oldest first. */
    async entries(login: string, action: string): Promise<readonly AuditEntry[]> {
      const url = `${service.url}/api/organizations/${organization}/audit-trail.ndjson?action=${action}`;
      const { text } = await fetchOnce(url, { headers: headersOf(login) });
      return text
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as AuditEntry)
        .toReversed();
    },
  };
}

export type Organization = Awaited<ReturnType<typeof organizationWithAppWork>>;

/** Turns the clock from one due time to the next, until no job of the organization is at work. */
export async function workThroughAll(
  { clock, workOnJobs, storage }: Pick<Service, 'clock' | 'workOnJobs' | 'storage'>,
  read: () => Promise<Pick<Job, 'state'>>,
  { untilMs = Number.POSITIVE_INFINITY, steps = 20_000 } = {},
): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await workOnJobs();
    const { state } = await read();
    if (state !== 'running' && state !== 'limited') return;
    const now = clock.now();
    const dueAt = await storage.dueWork.nextDueAt(['invitations', 'people-change', 'organization-file'], now);
    const waitMs = Math.max(1, (dueAt?.getTime() ?? 0) - now.getTime());
    if (now.getTime() + waitMs > untilMs) return;
    clock.advance(waitMs);
  }
  throw new Error('the job did not come to an end');
}
