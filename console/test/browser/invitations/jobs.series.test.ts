import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, chooseOption, keptInTab, signOutButton, type Visit } from '../support/visit.ts';
import { names, previewOf, textOn } from './inviting.ts';
import { button, choose, hasFocus, job, jobsOf, newPeople, people, show, test, write } from './jobs.ts';

const STARTS = '**/invitation-jobs';
const SENDING = '/organizations/acme/invitations/sending';

const rowsOf = (logins: readonly string[]) => logins.map((login) => ({ login }));
const status = (page: Page) => page.getByRole('status').filter({ hasText: '% done' });
const arrivals = async (visit: Visit, organization = 'acme'): Promise<readonly string[]> =>
  ((await visit.onCodeHost('call/invitations', organization)) as { readonly login: string }[]).map(
    ({ login }) => login,
  );

test('109 people are each sent once and appear in a table with pages, filters and a CSV file [W-9]', async ({
  visit,
  turned,
}) => {
  const nobody = Array.from({ length: 104 }, (_, index) => `nobody-${index + 1}`);
  const jobs = await jobsOf(turned, 'northwind', 'margaret');
  await jobs.begin(rowsOf(['radia', 'tim', 'hedy', 'grace', 'margaret', ...nobody]));
  const page = await visit.openAs('margaret', '/organizations/northwind/invitations/sending');
  await job(page, '109 people').waitFor();
  await jobs.send();

  await textOn(page, '3 invited, 2 already joined, 104 not found.').waitFor();
  await button(page, 'Show people').click();
  await textOn(page, '1 to 100 of 109 people').waitFor();
  expect(await people(page, '109 people').count()).toBe(100);
  expect(await people(page, '109 people').nth(3).innerText()).toMatch(
    /grace\s+Member\s+Already a member\s+.*already a part/,
  );
  await button(page, 'Next 9').press('Enter');
  await textOn(page, '101 to 109 of 109 people').waitFor();
  await button(page, 'Previous 100').press('Enter');
  const held = Promise.withResolvers<void>();
  await page.route(/\/rows\?.*outcome=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, 'Filter by result', 'Invited (3)');
  await textOn(page, '3 people').last().waitFor();
  expect(await people(page, '109 people').count(), 'no rows of another filter').toBe(0);
  held.resolve();
  await people(page, '109 people').first().waitFor();
  expect(await people(page, '109 people').getByRole('rowheader').allInnerTexts()).toEqual(
    ['radia', 'tim', 'hedy'].map((login) => expect.stringMatching(new RegExp(`^${login}\\s`))),
  );
  const saved = page.waitForEvent('download');
  await chooseOption(page, 'Download CSV');
  const csv = (await buffer(await (await saved).createReadStream())).toString();
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toMatch(/\r\nradia,,Member,,Invited,/);
  expect(new Set(await arrivals(visit, 'northwind'))).toEqual(new Set(['radia', 'tim', 'hedy']));
});

test('a job shows progress, can be left without confirmation, paused, and cancelled from another device', async ({
  visit,
  turned,
}) => {
  const jobs = await jobsOf(turned, 'acme', 'ada');
  const logins = await newPeople(visit, 'paused', 6);
  const { id: teamId } = (await visit.onCodeHost('world/addTeam', { organization: 'acme', name: 'Night Shift' })) as {
    readonly id: number;
  };
  await jobs.begin(logins.map((login) => ({ login, teamIds: [teamId] })));
  const page = await visit.openAs('ada', SENDING);
  await jobs.send(2);
  await textOn(page, '2 of 6 done: 2 invited.').waitFor();
  expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33');
  expect(await status(page).innerText()).toBe('Running, 30% done');
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Pause').press('Enter');
  await textOn(page, 'Nothing is sent until an owner resumes the batch.').waitFor();
  expect(await button(page, 'Resume').evaluate(hasFocus)).toBe(true);
  await jobs.send();
  expect(await arrivals(visit)).toHaveLength(2);

  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByText('Grace Hopper').waitFor();
  await page.getByRole('link', { name: 'Invitations', exact: true }).click();
  await page.getByRole('link', { name: 'Batches Paused' }).click();
  await button(page, 'Resume').press('Enter');
  await button(page, 'Pause').waitFor();
  await jobs.send(4);
  await textOn(page, '4 of 6 done: 4 invited.').waitFor();

  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const other = await visit.openAs('grace', '/organizations/acme/invitations');
  await other.getByRole('link', { name: 'Batches 4 of 6' }).click();
  await textOn(other, 'started by ada').waitFor();
  await button(other, 'Cancel…').press('Enter');
  await other.getByRole('dialog').getByText('Cancel the remaining 2 invitations?').waitFor();
  await other.keyboard.press('Escape');
  expect(await button(other, 'Cancel…').evaluate(hasFocus)).toBe(true);
  await other.keyboard.press('Enter');
  await button(other, 'Cancel remaining').press('Enter');

  for (const shown of [other, page]) await textOn(shown, '4 invited, 2 not sent.').waitFor();
  await other
    .getByRole('status')
    .filter({ hasText: 'Cancelled: 4 invited, 2 not sent' })
    .waitFor({ state: 'attached' });
  expect(await people(other, '6 people').first().innerText()).toMatch(/^paused-1\s+Member · Night Shift/);
  expect(await other.getByRole('heading', { name: '6 people' }).evaluate(hasFocus)).toBe(true);
  expect(await accessibilityProblems(other)).toEqual([]);
  await page.getByRole('link', { name: 'Open and failed' }).click();
  await textOn(page, '5 open, 0 failed').waitFor();
  await page.goBack();
  await button(page, 'Edit and resend 2').press('Enter');
  await names(page).waitFor();
  expect((await names(page).inputValue()).split('\n')).toEqual(['paused-5', 'paused-6']);
  expect(await textOn(page, '2 usernames to invite').locator('..').evaluate(hasFocus)).toBe(true);
  await page.reload();
  await button(page, 'Check 2 people').click();
  await textOn(page, 'All 2 people checked.').waitFor();
  expect(await previewOf(page, 'paused-5').innerText()).toMatch(/Member\s+Night Shift/);
  await button(page, 'Back to list').click();
  expect((await names(page).inputValue()).split('\n')).toEqual(['paused-5', 'paused-6']);
  await page.goBack();
  await button(page, 'Edit and resend 2').click();
  await page.getByRole('dialog').getByText('Replace the current draft?').waitFor();
});

test('an unanswered start makes one job, however often it is sent, also after a reload', async ({ visit, turned }) => {
  visit.expectProblem(/ERR_FAILED|Failed to fetch/);
  const jobs = await jobsOf(turned, 'lumen-labs', 'ada');
  const [first = '', second = ''] = await newPeople(visit, 'lost', 2);
  const page = await visit.openAs('ada', '/organizations/lumen-labs/invitations/invite');
  const loseAnswers = () =>
    page.route(STARTS, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
  await loseAnswers();
  await write(page, first);
  await page.getByRole('alert').getByText('Couldn’t confirm that orgdesk received the invitations').waitFor();
  await textOn(page, 'All 1 person checked. 1 to invite, 0 not included.').waitFor();
  expect(await page.getByText('Nothing has been sent').count()).toBe(0);
  await page.unroute(STARTS);
  await button(page, 'Send 1 invitation').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 invitation' }).click();
  await job(page, '1 person').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: '1 person' }).evaluate(hasFocus)).toBe(true);
  expect(await jobs.all()).toHaveLength(1);
  await button(page, 'Pause').focus();
  await jobs.send();
  await textOn(page, '1 invited.').waitFor();
  expect(await page.getByRole('heading', { name: '1 person' }).evaluate(hasFocus)).toBe(true);

  await page.getByRole('link', { name: 'Invite people' }).click();
  await loseAnswers();
  await write(page, second);
  await page.getByRole('alert').getByText('Couldn’t confirm that').waitFor();
  await page.reload();
  await textOn(page, 'Invitations are being sent').waitFor();
  expect(await names(page).inputValue()).toBe('');
  expect((await keptInTab(page)).filter((name) => name.includes('invit'))).toEqual([]);
  await page.getByRole('link', { name: 'View batches' }).click();
  await jobs.send();
  await textOn(page, '1 invited.').first().waitFor();
  expect(await jobs.all()).toHaveLength(2);
  expect(await arrivals(visit, 'lumen-labs')).toEqual(expect.arrayContaining([first, second]));
});

test('the form keeps rejected invitations and shows the reason', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await visit.openAs('ada', '/organizations/lumen-labs/invitations/invite');
  await page.route(STARTS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: 'The invitations have a pause.' } })
      : route.continue(),
  );
  await write(page, 'hedy');
  await page.getByRole('alert').getByText('The invitations have a pause.').waitFor();
  await page.unroute(STARTS);
  await button(page, 'Send 1 invitation').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 invitation' }).click();
  await job(page, '1 person').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('signing out during a start leaves nothing behind, even after a late answer', async ({ visit }) => {
  const page = await visit.openAs('hedy', '/organizations/closed-circle/invitations/invite');
  const released = Promise.withResolvers<void>();
  await page.route(STARTS, async (route) => {
    if (route.request().method() === 'POST') await released.promise;
    await route.continue();
  });
  visit.expectProblem(/401/);
  const requested = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('-jobs'));
  await write(page, 'radia');
  await requested;
  await signOutButton(page).click();
  await textOn(page, 'You signed out.').waitFor();
  const late = page.waitForResponse(/invitation-jobs$/);
  released.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await keptInTab(page)).toEqual([]);
});

test('a hidden page requests nothing; a visible one is current at once, also without events', async ({
  visit,
  turned,
}) => {
  visit.expectProblem(/ERR_FAILED|Failed to fetch/);
  const jobs = await jobsOf(turned, 'northwind', 'margaret');
  await jobs.begin(rowsOf(await newPeople(visit, 'hidden', 4)), 'hidden');
  const page = await visit.blankAs('margaret');
  await page.route('**/events', (route) => route.abort());
  await page.goto(`${visit.url}/organizations/northwind/invitations/sending`);
  await job(page, '4 people').waitFor();
  await jobs.send(1);
  await textOn(page, '1 of 4 done').waitFor();

  await show(page, false);
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await jobs.send(2);
  // Longer than the polling interval of a visible page.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(requested).toEqual([]);
  expect(await textOn(page, '1 of 4 done').count()).toBe(1);
  await page.unroute('**/events');
  await show(page, true);
  await textOn(page, '2 of 4 done').waitFor();
  await jobs.send();
  await textOn(page, '4 invited.').waitFor();
});
