import { buffer } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { heading, keptInTab, organizationRows, signOutButton, signOutElsewhere, test } from '../support/visit.ts';
import {
  gate,
  hasFocus,
  inviteButton,
  invitees,
  leftOut,
  names,
  openInvite,
  reasonOf,
  results,
  says,
  sendHalf,
  unknown,
  watchRequests,
} from './inviting.ts';

/** What every page of a person keeps: which installations they know. */
const INSTALLATIONS = expect.stringMatching(/^orgdesk\.kept\.installations\.\d+$/);

test('120 pasted names with repetitions end in a correct table, sent as requests of fifty [W-9]', async ({ visit }) => {
  const page = await openInvite(visit);
  const sizes = watchRequests(page);
  const people = ['radia', '@tim', 'hedy', 'grace', 'margaret', ...unknown(104)];
  const repeated = ['RADIA', 'tim', '@hedy', ...unknown(8)];

  await names(page).fill([...people, ...repeated].join(', '));
  await says(page, '109 logins to invite · 11 repetitions left out · sent as 3 requests').waitFor();
  await inviteButton(page).click();
  await says(page, 'Done: 3 invited, 2 already there, 104 failed.').waitFor();

  expect(sizes).toEqual([50, 50, 9]);
  expect(await results(page).count()).toBe(109);
  const logins = await results(page).getByRole('rowheader').allInnerTexts();
  // Those to do something about come first.
  expect(logins).toEqual([...unknown(104), 'grace', 'margaret', 'radia', 'tim', 'hedy']);
  expect(await reasonOf(page, 'radia')).toMatch(/Invited\s*$/);
  expect(await reasonOf(page, 'grace')).toContain('already a part of this organization');
  expect(await reasonOf(page, 'nobody-104')).toContain('User @nobody-104 not found on the code host');
  const arrived = (await visit.onCodeHost('call/invitations', 'northwind')) as { readonly login: string }[];
  expect(new Set(arrived.map(({ login }) => login))).toEqual(new Set(['hedy', 'radia', 'tim']));
});

test('sending shows how far it is, asks before it is left, and stops after the request under way', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  const sizes = watchRequests(page);
  const open = await gate(page);
  await names(page).fill(unknown(120).join('\n'));
  await inviteButton(page).click();
  const bar = page.getByRole('progressbar');
  await says(page, '0 of 120 processed').waitFor();

  for (const [leave, kind] of [
    [() => page.getByRole('link', { name: 'People' }).click(), 'confirm'],
    [() => page.evaluate(() => window.location.reload()), 'beforeunload'],
  ] as const) {
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      return dialog.type();
    });
    await leave();
    expect(await asked).toBe(kind);
    expect(page.url()).toBe(`${visit.url}/organizations/northwind/invite`);
  }
  open();
  await says(page, '50 of 120 processed').waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBe('42');
  await page.getByRole('button', { name: 'Stop' }).click();
  await says(page, 'Stopping after this request').waitFor();
  open();

  await says(page, '20 people are not sent').waitFor();
  expect(sizes).toEqual([50, 50]);
  expect(await results(page).count()).toBe(100);
  // Nothing that would make the page forget those who wait.
  expect(await page.getByRole('button', { name: 'Try the failed ones again' }).count()).toBe(0);
  expect(await names(page).count()).toBe(0);
  open();
  await page.getByRole('button', { name: 'Send the other 20' }).click();
  await says(page, 'Done: 0 invited, 120 failed.').waitFor();
  expect(sizes).toEqual([50, 50, 20]);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: '260 People' }).waitFor();
});

test('a dropped CSV brings its column of logins, whatever else is in it', async ({ visit }) => {
  const page = await openInvite(visit);
  const transfer = await page.evaluateHandle(() => {
    const csv = 'name,login\r\n"Perlman, Radia",radia\r\nTim,@tim\r\nSomebody,radia\r\nNobody,who@mail.example\r\n';
    const data = new DataTransfer();
    data.items.add(new File([csv], 'people.csv', { type: 'text/csv' }));
    return data;
  });
  await names(page).dispatchEvent('dragover', { dataTransfer: transfer });
  await names(page).dispatchEvent('drop', { dataTransfer: transfer });

  await says(page, '“people.csv”: 4 names added to the list.').waitFor();
  await says(page, '2 logins to invite · 1 repetition left out · 1 is not a login').waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'who@mail.example' }).count()).toBe(1);
  expect(await inviteButton(page).innerText()).toBe('Invite 2 people');
});

test('a chosen file that is no list of names says so', async ({ visit }) => {
  const page = await openInvite(visit);
  const chooser = page.locator('input[type=file]');

  await chooser.setInputFiles({ name: 'people.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004 …') });
  await says(page, '“people.xlsx” is not a text file.').waitFor();
  await chooser.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('login\r\n,\r\n') });
  await says(page, '“empty.csv”').waitFor();
  await chooser.setInputFiles({
    name: 'utf16.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('\uFEFFada', 'utf16le'),
  });
  await says(page, '“utf16.txt”: 1 name added to the list.').waitFor();
  expect(await invitees(page).allInnerTexts()).toEqual(['ada']);
});

test('the failed ones can be filtered, copied, saved and tried again', async ({ visit }) => {
  const page = await openInvite(visit, 'lumen-labs', 'ada');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await names(page).fill('radia later-comer nobody-1 alan');
  await inviteButton(page).click();
  await says(page, 'Done: 1 invited, 1 already there, 2 failed.').waitFor();

  await page.getByRole('checkbox', { name: 'Only the failed ones (2)' }).check();
  expect(await results(page).getByRole('rowheader').allInnerTexts()).toEqual(['later-comer', 'nobody-1']);
  await page.getByRole('button', { name: 'Copy the failed ones' }).click();
  await says(page, '2 logins copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('later-comer\nnobody-1');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('invitations-lumen-labs.csv');
  expect((await buffer(await file.createReadStream())).toString()).toMatch(
    /^\uFEFFlogin,result,reason\r\nradia,invited,\r\nlater-comer,failed,User @later-comer not found on the code host\r\nnobody-1,failed,.*\r\nalan,already there,Invitee is already a part/,
  );

  await visit.onCodeHost('world/addUser', { login: 'later-comer', name: null });
  await page.getByRole('button', { name: 'Try the failed ones again' }).click();
  await says(page, 'Done: 2 invited, 1 already there, 1 failed.').waitFor();
  expect(await reasonOf(page, 'nobody-1')).toContain('not found');
});

test('a session that ends in the middle keeps what was done, and leads back to send the rest [GE-5]', async ({
  visit,
}) => {
  visit.expectProblem(/401/);
  const { page, open } = await sendHalf(visit);
  await signOutElsewhere(page, visit);
  open();

  await says(page, 'Your session ended while sending').waitFor();
  expect(await results(page).count()).toBe(50);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /\(margaret\)/ }).click();
  await says(page, '10 people are not sent').waitFor();
  expect(await results(page).count()).toBe(50);
  open();
  await page.getByRole('button', { name: 'Send the other 10' }).click();
  await says(page, 'Done: 0 invited, 60 failed.').waitFor();

  await signOutButton(page).click();
  await says(page, 'You are signed out.').waitFor();
  expect(await keptInTab(page)).toEqual([]);
});

test('results survive a reload and a walk through the organization, until they are cleared', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill('nobody-1 nobody-2');
  await inviteButton(page).click();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();

  await page.reload();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();
  expect(await results(page).getByRole('rowheader').allInnerTexts()).toEqual(['nobody-1', 'nobody-2']);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Teams' }).click();
  await page.getByText('25 teams').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Invite' }).click();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();

  await page.getByRole('button', { name: 'Try the failed ones again' }).click();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await results(page).count()).toBe(0);
  await page.reload();
  await names(page).waitFor();
  expect(await results(page).count()).toBe(0);
  expect(await keptInTab(page)).toEqual([INSTALLATIONS]);
});

test('a page that goes away in the middle shows afterwards what was sent and who waits', async ({ visit }) => {
  const page = await openInvite(visit);
  const open = await gate(page);
  await names(page).fill(unknown(120).join(' '));
  await inviteButton(page).click();
  open();
  await says(page, '50 of 120 processed').waitFor();

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await says(page, 'Sending broke off. 70 people are left').waitFor();
  expect(await results(page).count()).toBe(50);
  await page.unroute('**/mass-invite?*');
  await page.getByRole('button', { name: 'Send the other 70' }).click();
  await says(page, 'Done: 0 invited, 120 failed.').waitFor();
});

test('what is typed is there again after a reload and a walk through the organization, until it is sent', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  await names(page).fill('nobody-1, nobody-2');
  await page.reload();
  expect(await names(page).inputValue()).toBe('nobody-1, nobody-2');
  await page.goto(`${visit.url}/organizations/northwind/people`);
  await page.goBack();
  expect(await names(page).inputValue()).toBe('nobody-1, nobody-2');

  await inviteButton(page).click();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();
  expect(await names(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => names(page).evaluate((area) => area === document.activeElement)).toBe(true);
  expect(await keptInTab(page)).toEqual([INSTALLATIONS]);
});

test('a list of full names invites nobody by a word of it', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill('Grace Hopper\nAlan Turing');
  await leftOut(page).filter({ hasText: 'line 2' }).filter({ hasText: 'Alan Turing reads like a full name' }).waitFor();
  expect(await inviteButton(page).innerText()).toBe('Invite');
  await names(page).fill('grace alan');
  await expect.poll(() => leftOut(page).count()).toBe(0);
  expect(await invitees(page).allInnerTexts()).toEqual(['grace', 'alan']);
});

test('signing out in the middle leaves nothing behind, not even by a late answer', async ({ visit }) => {
  visit.expectProblem(/401/);
  const { page, open } = await sendHalf(visit);
  const late = page.waitForResponse(/mass-invite/);

  await signOutButton(page).click();
  await says(page, 'You are signed out.').waitFor();
  open();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await keptInTab(page)).toEqual([]);
});

test('a request that breaks off says so and leaves the rest to send', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await openInvite(visit);
  const failing = '**/mass-invite?*';
  await page.route(failing, (route) =>
    route.fulfill({ status: 500, json: { error: 'The invitations have a pause.' } }),
  );
  await names(page).fill('nobody-1 nobody-2');
  await inviteButton(page).click();

  await page.getByRole('alert').getByText('The invitations have a pause.').waitFor();
  await page.unroute(failing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('whoever is not an admin reads why, and finds out who is [W-9]', async ({ visit }) => {
  const page = await visit.openAs('grace', '/organizations/acme/invite');
  await page.getByRole('heading', { name: 'Only organization admins can send invitations' }).waitFor();
  expect(await names(page).count()).toBe(0);

  const admins = page.getByRole('region', { name: 'Admins of Acme Corporation' });
  await admins.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
});

test('three people are invited without a mouse', async ({ visit }) => {
  const page = await visit.openAs('ada');
  await organizationRows(page).first().waitFor();
  const press = async (element: Locator, key: string) => {
    for (let tabs = 0; tabs < 25; tabs += 1) {
      if (await element.evaluate((found) => found === document.activeElement)) return page.keyboard.press(key);
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab did not lead to ${element}`);
  };
  await press(page.getByRole('link', { name: 'Lumen Labs', exact: true }), 'Enter');
  await heading(page, 'Lumen Labs').waitFor();
  await press(page.getByRole('navigation').getByRole('link', { name: 'Invite' }), 'Enter');
  await names(page).waitFor();
  await press(names(page), 'a');
  await page.keyboard.type('mara-abel, @bela-abel nobody-1');
  await press(inviteButton(page), 'Enter');
  await says(page, 'Done: 2 invited, 1 failed.').waitFor();
  expect(await page.getByRole('heading', { name: 'Results' }).evaluate(hasFocus)).toBe(true);
  await press(page.getByRole('checkbox'), 'Space');
  await press(page.getByRole('button', { name: 'Try the failed ones again' }), 'Enter');
  await says(page, 'Done: 2 invited, 1 failed.').waitFor();

  await page.goBack();
  await page
    .getByRole('link', { name: /Teams$/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/organizations/lumen-labs');
});
