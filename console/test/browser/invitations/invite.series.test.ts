import { expect } from 'vitest';
import { focus, press } from '../organization/without-a-mouse.ts';
import { heading, organizationRows, test } from '../support/visit.ts';
import { checkButton, names, sendButton, textOn } from './inviting.ts';

test('a member learns why inviting is not possible and who the admins are [W-9]', async ({ visit }) => {
  const page = await visit.openAs('grace', '/organizations/acme/invitations/invite');
  await page.getByRole('heading', { name: 'Only organization admins can send invitations' }).waitFor();
  expect(await names(page).count()).toBe(0);

  const admins = page.getByRole('region', { name: 'Owners of Acme Corporation' });
  await admins.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
});

test('three people are invited without a mouse', async ({ visit }) => {
  const page = await visit.openAs('ada');
  await organizationRows(page).first().waitFor();
  await press(page, page.getByRole('link', { name: 'Lumen Labs', exact: true }));
  await heading(page, 'Lumen Labs').waitFor();
  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Invitations' }));
  await press(page, page.getByRole('link', { name: 'Invite people', exact: true }));
  await press(page, names(page), 'a');
  await page.keyboard.type(' radia, hedy, nobody-1');
  await names(page).fill('radia, hedy, nobody-1');
  await press(page, checkButton(page));
  await textOn(page, 'All 3 people checked. 2 to invite').waitFor();
  await press(page, sendButton(page));
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Send/ }));

  await focus(page.getByRole('heading', { name: '2 people' }));
  await textOn(page, '2 invited.').waitFor();
});
