import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems } from '../support/visit.ts';
import { button, job, jobsOf, newPeople, show, test } from './jobs.ts';

const SENDING = '/organizations/acme/invitations/sending';
const rowsOf = (logins: readonly string[]) => logins.map((login) => ({ login }));

interface Shown {
  readonly title: string;
  readonly body: string;
}

/** Replaces the browser's notifications, which have no window to appear in. */
async function replaceNotifications(page: Page, permission: 'default' | 'denied' | 'illegal' | 'missing') {
  await page.addInitScript((granted) => {
    const shown: unknown[] = [];
    class Fake {
      static permission = granted === 'denied' ? 'denied' : 'default';
      static async requestPermission() {
        Fake.permission = Fake.permission === 'denied' ? 'denied' : 'granted';
        return Fake.permission;
      }
      constructor(title: string, options: { readonly body: string }) {
        if (granted === 'illegal') throw new TypeError('Illegal constructor');
        shown.push({ title, body: options.body });
      }
    }
    if (granted === 'missing') Reflect.deleteProperty(window, 'Notification');
    else Object.assign(window, { Notification: Fake });
    Object.assign(window, { shown });
  }, permission);
}

const shownOn = (page: Page): Promise<readonly Shown[]> =>
  page.evaluate(() => (window as unknown as { readonly shown: readonly Shown[] }).shown);

test('the title shows progress, and in a hidden tab that the batch finished, with a notification if asked for', async ({
  visit,
  turned,
}) => {
  const jobs = await jobsOf(turned, 'acme', 'ada');
  const page = await visit.blankAs('ada');
  await page.clock.install();
  await replaceNotifications(page, 'default');
  await jobs.begin(rowsOf(await newPeople(visit, 'titled', 4)));
  await page.goto(visit.url + SENDING);
  await job(page, '4 people').waitFor();
  await jobs.send(2);
  await expect.poll(() => page.title()).toMatch(/^\(50%\) .* · orgdesk$/);
  expect(await shownOn(page)).toEqual([]);
  await button(page, 'Notify me when it’s done').click();
  await expect.poll(() => button(page, 'Notify me when it’s done').getAttribute('aria-pressed')).toBe('true');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('link', { name: 'Teams' }).first().click();
  await expect.poll(() => page.title()).toMatch(/^\(50%\) Teams of/);
  await show(page, false);
  await jobs.send();
  await page.clock.fastForward(31_000);
  await expect.poll(() => page.title()).toMatch(/^Batch finished · Teams of/);
  expect(await shownOn(page)).toEqual([{ title: 'Batch finished', body: 'acme' }]);
  await show(page, true);
  await expect.poll(() => page.title()).toMatch(/^Teams of/);
});

test('a batch that stops says why, also where notifications are blocked, refused or missing', async ({
  visit,
  turned,
}) => {
  const jobs = await jobsOf(turned, 'acme', 'ada');
  for (const permission of ['denied', 'illegal', 'missing'] as const) {
    const page = await visit.blankAs('ada');
    await page.clock.install();
    await replaceNotifications(page, permission);
    const { id } = await jobs.begin(rowsOf(await newPeople(visit, `stopped-${permission}`, 2)), permission);
    await page.goto(visit.url + SENDING);
    await job(page, '2 people').first().waitFor();
    const ask = button(page, 'Notify me when it’s done');
    await expect.poll(() => page.title()).toMatch(/^\(0%\)/);
    expect(await ask.count()).toBe(permission === 'illegal' ? 1 : 0);
    if (permission === 'illegal') await ask.click();
    await show(page, false);
    await jobs.change(id, 'pause');
    await page.clock.fastForward(31_000);
    await expect.poll(() => page.title()).toMatch(/^Batch paused · /);
    expect(await shownOn(page)).toEqual([]);
    await jobs.change(id, 'cancel');
    await page.close();
  }
});

test('batches of others change nothing', async ({ visit, turned }) => {
  await visit.onCodeHost('world/setRole', 'acme', 'katherine', 'admin');
  const jobs = await jobsOf(turned, 'acme', 'katherine');
  const { id } = await jobs.begin(rowsOf(await newPeople(visit, 'hers', 2)), 'hers');
  const page = await visit.openAs('ada', SENDING);
  await job(page, '2 people').first().getByText('Running', { exact: true }).waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/job-signal')),
  );
  expect(await page.title()).not.toContain('%');
  expect(await button(page, 'Notify me when it’s done').count()).toBe(0);
  await jobs.change(id, 'cancel');
  await visit.onCodeHost('world/setRole', 'acme', 'katherine', 'member');
});
