import type { Job, JobsAnswer } from '@orgdesk/client';
import type { Locator, Page } from 'playwright-core';
import { buildConsoleIfStale, CONSOLE_DIST } from '../../../../server/src/operate/build-console.ts';
import { createLog } from '../../../../server/src/operate/log.ts';
import { jobsAs } from '../../../../server/test/features/invitations/jobs/jobs.ts';
import type {} from '../../../../server/test/support/databases/postgres.ts';
import { type Service, startService } from '../../../../server/test/support/service/start-service.ts';
import { test as base, type Visit } from '../support/visit.ts';
import { names } from './inviting.ts';

/** A service in this process with the test's clock, which sends nothing by itself. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads dependencies from the pattern.
  .extend('turned', { scope: 'file' }, async ({}, { onCleanup }): Promise<Service> => {
    const built = buildConsoleIfStale(createLog('warn', { write: () => {} }));
    await built;
    const service = await startService({ console: { folder: CONSOLE_DIST, built } });
    onCleanup(() => service.close());
    return service;
  })
  .extend('service', { scope: 'file' }, ({ turned }) => turned as never);

/** Locators of the batches page. */
export const job = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const people = (page: Page, name: string): Locator =>
  page.getByRole('table', { name }).locator('tbody').getByRole('row');
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export const hasFocus = (element: Element): boolean => element === element.ownerDocument.activeElement;
export const choose = (page: Page, name: string, label: string) =>
  page.getByRole('combobox', { name }).selectOption({ label });

/** Shows or hides the page's tab. */
export const show = (page: Page, isVisible: boolean): Promise<void> =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );

/** Enters one person and confirms the invitation. */
export async function write(page: Page, login: string): Promise<void> {
  await names(page).fill(login);
  await button(page, 'Check 1 person').click();
  await button(page, 'Send 1 invitation').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 invitation' }).click();
}

/** Reads an organization's jobs through the API, as an admin or with a page's session. */
export async function jobsOf(service: Service, organization: string, login: string, page: Page | null = null) {
  const cookies = (await page?.context().cookies()) ?? [];
  const id = cookies.find(({ name }) => name === 'host_session')?.value ?? (await service.signIn(login)).id;
  const { list, begin, change } = jobsAs(service, { authorization: `Bearer ${id}` }, organization);
  const all = async () => ((await list()).json as JobsAnswer).jobs;
  const newest = async (): Promise<Job> => {
    const [job] = await all();
    if (job === undefined) throw new Error('there is no job yet');
    return job;
  };
  return {
    all,
    newest,
    begin,
    change,
    /** Runs the service and its clock until the newest job has this many outcomes or stops. */
    async send(settledMax = Number.POSITIVE_INFINITY): Promise<Job> {
      for (;;) {
        const nextAt = await service.workOnJobs();
        const job = await newest();
        const { ready, sending, ...settled } = job.counts;
        const count = Object.values(settled).reduce((sum, one) => sum + one, 0);
        if (job.state !== 'running' || count >= settledMax) return job;
        service.clock.advance(Math.max(1, (nextAt?.getTime() ?? 0) - service.clock.now().getTime()));
      }
    },
  };
}

/** Creates people without invitations. */
export async function newPeople(visit: Visit, prefix: string, count: number): Promise<readonly string[]> {
  const logins = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
  for (const login of logins) await visit.onCodeHost('world/addUser', { login });
  return logins;
}
