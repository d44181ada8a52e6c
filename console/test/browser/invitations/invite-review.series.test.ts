import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, keptInTab, sidewaysScroll, test } from '../support/visit.ts';
import {
  checkButton,
  chip,
  choose,
  hasFocus,
  names,
  openInvite,
  paste,
  peopleShown,
  previewed,
  textOn,
} from './inviting.ts';

/** Installations seen by the person, stored by every page. */
const INSTALLATIONS = expect.stringMatching(/^orgdesk\.kept\.installations\.\d+$/);
const TABLE = 'Name,Phone,Nick,Team\nRadia,1,radia,Billing\nTim,2,,Platform\n';

const rowAt = (page: Page, where: string) => previewed(page).filter({ hasText: where });
const usedAs = (page: Page, heading: string) => page.getByRole('combobox', { name: `Use ${heading} as` });

test('a table with headings collapses to a line, and its rows are fixed in their cells', async ({ visit }) => {
  const page = await openInvite(visit);
  await choose(
    page,
    'people.csv',
    'Name,Team,GitHub username,Role\nRadia,Billing,radia,owner\nTim,Billing,,\nZoe,,zoe,boss\nAlan,,alan tim,\nRadia,,RADIA,\n',
  );
  const line = page.getByRole('group', { name: 'people.csv' });
  await line.getByText('5 rows').waitFor();
  expect(await names(page).count()).toBe(0);
  expect(await line.getByRole('combobox', { name: 'Separator' }).inputValue()).toBe(',');
  expect(await line.getByRole('combobox', { name: 'Encoding' }).inputValue()).toBe('UTF-8');
  expect(await line.getByRole('combobox', { name: 'Headings' }).inputValue()).toBe('1');
  for (const [heading, kind] of [
    ['Name', 'name'],
    ['Team', 'teams'],
    ['GitHub username', 'login'],
    ['Role', 'role'],
  ] as const) {
    expect(await usedAs(page, heading).inputValue(), heading).toBe(kind);
  }
  await textOn(page, '1 username to invite · 1 duplicate · 3 rows to fix').waitFor();
  expect(await page.getByRole('region', { name: 'Role' }).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^boss \(1\)/),
    expect.stringMatching(/^owner \(1\)/),
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);

  await checkButton(page).press('Enter');
  await textOn(page, 'All 5 people checked. 1 to invite, 4 not included.').waitFor();
  await chip(page, 'Fix (3)').press('Enter');
  await expect.poll(() => previewed(page).count()).toBe(3);
  expect(await previewed(page).allInnerTexts()).toEqual([
    expect.stringMatching(/Tim, Billing\s+people\.csv, row 3.*Has no username or email address/s),
    expect.stringMatching(/zoe\s+people\.csv, row 4.*Unknown role “boss”: use member, owner, or billing manager/s),
    expect.stringMatching(/alan tim\s+people\.csv, row 5.*Names several people/s),
  ]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the 4 not included' }).click();
  expect((await buffer(await (await saved).createReadStream())).toString()).toMatch(
    /^\uFEFFlogin,role,teams,status,reason,source,name\r\n"Tim, Billing",member,Billing,invalid,Has no username or email address,"people\.csv, row 3",Tim\r\n/,
  );

  // Edited by keyboard; the file stays unchanged.
  await page.getByRole('button', { name: 'Edit Tim, Billing' }).press('Enter');
  expect(await page.getByRole('textbox', { name: /people\.csv, row 3/ }).evaluate(hasFocus)).toBe(true);
  await page.keyboard.type('tim@mail.example');
  await page.keyboard.press('Enter');
  await textOn(page, '2 to invite, 3 not included').waitFor();
  await page.getByRole('button', { name: 'Edit zoe' }).press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Edit zoe' }).evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: /^Role, people\.csv, row 4/ }).selectOption('Billing manager');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await chip(page, 'All (5)').press('Enter');
  await page.reload();
  await expect.poll(() => rowAt(page, 'row 3').innerText()).toMatch(/tim@mail\.example.*Member\s+Billing\s+Ready/s);
  expect(await rowAt(page, 'row 4').innerText()).toMatch(/zoe.*Billing manager\s+Not found/s);
  expect(await rowAt(page, 'row 6').innerText()).toMatch(/RADIA.*Duplicate/s);

  // The column of roles is ignored.
  await page.getByRole('button', { name: 'Back to list' }).click();
  await usedAs(page, 'Role').selectOption('Ignore');
  await checkButton(page).click();
  await expect.poll(() => rowAt(page, 'row 2').innerText()).toMatch(/radia.*Member\s+Billing\s+Ready/s);
});

test('role and teams are chosen for everyone, and for a range of rows', async ({ visit }) => {
  const page = await openInvite(visit);
  await names(page).fill(Array.from({ length: 6 }, (_, index) => `p${index}@mail.example`).join('\n'));
  await page.getByRole('combobox', { name: 'Role for everyone' }).selectOption('Owner');
  await page.getByRole('button', { name: 'Choose teams' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find a team' }).fill('billing');
  await textOn(page, '3 of 25 teams').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await accessibilityProblems(page)).toEqual([]);
  await checkButton(page).press('Enter');
  await textOn(page, 'All 6 people checked. 6 to invite, 0 not included.').waitFor();

  await page.getByRole('checkbox', { name: 'p1@' }).click();
  await page.getByRole('checkbox', { name: 'p3@' }).click({ modifiers: ['Shift'] });
  await textOn(page, '3 selected').waitFor();
  await page.getByRole('button', { name: 'Set role' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set role for 3 people' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Member');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: 'Set teams' }).press('Enter');
  await page.getByRole('button', { name: 'Remove team Billing' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await textOn(page, 'All 6 people checked. 6 to invite').waitFor();
  // Until the changed people are checked again, the sentence is that of the check before.
  await expect
    .poll(() => previewed(page).allInnerTexts())
    .toEqual(
      [false, true, true, true, false, false].map((isChanged) =>
        expect.stringMatching(isChanged ? /Member\s+Ready/ : /Owner\s+Billing\s+Ready/),
      ),
    );
  await page.getByRole('button', { name: 'Skip', exact: true }).press('Enter');
  await chip(page, 'Skipped (3)').press('Enter');
  expect(await peopleShown(page)).toEqual(['p1@mail.example', 'p2@mail.example', 'p3@mail.example']);
  await page.getByRole('checkbox', { name: 'Select all 3' }).press('Space');
  await page.getByRole('button', { name: 'Include', exact: true }).press('Enter');
  await textOn(page, '6 to invite, 0 not included').waitFor();
});

test('a table with unclear headings invites nobody until a column is chosen, which is remembered', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  await choose(page, 'nicks.csv', TABLE);
  await textOn(page, '“nicks.csv”: Which column contains usernames or email addresses?').waitFor();
  expect(await checkButton(page).innerText()).toBe('Check');
  expect(await accessibilityProblems(page)).toEqual([]);
  await usedAs(page, 'Nick').selectOption('Username');
  await textOn(page, '1 username to invite · 1 row to fix').waitFor();
  await page.getByRole('combobox', { name: 'Headings' }).selectOption('No headings');
  await usedAs(page, 'Column 3').selectOption('Username');
  await textOn(page, '2 usernames to invite · 1 row to fix').waitFor();
  await page.reload();
  await textOn(page, '2 usernames to invite · 1 row to fix').waitFor();

  // Next time, and for other files with these headings.
  await page.getByRole('button', { name: 'Remove file nicks.csv' }).click();
  await choose(page, 'others.csv', `\n${TABLE}`.replace('Radia,1,radia', 'Hedy,3,hedy'));
  await page.getByRole('combobox', { name: 'Headings' }).selectOption('Headings in row 2');
  await textOn(page, '1 username to invite · 1 row to fix').waitFor();
  expect(await usedAs(page, 'Nick').inputValue()).toBe('login');
  await page.getByRole('button', { name: 'Remove file others.csv' }).click();

  // Rows with a login and an address also wait for a choice.
  await names(page).fill('login,email\nada,ada@mail.example\n,tim@mail.example\n');
  await textOn(page, '1 email address to invite · 1 row to fix').waitFor();
  await page.getByRole('combobox', { name: 'Invite by' }).selectOption('Email address');
  await textOn(page, '2 email addresses to invite').waitFor();
});

test('values of roles and teams are mapped once for all rows', async ({ visit }) => {
  const page = await openInvite(visit);
  await choose(
    page,
    'values.csv',
    'Email,Team,Access\na@mail.example,Billing,Admin\nb@mail.example,Data Science,Contributor\nc@mail.example,Sales; billing,Admin\n',
  );
  const teams = page.getByRole('region', { name: 'Team', exact: true });
  await teams.getByText('Data Science (1)').waitFor();
  await expect
    .poll(() => teams.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Data Science \(1\)\s+No team with this name/),
      expect.stringMatching(/^Sales \(1\)\s+No team with this name/),
      expect.stringMatching(/^Billing \(2\)\s+Billing/),
    ]);
  await page.getByRole('button', { name: 'Choose team for Data Science' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find a team' }).fill('billing');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use this team' }).press('Enter');
  await page.getByRole('button', { name: 'Skip Sales' }).press('Enter');
  await page.getByRole('combobox', { name: 'Role for Contributor' }).selectOption('Skip');
  await textOn(page, '3 email addresses to invite').waitFor();
  await checkButton(page).press('Enter');
  await textOn(page, 'All 3 people checked. 3 to invite').waitFor();
  expect(await previewed(page).allInnerTexts()).toEqual([
    expect.stringMatching(/Owner\s+Billing\s+Ready/),
    expect.stringMatching(/Member\s+Billing\s+Ready/),
    expect.stringMatching(/Owner\s+Billing\s+Ready/),
  ]);
});

test('pasted cells collapse to a line and can be edited as text; a pasted list stays', async ({ visit }) => {
  const page = await openInvite(visit);
  const paste = (text: string) =>
    names(page).evaluate((area, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('Name\tUsername\nRadia\tradia\nTim\ttim\n');
  await page.getByRole('group', { name: 'Pasted cells' }).getByText('2 rows').waitFor();
  await textOn(page, '2 usernames to invite').waitFor();
  await page.getByRole('button', { name: 'Edit as text' }).press('Enter');
  await expect.poll(() => names(page).inputValue()).toMatch(/^Name\tUsername/);
  await names(page).fill('');
  await paste('ada\n'.repeat(100_000));
  await textOn(page, 'The pasted text wasn’t added: it’s longer than 20,000 lines').waitFor();
});

test('on a phone, nothing scrolls sideways but the columns of a file', async ({ visit }) => {
  const phone = { viewport: { width: 320, height: 720 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('margaret', '/organizations/northwind/invitations/invite', phone);
  await choose(
    page,
    `${'long-'.repeat(12)}.csv`,
    `${'Column,'.repeat(20)}Email,Team,Role\n${'some text,'.repeat(20)}a@mail.example,Billing,Chief,\n${'x,'.repeat(20)}${'y'.repeat(90)}@mail.example,${'z'.repeat(60)},Admin`,
  );
  await textOn(page, '1 email address to invite · 1 row to fix').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await checkButton(page).tap();
  await textOn(page, 'All 2 people checked.').waitFor();
  await page.getByRole('button', { name: /^Edit y/ }).tap();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('2,000 people fit in one batch, and the others are listed', async ({ visit }) => {
  const page = await openInvite(visit);
  await paste(page, names(page), Array.from({ length: 2_001 }, (_, index) => `p${index}@mail.example`).join('\n'));
  await textOn(page, '2,000 email addresses to invite · 1 over the limit of 2,000 people').waitFor();
  await checkButton(page).click();
  await textOn(page, 'All 2,001 people checked. 2,000 to invite, 1 not included').waitFor();
  await chip(page, 'Fix (1)').click();
  await expect
    .poll(() => previewed(page).allInnerTexts())
    .toEqual([expect.stringMatching(/p2000@.*line 2001.*send in another batch/s)]);
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
  await textOn(page, '2 usernames to invite · 1 duplicate · 1 row to fix').waitFor();
  expect(await checkButton(page).innerText()).toBe('Check 2 people');
});

test('a file that cannot be read is rejected with a message, and accents can be corrected', async ({ visit }) => {
  const page = await openInvite(visit);
  for (const [name, content, message] of [
    ['people.xlsx', 'PK\u0003\u0004 …', '“people.xlsx” isn’t a readable Excel workbook'],
    ['empty.csv', 'login\r\n,\r\n', 'No people found in “empty.csv”'],
    ['photo.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x1a, 0, 0, 13]), '“photo.csv” isn’t a text file'],
    ['large.csv', Buffer.alloc(10_000_000, 'ada,1\n'), '“large.csv” is larger than 4 MB'],
    ['long.csv', `login\n${'ada\n'.repeat(100_000)}`, '“long.csv” wasn’t added: it’s longer than 20,000 lines'],
  ] as const) {
    await choose(page, name, content);
    await textOn(page, message).first().waitFor();
  }
  expect(await checkButton(page).innerText()).toBe('Check');
  await choose(page, 'mac.csv', Buffer.from('Name;E-Mail\nJos\u008e P;jose@mail.example\n', 'latin1'));
  await textOn(page, 'Check the accents: José.').waitFor();
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('Windows-1252');
  await textOn(page, 'Check the accents: JosŽ.').waitFor();
  await page.reload();
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('Mac Roman');
  await textOn(page, 'Check the accents: José.').waitFor();
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
  expect(await checkButton(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Fix 2 rows' }).click();
  await textOn(page, 'All 2 people checked. 0 to invite, 2 not included.').waitFor();
  expect(await rowAt(page, 'line 2').innerText()).toMatch(/Alan Turing.*Looks like a full name/s);
  await page.getByRole('button', { name: 'Back to list' }).click();
  await names(page).fill('grace, alan');
  await textOn(page, '2 usernames to invite').waitFor();
});
