import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { accessibilityProblems, keptInTab, sidewaysScroll, test } from '../support/visit.ts';
import { checkButton, choose, hasFocus, invitees, leftOut, listed, names, openInvite, textOn } from './inviting.ts';

/** Installations seen by the person, stored by every page. */
const INSTALLATIONS = expect.stringMatching(/^orgdesk\.kept\.installations\.\d+$/);
const TABLE = 'Name,Phone,Nick,Team\nRadia,1,radia,platform\nTim,2,,engineering\n';

test('a table with headings yields logins, roles and teams, and lists unused columns and mistakes with their row', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  await choose(
    page,
    'people.csv',
    'Name,Team,GitHub username,Role\nRadia,"core; Platform",radia,owner\nTim,engineering,,\nZoe,,zoe,boss\nAlan,,alan tim,\n',
  );
  await textOn(page, '“people.csv”: 4 rows added.').waitFor();
  await textOn(
    page,
    '“people.csv”: usernames from column “GitHub username”, roles from “Role”, teams from “Team”. Not used: “Name”.',
  ).waitFor();
  await textOn(page, '1 username to invite · 3 rows to fix').waitFor();
  expect(await listed(page).allInnerTexts()).toEqual([expect.stringMatching(/^radia\s+Owner · core, Platform/)]);
  expect(await leftOut(page).allInnerTexts()).toEqual([
    expect.stringMatching(/people\.csv, row 3\s+Tim, engineering\s+Has no username or email address/),
    expect.stringMatching(/people\.csv, row 4\s+zoe\s+Unknown role “boss”: use member, owner, or billing manager/),
    expect.stringMatching(/people\.csv, row 5\s+alan tim\s+Names several people/),
  ]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await buffer(await (await saved).createReadStream())).toString()).toMatch(
    /^\uFEFFlogin,role,teams,source,reason\r\n"Tim, engineering",,engineering,"people\.csv, row 3",.*\r\nzoe,boss,,"people\.csv, row 4",/,
  );

  // Edited by keyboard; the file stays unchanged.
  await page.getByRole('button', { name: 'Fix people.csv, row 3' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit people.csv, row 3' });
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.getByText('Has no username or email address').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type('tim@mail.example');
  await page.keyboard.press('Enter');
  await expect.poll(() => invitees(page)).toEqual(['radia', 'tim@mail.example']);
  expect(await page.getByText('1 username and 1 email address to invite').locator('..').evaluate(hasFocus)).toBe(true);
  await page.getByRole('button', { name: 'Fix people.csv, row 4' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('Billing manager');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.reload();
  await expect
    .poll(() => listed(page).allInnerTexts())
    .toEqual([
      expect.stringMatching(/^radia/),
      expect.stringMatching(/^tim@mail\.example\s+Member · engineering/),
      expect.stringMatching(/^zoe\s+Billing manager/),
    ]);
  expect(await leftOut(page).count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Use roles from the table' }).uncheck();
  await expect.poll(() => listed(page).first().innerText()).toMatch(/^radia\s+Member · core, Platform/);
});

test('role and teams are chosen for everyone and for one person', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill('radia tim@mail.example');
  await page.getByRole('combobox', { name: 'Role for everyone' }).selectOption('Owner');
  await page.getByRole('button', { name: 'Choose teams' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find a team' }).fill('billing');
  await textOn(page, '3 of 25 teams').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => listed(page).allInnerTexts())
    .toEqual([
      expect.stringMatching(/^radia\s+Owner · Billing$/),
      expect.stringMatching(/^tim@mail\.example\s+Owner · Billing$/),
    ]);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit radia' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit line 1' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Member');
  await dialog.getByRole('checkbox', { name: 'Same teams as everyone: Billing' }).uncheck();
  await dialog.getByRole('button', { name: 'Remove team Billing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => listed(page).first().innerText()).toMatch(/^radia\s+Member$/);
});

test('a table with unclear headings invites nobody until a column is chosen', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill(TABLE);
  const column = page.getByRole('combobox', { name: 'Column with usernames or email addresses' });
  await column.waitFor();
  expect(await listed(page).count()).toBe(0);
  expect(await checkButton(page).innerText()).toBe('Check');
  expect(await accessibilityProblems(page)).toEqual([]);

  await column.selectOption({ label: 'Nick: radia …' });
  expect(await invitees(page)).toEqual(['radia']);
  await page.getByRole('checkbox', { name: 'First row contains headings' }).uncheck();
  await expect.poll(() => invitees(page)).toEqual(['Nick', 'radia']);
  await page.reload();
  await expect.poll(() => invitees(page)).toEqual(['Nick', 'radia']);
  await page.getByRole('checkbox', { name: 'First row contains headings' }).check();
  await expect.poll(() => invitees(page)).toEqual(['radia']);

  // Rows with a login and an address also wait for a choice.
  await names(page).fill('login,email\nada,ada@mail.example\n,tim@mail.example\n');
  expect(await invitees(page)).toEqual(['tim@mail.example']);
  await page.getByRole('combobox', { name: 'Invite by' }).selectOption('Email address, from “email”');
  await expect.poll(() => invitees(page)).toEqual(['ada@mail.example', 'tim@mail.example']);
});

test('the list of people to invite is one tab stop, and removed people are not invited', async ({ visit }) => {
  const page = await openInvite(visit);
  const removing = (login: string) => page.getByRole('button', { name: `Remove ${login}` });
  await names(page).fill('nobody-1 nobody-2 nobody-3');
  for (let tabs = 0; tabs < 4; tabs += 1) await page.keyboard.press('Tab');
  expect(await removing('nobody-1').evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await removing('nobody-3').evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  expect(await removing('nobody-3').evaluate(hasFocus)).toBe(true);
  expect(await invitees(page)).toEqual(['nobody-3']);
  await page.keyboard.press('ArrowLeft');
  expect(await page.getByRole('button', { name: 'Edit nobody-3' }).evaluate(hasFocus)).toBe(true);

  // Removed people stay removed after a reload.
  await page.reload();
  await expect.poll(() => invitees(page)).toEqual(['nobody-3']);
  await page.getByRole('button', { name: 'Restore nobody-1' }).press('Enter');
  await expect.poll(() => invitees(page)).toEqual(['nobody-1', 'nobody-3']);
  expect(await leftOut(page).allInnerTexts()).toEqual([expect.stringContaining('Removed by you')]);
});

test('on a phone, people are removed by touch, and nothing scrolls sideways', async ({ visit }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('margaret', '/organizations/northwind/invitations/invite', phone);
  await names(page).fill(`${'x'.repeat(39)} radia tim@mail.example ${'y'.repeat(90)}`);
  await page.getByRole('button', { name: 'Remove radia' }).tap();
  expect(await invitees(page)).toEqual(['x'.repeat(39), 'tim@mail.example']);
  await names(page).fill(TABLE);
  await page.getByRole('combobox', { name: /^Column/ }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('a long list shows a hundred people, more on demand, up to the limit of a job', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill(Array.from({ length: 120 }, (_, index) => `nobody-${index}`).join('\n'));
  await page.getByRole('heading', { name: 'People to invite (120)' }).waitFor();
  expect(await listed(page).count()).toBe(100);
  await page.getByRole('button', { name: 'Show remaining 20' }).click();
  await expect.poll(() => listed(page).count()).toBe(120);
  // The pointer would add the design system's hover color.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await names(page).fill(Array.from({ length: 2_001 }, (_, index) => `nobody-${index}`).join('\n'));
  await textOn(page, '2,000 usernames to invite · 1 over the limit of 2,000 people').waitFor();
  expect(await leftOut(page).innerText()).toMatch(/line 2001.*nobody-2000.*send in another batch/s);
});

test('a dropped CSV adds its people and ignores other columns', async ({ visit }) => {
  const page = await openInvite(visit);
  const transfer = await page.evaluateHandle(() => {
    const csv = 'name,login\r\n"Perlman, Radia",radia\r\nTim,@tim\r\nSomebody,radia\r\nNobody,who@mail@example\r\n';
    const data = new DataTransfer();
    data.items.add(new File([csv], 'people.csv', { type: 'text/csv' }));
    return data;
  });
  await names(page).dispatchEvent('dragover', { dataTransfer: transfer });
  await names(page).dispatchEvent('drop', { dataTransfer: transfer });

  await textOn(page, '“people.csv”: 4 rows added.').waitFor();
  await textOn(page, '2 usernames to invite · 1 duplicate · 1 row to fix').waitFor();
  expect(await leftOut(page).filter({ hasText: 'who@mail@example' }).count()).toBe(1);
  expect(await checkButton(page).innerText()).toBe('Check 2 people');
});

test('a file without people is rejected with a message, and one that is too long is not read', async ({ visit }) => {
  const page = await openInvite(visit);
  for (const [name, content, message] of [
    ['people.xlsx', 'PK\u0003\u0004 …', '“people.xlsx” isn’t a text file'],
    ['empty.csv', 'login\r\n,\r\n', 'No people found in “empty.csv”'],
    ['latin.csv', Buffer.from('login\nJosé', 'latin1'), '“latin.csv” isn’t in UTF-8'],
    ['large.csv', Buffer.alloc(10_000_000, 'ada,1\n'), '“large.csv” is larger than 4 MB'],
    ['long.csv', `login\n${'ada\n'.repeat(100_000)}`, '“long.csv” wasn’t added: it’s longer than 20,000 lines'],
  ] as const) {
    await choose(page, name, content);
    await textOn(page, message).first().waitFor();
  }
  expect(await listed(page).count()).toBe(0);
  await choose(page, 'utf16.txt', Buffer.from('\uFEFFada', 'utf16le'));
  await textOn(page, '“utf16.txt”: 1 row added.').waitFor();
  expect(await invitees(page)).toEqual(['ada']);
  await names(page).evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'ada\n'.repeat(100_000));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await textOn(page, 'The pasted text wasn’t added: it’s longer than 20,000 lines').waitFor();
});

test('typed text survives a reload and other pages, for this person only', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill('nobody-1, nobody-2');
  await page.reload();
  expect(await names(page).inputValue()).toBe('nobody-1, nobody-2');
  await page.goto(`${visit.url}/organizations/northwind/people`);
  await page.goBack();
  expect(await names(page).inputValue()).toBe('nobody-1, nobody-2');
  await names(page).fill('');
  expect(await keptInTab(page)).toEqual([INSTALLATIONS]);
});

test('a list of full names invites nobody by a part of a name', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill('Grace Hopper\nAlan Turing');
  await leftOut(page).filter({ hasText: 'line 2' }).filter({ hasText: 'Alan Turing Looks like a full name' }).waitFor();
  expect(await checkButton(page).innerText()).toBe('Check');
  await names(page).fill('grace alan');
  await expect.poll(() => leftOut(page).count()).toBe(0);
  expect(await invitees(page)).toEqual(['grace', 'alan']);
});
