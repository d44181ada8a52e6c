import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, keptInTab, sidewaysScroll, test } from '../support/visit.ts';
import {
  checkButton,
  chip,
  choose,
  handedOver,
  hasFocus,
  names,
  openInvite,
  PREVIEWS,
  paste,
  previewed,
  previewOf,
  sendButton,
  textOn,
} from './inviting.ts';

/** Installations seen by the person, stored by every page. */
const INSTALLATIONS = expect.stringMatching(/^orgdesk\.kept\.installations\.\d+$/);
const DAY_MS = 86_400_000;

const heading = (page: Page) => page.getByRole('heading', { name: /^Review / });
const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => `person-${index}@mail.example`).join('\n');

test('each person has a status before anything is sent, and only those who can be invited are sent', async ({
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
  await textOn(page, 'All 9 people checked. 2 to invite, 7 not included. Nothing has been sent yet.').waitFor();
  expect(await heading(page).evaluate(hasFocus)).toBe(true);
  for (const [person, state] of [
    ['Radia', /Owner\s+Billing\s+Ready/],
    ['tim@mail.example', /Billing manager\s+Ready/],
    ['grace', /Already a member/],
    ['waiting-one', /Already invited\s+since .* by margaret/],
    ['failed-one', /Failed before\s+.*seat/],
    ['nobody-at-all', /Not found\s+no account with this username/],
    ['acme', /Not a person/],
    ['hedy', /Unknown team\s+you can’t see a team named “no-such-team”/],
  ] as const) {
    expect(await previewOf(page, person).innerText(), person).toMatch(state);
  }
  await textOn(page, 'toward the 24-hour limit').waitFor();
  expect(await page.getByRole('group', { name: 'Status' }).getByRole('button').allInnerTexts()).toEqual([
    'All (9)',
    'Ready (2)',
    'Fix (5)',
    'Member or invited (2)',
  ]);
  await textOn(page, '2 invitations at one per second: about 1 minute, until').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await chip(page, 'Member or invited (2)').press('Enter');
  await textOn(page, '2 of 9 people').waitFor();
  await chip(page, 'All (9)').press('Enter');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the 7 not included' }).click();
  expect((await buffer(await (await saved).createReadStream())).toString()).toMatch(
    /^\uFEFFlogin,role,teams,status,reason,source,name\r\ngrace,member,,already a member,,row 4,\r\n/,
  );
  // By keyboard: includes one person, then corrects another in its cells, who is checked alone.
  await page.getByRole('checkbox', { name: 'failed-one' }).press('Space');
  await textOn(page, '1 selected').waitFor();
  await page.getByRole('button', { name: 'Include', exact: true }).press('Enter');
  await textOn(page, '3 to invite, 6 not included').waitFor();
  const again = page.waitForRequest(PREVIEWS);
  await page.getByRole('button', { name: 'Edit hedy' }).press('Enter');
  await page.getByRole('button', { name: 'Teams of hedy' }).press('Enter');
  await page.getByRole('button', { name: 'Remove team no-such-team' }).press('Enter');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  expect((await again).postDataJSON().rows).toHaveLength(1);
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  expect(await page.getByRole('button', { name: 'Edit hedy' }).evaluate(hasFocus)).toBe(true);
  await textOn(page, 'All 9 people checked. 4 to invite, 5 not included.').waitFor();
  await page.reload();
  await textOn(page, 'All 9 people checked. 4 to invite, 5 not included.').waitFor();

  await sendButton(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send 4 invitations?' });
  expect(await dialog.innerText()).toMatch(/2 as members, 1 as owner and 1 as billing manager of Northwind/);
  expect(await dialog.innerText()).toMatch(/This person becomes an owner of Northwind.*can remove you:\s+radia/is);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
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

test('each account is shown with its picture and name, and strangers are pointed out before anything is sent', async ({
  visit,
}) => {
  visit.expectProblem(/409/);
  const createdAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
  await visit.onCodeHost('world/addUser', { login: 'ken-x', name: 'Ken \u202eExample' });
  await visit.onCodeHost('world/addUser', { login: 'mal-2', name: 'Mallory', createdAt });
  await visit.onCodeHost('world/addUser', { login: 'quiet-1', name: null });
  const page = await openInvite(visit);
  await names(page).fill(
    'login,name,role\nken-x,Ken Example,\nmal-2,Ken Two,owner\nquiet-1,Quiet One,\nedsger,,\nx@mail.example,Xavier,\n',
  );
  await checkButton(page).press('Enter');
  await textOn(page, 'All 5 people checked. 5 to invite, 0 not included.').waitFor();
  const notice = page.locator('.notice').filter({ hasText: '2 accounts to double-check' });
  expect(await notice.innerText()).toMatch(
    /1 was created in the last 7 days\. 1 has another name than in your list\. 1 has no name to compare with your list\.\s+mal-2, quiet-1/,
  );
  expect(await previewOf(page, 'ken-x').innerText()).not.toMatch(/your list|New account/);
  expect(await previewOf(page, 'ken-x').locator('bdi').innerText()).toBe('Ken \u202eExample');
  expect(await previewOf(page, 'mal-2').innerText()).toMatch(
    /mal-2\s+Mallory\s+row 3.*New account, created .*Another name: your list says “Ken Two”/s,
  );
  expect(await previewOf(page, 'quiet-1').innerText()).toMatch(
    /quiet-1\s+No name\s+row 4.*No name to compare: your list says “Quiet One”/s,
  );
  const picture = previewOf(page, 'mal-2').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(
    await picture.evaluate((image: HTMLImageElement) => [image.width, image.height, image.alt, image.referrerPolicy]),
  ).toEqual([32, 32, '', 'no-referrer']);
  expect(await accessibilityProblems(page)).toEqual([]);

  // A picture that cannot be loaded leaves a letter of the same size.
  const height = (await previewOf(page, 'mal-2').boundingBox())?.height;
  await page.evaluate(() => {
    for (const image of document.querySelectorAll('tbody img')) image.dispatchEvent(new Event('error'));
  });
  await expect.poll(() => previewOf(page, 'mal-2').locator('img').count()).toBe(0);
  expect((await previewOf(page, 'mal-2').boundingBox())?.height).toBe(height);

  await chip(page, 'Double-check (2)').press('Enter');
  await expect.poll(() => previewed(page).count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('mallory');
  await expect.poll(() => previewed(page).count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('');

  await sendButton(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send 5 invitations?' });
  expect(await dialog.innerText()).toMatch(/2 accounts to double-check:\s+mal-2, quiet-1/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');

  // Whoever is skipped needs no second look.
  await page.getByRole('checkbox', { name: 'quiet-1' }).press('Space');
  await page.getByRole('button', { name: 'Skip', exact: true }).press('Enter');
  await page.getByText('1 account to double-check').waitFor();
  await page.reload();
  await page.getByText('1 account to double-check').waitFor();
  expect(await handedOver(page)).toHaveLength(4);
});

test('people are checked 200 at a time and once each, also after a stop, a rate limit and a reload', async ({
  visit,
}) => {
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
  await paste(page, names(page), many(450));
  await checkButton(page).click();
  await textOn(page, '0 of 450 people checked…').waitFor();
  await expect.poll(() => sizes).toEqual([200]);
  await page.getByRole('button', { name: 'Stop checking' }).press('Enter');
  await textOn(page, '450 people not checked yet').waitFor();
  expect(await heading(page).evaluate(hasFocus)).toBe(true);
  limit = 'limited';
  await page.getByRole('button', { name: 'Continue checking' }).press('Enter');
  await page.getByRole('alert').getByText('Too many requests.').waitFor();
  await textOn(page, 'You can try again at').waitFor();
  await page.reload();
  await textOn(page, '0 of 450 people checked.').waitFor();
  await textOn(page, 'You can try again at').waitFor();
  await page.getByRole('button', { name: 'Continue checking', disabled: false }).click();
  await textOn(page, 'All 450 people checked. 450 to invite').waitFor();
  expect(sizes).toEqual([200, 200, 200, 200, 50]);

  // Pages through the list and returns to the form without losses.
  expect(await previewed(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await textOn(page, '51–100 of 450').waitFor();
  await page.getByRole('button', { name: 'Back to list' }).click();
  expect((await names(page).inputValue()).split('\n')).toHaveLength(450);
  expect(await names(page).evaluate(hasFocus)).toBe(true);
  await names(page).fill((await names(page).inputValue()).replace('person-0@mail.example\n', ''));
  await checkButton(page).click();
  // Checked people are not requested again.
  await textOn(page, 'All 449 people checked. 449 to invite').waitFor();
  expect(sizes).toHaveLength(5);
  expect(await handedOver(page)).toHaveLength(449);
  // The preview stays after a rejected request.
  await textOn(page, 'All 449 people checked.').waitFor();
});

test('an unanswered check is reported and retried', async ({ visit }) => {
  const page = await openInvite(visit);
  await visit.faultOnCodeHost({ match: { path: '^/graphql$', method: 'POST' }, kind: 'bad-gateway-html', times: 1 });
  await names(page).fill('radia, hedy');
  await checkButton(page).click();
  await page.getByRole('alert').getByText('2 people not checked yet').waitFor();
  await textOn(page, 'GitHub isn’t responding').waitFor();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await textOn(page, 'All 2 people checked.').waitFor();
});

test('an organization without invitations explains who can be added, and adds them', async ({ visit }) => {
  const organization = 'lumen-labs';
  for (const login of ['owner_octo', 'mona_octo', 'max_octo']) await visit.onCodeHost('world/addUser', { login });
  await visit.onCodeHost('world/updateOrganization', organization, { managedUsers: true });
  await visit.onCodeHost('world/addMembership', { organization, login: 'owner_octo', role: 'admin' });
  const page = await openInvite(visit, organization, 'owner_octo');
  await names(page).fill('login,role\nmona_octo,\nedsger,\nwho@mail.example,\nmax_octo,billing manager\n');
  await checkButton(page).click();
  await textOn(page, 'This organization doesn’t use invitations').waitFor();
  await textOn(page, 'All 4 people checked. 1 to add, 3 not included.').waitFor();
  expect(await previewOf(page, 'max_octo').innerText()).toMatch(/Not supported\s+use the role member or owner/);
  expect(await previewOf(page, 'edsger').innerText()).toMatch(/Not supported\s+.*managed accounts/);
  expect(await previewOf(page, 'who@mail.example').innerText()).toMatch(/Not supported\s+use a username/);
  await page.getByRole('button', { name: 'Add 1 person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 person' }).click();
  await textOn(page, '1 added.').waitFor();
  await expect.poll(() => page.getByRole('row', { name: 'mona_octo' }).innerText()).toMatch(/Member\s+Added/);
});

test('the preview does not scroll sideways on a phone', async ({ visit }) => {
  await visit.onCodeHost('world/addUser', { login: 'long-name', name: 'n'.repeat(200) });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('margaret', '/organizations/northwind/invitations/invite', phone);
  await names(page).fill(`${'x'.repeat(39)}, edsger, long-name, ${'y'.repeat(60)}@mail.example`);
  await checkButton(page).tap();
  await textOn(page, 'All 4 people checked.').waitFor();
  await textOn(page, 'nnnnnnn').waitFor();
  await page.getByRole('checkbox', { name: 'edsger' }).tap();
  await page.getByRole('button', { name: 'Skip', exact: true }).tap();
  await textOn(page, '2 to invite, 2 not included').waitFor();
  await page.getByRole('button', { name: 'Edit edsger' }).tap();
  await page.getByRole('textbox', { name: 'Username or email address, line 1' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('2,000 people of a CSV are checked, shown in pages, and can be searched', async ({ visit }) => {
  const page = await openInvite(visit);
  const lines = Array.from(
    { length: 2_000 },
    (_, index) => `person-${index}@mail.example,${index % 500 === 0 ? 'owner' : ''},Billing`,
  );
  await choose(page, 'many.csv', ['e-mail,role,teams', ...lines].join('\n'));
  await textOn(page, '2,000 email addresses to invite').waitFor();
  await checkButton(page).click();
  await textOn(page, 'All 2,000 people checked. 2,000 to invite').waitFor();
  expect(await previewed(page).count()).toBe(50);
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('person-1999@');
  await textOn(page, '1 of 2,000 people').waitFor();
  await textOn(
    page,
    '2,000 invitations at one per second, at most 450 per hour: about 4 hours and 4 minutes',
  ).waitFor();
  await page.getByRole('checkbox', { name: 'person-1999@mail.example' }).press('Space');
  await page.getByRole('button', { name: 'Skip', exact: true }).press('Enter');
  await textOn(page, '1,999 to invite').waitFor();
  await page.reload();
  await textOn(page, '1,999 to invite').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send 1,999 invitations' }).click();
  expect(await page.getByRole('dialog').innerText()).toMatch(/1,995 as members and 4 as owners/);
});
