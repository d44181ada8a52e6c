import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, holdRequests, sidewaysScroll, test } from '../support/visit.ts';
import { hasFocus, inviteButton, invitees, leftOut, names, openInvite, results, says } from './inviting.ts';

const TABLE = 'Name,Email,Nick,Team\nRadia,r@mail.example,radia,platform\nTim,t@mail.example,,engineering\n';

/** Who is named in the next request for invitations. */
const nextSent = async (page: Page): Promise<unknown> =>
  (await page.waitForRequest(/\/mass-invite\?/)).postDataJSON().userLogins;

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a table with a heading for logins invites those of that column, and names each row without one', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  await choose(page, 'people.csv', TABLE.replace('Nick', 'GitHub username'));

  await says(page, 'taken from the column “GitHub username”').waitFor();
  expect(await invitees(page).allInnerTexts()).toEqual(['radia']);
  expect(await leftOut(page).allInnerTexts()).toEqual([
    expect.stringMatching(/people\.csv, row 3\s+Tim, t@mail\.example, engineering\s+its row has no login/),
  ]);
  const sent = nextSent(page);
  await inviteButton(page).click();
  expect(await sent).toEqual(['radia']);
});

test('a table whose headings do not say where the logins are invites nobody before that is said', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill(TABLE);
  const column = page.getByRole('combobox', { name: 'Column with the logins' });
  await column.waitFor();
  expect(await invitees(page).count()).toBe(0);
  expect(await inviteButton(page).innerText()).toBe('Invite');
  expect(await accessibilityProblems(page)).toEqual([]);

  await column.selectOption({ label: 'Nick: radia …' });
  expect(await invitees(page).allInnerTexts()).toEqual(['radia']);
  await page.getByRole('checkbox', { name: 'The first row has headings' }).uncheck();
  await expect.poll(() => invitees(page).allInnerTexts()).toEqual(['Nick', 'radia']);
  await page.reload();
  await expect.poll(() => invitees(page).allInnerTexts()).toEqual(['Nick', 'radia']);
  await page.getByRole('checkbox', { name: 'The first row has headings' }).check();
  const sent = nextSent(page);
  await inviteButton(page).click();
  expect(await sent).toEqual(['radia']);
});

test('the list of who will be invited is one stop of the keyboard, and who is taken off it is not sent', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  const removing = (login: string) => page.getByRole('button', { name: `Remove ${login}` });
  await names(page).fill('nobody-1 nobody-2 nobody-3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await removing('nobody-1').evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await removing('nobody-3').evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  expect(await removing('nobody-3').evaluate(hasFocus)).toBe(true);
  expect(await invitees(page).allInnerTexts()).toEqual(['nobody-3']);

  // The page remembers who was taken off, whatever is typed or loaded afterwards.
  await page.reload();
  await expect.poll(() => invitees(page).allInnerTexts()).toEqual(['nobody-3']);
  await page.getByRole('button', { name: 'Put nobody-1 back' }).press('Enter');
  await expect.poll(() => invitees(page).allInnerTexts()).toEqual(['nobody-1', 'nobody-3']);
  expect(await leftOut(page).allInnerTexts()).toEqual([expect.stringContaining('removed by you')]);
  const sent = nextSent(page);
  await removing('nobody-3').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await sent).toEqual(['nobody-1', 'nobody-3']);
});

test('on a phone, names are taken off by touch, and nothing has to be scrolled sideways', async ({ visit }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('margaret', '/organizations/northwind/invite', phone);
  await names(page).fill(`${'x'.repeat(39)} radia tim@mail.example ${'y'.repeat(90)}`);
  await page.getByRole('button', { name: 'Remove radia' }).tap();
  expect(await invitees(page).allInnerTexts()).toEqual(['x'.repeat(39)]);
  await names(page).fill(TABLE);
  await page.getByRole('combobox').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('of many names the first hundred are listed, and all on demand', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill(Array.from({ length: 120 }, (_, place) => `nobody-${place}`).join('\n'));
  await page.getByRole('heading', { name: 'Who will be invited (120)' }).waitFor();
  expect(await invitees(page).count()).toBe(100);
  await page.getByRole('button', { name: 'Show the other 20' }).click();
  await expect.poll(() => invitees(page).count()).toBe(120);
  // The button under the pointer has the design system's own color of hovering.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('results come before the form, those that failed first, and reading goes on at them', async ({ visit }) => {
  const page = await openInvite(visit, 'lumen-labs', 'ada');
  await names(page).fill('hedy alan nobody-1');
  await inviteButton(page).click();
  await says(page, 'Done: 1 invited, 1 already there, 1 failed.').waitFor();

  const heading = page.getByRole('heading', { name: 'Results' });
  expect(await heading.evaluate(hasFocus)).toBe(true);
  expect(await results(page).getByRole('rowheader').allInnerTexts()).toEqual(['nobody-1', 'alan', 'hedy']);
  const [ofResults, ofForm] = [await heading.boundingBox(), await names(page).boundingBox()];
  expect(ofResults?.y).toBeLessThan(ofForm?.y ?? 0);
  await page.getByRole('button', { name: 'Add more names' }).click();
  expect(await names(page).evaluate(hasFocus)).toBe(true);
});

test('a request that breaks off counts those who may be invited as they are', async ({ visit }) => {
  visit.expectProblem(/ERR_FAILED/);
  const page = await openInvite(visit);
  const goOn = await holdRequests(page, '**/mass-invite?*', (route) => route.abort());
  await names(page).fill('nobody-1 nobody-2');
  await inviteButton(page).click();
  goOn();
  await says(page, 'Some of these 2 may have been invited already.').waitFor();
  expect(await says(page, 'next').count()).toBe(0);
});
