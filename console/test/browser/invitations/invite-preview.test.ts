import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, keptInTab, sidewaysScroll, test } from '../support/visit.ts';
import {
  checkButton,
  handedOver,
  hasFocus,
  names,
  openInvite,
  PREVIEWS,
  previewed,
  previewOf,
  says,
  sendButton,
} from './inviting.ts';

/** What every page of a person keeps: which installations they know. */
const INSTALLATIONS = expect.stringMatching(/^orgdesk\.kept\.installations\.\d+$/);
const DAY_MS = 86_400_000;

const heading = (page: Page) => page.getByRole('heading', { name: /: check$/ });
const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => `person-${index}@mail.example`).join('\n');

test('each person has a state before anything is sent, and only those who can be invited are sent', async ({
  visit,
}) => {
  const organization = 'northwind';
  const createdAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
  for (const login of ['waiting-one', 'failed-one']) await visit.onCodeHost('world/addUser', { login });
  await visit.onCodeHost('world/invite', { organization, login: 'waiting-one', createdAt });
  const { id } = (await visit.onCodeHost('world/invite', { organization, login: 'failed-one' })) as { id: number };
  await visit.onCodeHost('platform/failInvitation', organization, id, 'no_more_seats');
  const page = await openInvite(visit);
  await names(page).fill(
    [
      'login,role,team',
      'Radia,owner,Billing',
      'tim@mail.example,billing manager,',
      'grace,,',
      'waiting-one,,',
      'failed-one,,',
      'nobody-at-all,,',
      'acme,,',
      'hedy,,no-such-team',
      'x_,,',
    ].join('\n'),
  );
  await checkButton(page).press('Enter');
  await says(page, 'All 9 people checked. 2 are chosen to be invited, 7 left out. Nothing is sent yet.').waitFor();
  expect(await heading(page).evaluate(hasFocus)).toBe(true);
  for (const [person, state] of [
    ['Radia', /Owner\s+Billing\s+Ready/],
    ['tim@mail.example', /Billing manager\s+Ready/],
    ['grace', /Member already/],
    ['waiting-one', /Invited already\s+since .* by margaret/],
    ['failed-one', /Failed before\s+.*seat/],
    ['nobody-at-all', /Not found\s+nobody has this login/],
    ['acme', /Not a person/],
    ['hedy', /Unknown team\s+there is no team “no-such-team”/],
  ] as const) {
    expect(await previewOf(page, person).innerText(), person).toMatch(state);
  }
  await says(page, 'of those that the code host allows in 24 hours').waitFor();
  expect(await page.getByRole('list', { name: 'People by state' }).innerText()).toMatch(/2 ready\s+1 failed before/);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'State' }).selectOption('Left out (7)');
  await says(page, '7 of 9 people').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the 7 left out' }).click();
  expect((await buffer(await (await saved).createReadStream())).toString()).toMatch(
    /^\uFEFFlogin,role,teams,state,why,where\r\ngrace,member,,member already,,row 4\r\n/,
  );
  // All of it by keyboard: one is ticked in, another one is mended and looked up alone.
  await page.getByRole('checkbox', { name: 'failed-one' }).press('Space');
  const again = page.waitForRequest(PREVIEWS);
  await page.getByRole('button', { name: 'Change hedy' }).press('Enter');
  await page.getByRole('button', { name: 'Remove the team no-such-team' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  expect((await again).postDataJSON().rows).toHaveLength(1);
  await says(page, 'All 9 people checked. 4 are chosen to be invited, 5 left out.').waitFor();
  await page.reload();
  await says(page, 'All 9 people checked. 4 are chosen to be invited, 5 left out.').waitFor();

  await sendButton(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send 4 invitations?' });
  expect(await dialog.innerText()).toMatch(/2 as members, 1 as owner and 1 as billing manager of Northwind/);
  expect(await dialog.innerText()).toMatch(/This person becomes an owner.*also remove you:\s+radia/is);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Not yet' }).press('Enter');
  await sendButton(page).press('Enter');
  const sent = page.waitForRequest((each) => each.method() === 'POST' && /invitation-jobs$/.test(each.url()));
  await page.getByRole('button', { name: 'Send 4 invitations' }).last().press('Enter');
  expect((await sent).postDataJSON().rows).toEqual([
    { login: 'radia', role: 'admin', teamIds: [expect.any(Number)] },
    { email: 'tim@mail.example', role: 'billing_manager', teamIds: [] },
    { login: 'failed-one', role: 'direct_member', teamIds: [] },
    { login: 'hedy', role: 'direct_member', teamIds: [] },
  ]);
  await page.waitForURL('**/invitations/sending#job-*');
  await expect.poll(() => keptInTab(page)).toEqual([INSTALLATIONS]);
});

test('people are checked by 200, also after a stop, a limit and a reload, each once', async ({ visit }) => {
  visit.expectProblem(/429/);
  visit.expectProblem(/409/);
  const page = await openInvite(visit);
  const sizes: number[] = [];
  let limit: 'none' | 'limited' | 'held' = 'held';
  await page.route(PREVIEWS, async (route) => {
    sizes.push(route.request().postDataJSON().rows.length);
    if (limit === 'held') return;
    if (limit === 'none') return route.continue();
    limit = 'none';
    await route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { error: 'Too many requests.' } });
  });
  await names(page).fill(many(450));
  await checkButton(page).click();
  await says(page, '0 of 450 people checked…').waitFor();
  await page.getByRole('button', { name: 'Stop checking' }).press('Enter');
  await says(page, '450 people are not checked yet').waitFor();
  expect(await heading(page).evaluate(hasFocus)).toBe(true);
  limit = 'limited';
  await page.getByRole('button', { name: 'Go on checking' }).press('Enter');
  await page.getByRole('alert').getByText('Too many requests.').waitFor();
  await says(page, 'You can try again at').waitFor();
  await page.reload();
  await says(page, '0 of 450 people checked.').waitFor();
  await says(page, 'You can try again at').waitFor();
  await page.getByRole('button', { name: 'Go on checking', disabled: false }).click();
  await says(page, 'All 450 people checked. 450 are chosen to be invited').waitFor();
  expect(sizes).toEqual([200, 200, 200, 200, 50]);

  // A page of the list at a time, and back where it was written with nothing lost.
  expect(await previewed(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await says(page, '51–100 of 450').waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  expect((await names(page).inputValue()).split('\n')).toHaveLength(450);
  expect(await names(page).evaluate(hasFocus)).toBe(true);
  await page.getByRole('button', { name: 'Remove person-0@mail.example' }).click();
  await names(page).press('End');
  await checkButton(page).click();
  // Nobody who is known is asked for again.
  await says(page, 'All 449 people checked. 449 are chosen to be invited').waitFor();
  expect(sizes).toHaveLength(5);
  expect(await handedOver(page)).toHaveLength(449);
  // What was not taken stays.
  await says(page, 'All 449 people checked.').waitFor();
});

test('what the code host does not answer is told, and asked for again', async ({ visit }) => {
  const page = await openInvite(visit);
  await visit.faultOnCodeHost({ match: { path: '^/graphql$', method: 'POST' }, kind: 'bad-gateway-html', times: 1 });
  await names(page).fill('radia hedy');
  await checkButton(page).click();
  await page.getByRole('alert').getByText('2 people are not checked yet').waitFor();
  await says(page, 'The code host gives no usable answer').waitFor();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await says(page, 'All 2 people checked.').waitFor();
});

test('where there are no invitations the page says which way is, and for whom, and people are added', async ({
  visit,
}) => {
  const organization = 'lumen-labs';
  for (const login of ['owner_octo', 'mona_octo', 'max_octo']) await visit.onCodeHost('world/addUser', { login });
  await visit.onCodeHost('world/updateOrganization', organization, { managedUsers: true });
  await visit.onCodeHost('world/addMembership', { organization, login: 'owner_octo', role: 'admin' });
  const page = await openInvite(visit, organization, 'owner_octo');
  await names(page).fill('login,role\nmona_octo,\nedsger,\nwho@mail.example,\nmax_octo,billing manager\n');
  await checkButton(page).click();
  await says(page, 'There are no invitations here').waitFor();
  await says(page, 'All 4 people checked. 1 is chosen to be added, 3 left out.').waitFor();
  expect(await previewOf(page, 'max_octo').innerText()).toMatch(
    /Not possible here\s+people are added as members or owners/,
  );
  expect(await previewOf(page, 'edsger').innerText()).toMatch(/Not possible here\s+.*managed accounts/);
  expect(await previewOf(page, 'who@mail.example').innerText()).toMatch(
    /Not possible here\s+people are added by login/,
  );
  await page.getByRole('button', { name: 'Add 1 person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 person' }).click();
  await says(page, '1 added.').waitFor();
  expect(await page.getByRole('row', { name: 'mona_octo' }).innerText()).toMatch(/Member\s+Added/);
});

test('on a phone the preview needs no scrolling sideways', async ({ visit }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('margaret', '/organizations/northwind/invitations/invite', phone);
  await names(page).fill(`${'x'.repeat(39)} edsger ${'y'.repeat(60)}@mail.example`);
  await checkButton(page).tap();
  await says(page, 'All 3 people checked.').waitFor();
  await page.getByRole('checkbox', { name: 'edsger' }).tap();
  await says(page, '1 is chosen to be invited, 2 left out').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});
