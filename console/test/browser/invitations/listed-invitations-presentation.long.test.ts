import { expect } from 'vitest';
import { accessibilityProblems, holdRequests, sidewaysScroll, test } from '../support/visit.ts';
import { textOn } from './inviting.ts';
import { box, button, inviteAll, openList, pressAndConfirm, row } from './listed.ts';

const LONG = `${'somebody.with.a.long.name'.repeat(2)}@department.mail.example`;

test('axe finds nothing in the list of invitations in any state', async ({ visit }) => {
  await inviteAll(visit, 'northwind', ['wanda', 'walter', 'winnie']);
  await visit.onCodeHost('world/invite', { organization: 'northwind', email: LONG, role: 'billing_manager' });
  await visit.onCodeHost('world/failInvitation', 'northwind', 'winnie');
  const page = await openList(visit, 'northwind', 'margaret');
  await row(page, 'winnie').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Cancel 3 invitations').click();
  await page.getByRole('dialog').waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Keep invitations').click();

  const open = await holdRequests(page, '**/invitations/send-again');
  await pressAndConfirm(page, 'Resend 4');
  await textOn(page, '0 of 4 processed').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  open();
  await textOn(page, 'Done: 4 resent.').waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No matching invitations' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route('**/api/organizations/northwind/invitations', () => undefined);
  await page.reload();
  await page.getByText('Loading invitations').waitFor({ state: 'attached' });
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([390, 320])(
  'invitations are selected and cancelled by touch at a width of %i pixels',
  async (width, { visit }) => {
    const people = [`first-${width}`, `second-${width}`];
    await inviteAll(visit, 'lumen-labs', people);
    await visit.onCodeHost('world/invite', { organization: 'lumen-labs', email: `${width}${LONG}` });
    const phone = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
    const page = await visit.openAs('ada', '/organizations/lumen-labs/invitations', phone);
    for (const login of people) await box(page, login).tap();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('combobox', { name: 'Sort invitations' }).selectOption('Oldest first');
    await button(page, 'Resend 2').tap();
    await page.getByRole('dialog').getByText('Each counts toward').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).tap();
    await button(page, 'Cancel 2 invitations').tap();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 invitations' }).tap();
    await textOn(page, 'Done: 2 cancelled.').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);
