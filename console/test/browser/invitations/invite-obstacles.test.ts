import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { accessibilityProblems, test } from '../support/visit.ts';
import { inviteButton, names, openInvite, reasonOf, results, says, sendHalf, watchRequests } from './inviting.ts';

const LOOKUPS = { operation: 'UserByLogin' } as const;

test('a code host that is out in the middle stops the sending, and the rest is sent once it is back', async ({
  visit,
}) => {
  const { page, open } = await sendHalf(visit);
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: LOOKUPS });
  open();

  const alert = page.getByRole('alert');
  await alert.getByText('Stopped. 10 people are not sent').waitFor();
  await alert.getByText('The code host gives no usable answer at the moment.').waitFor();
  expect(await results(page).count()).toBe(50);
  expect(await accessibilityProblems(page)).toEqual([]);

  await visit.onCodeHost('call/clearFaults');
  open();
  await page.getByRole('button', { name: 'Send the other 10' }).click();
  await says(page, 'Done: 0 invited, 60 failed.').waitFor();
});

test('a code host that confirms no invitation any more stops the sending too', async ({ visit }) => {
  const people = Array.from({ length: 51 }, (_, place) => `unheard-${place}`);
  for (const login of people) await visit.onCodeHost('world/addUser', { login });
  const page = await openInvite(visit);
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { path: '/orgs/northwind/invitations' } });
  await names(page).fill(people.join(' '));
  await inviteButton(page).click();

  await says(page, 'Stopped. 1 person is not sent').waitFor();
  await says(page, '50 invitations are not confirmed').waitFor();
  await page.getByRole('button', { name: 'Put this one back into the form' }).click();
  expect(await names(page).inputValue()).toBe('unheard-50');
});

test('a limit says from when on the others can be sent, also after a reload, and sends them then [MI-28]', async ({
  visit,
}) => {
  const page = await visit.blankAs('margaret');
  await page.clock.install({ time: new Date('2030-05-05T10:10:01Z') });
  await visit.faultOnCodeHost({ kind: 'secondary-rate-limit', retryAfter: 1_800, match: LOOKUPS });
  await page.goto(`${visit.url}/organizations/northwind/invite`);
  await names(page).fill('nobody-1');
  await inviteButton(page).click();

  await says(page, 'You can send this one at 10:41 AM.').waitFor();
  const requests = watchRequests(page);
  await page.reload();
  await says(page, 'You can send this one at 10:41 AM.').waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await again.press('Enter');

  await visit.onCodeHost('call/clearFaults');
  await page.clock.fastForward(1_860_000);
  await page.locator('[role=alert] button:not([aria-disabled=true])', { hasText: 'Try again' }).click();
  await says(page, 'Done: 0 invited, 1 failed.').waitFor();
  expect(requests).toEqual([1]);
});

test('a sign-in that the code host no longer accepts leads to a new one, and back to send the rest', async ({
  visit,
}) => {
  const page = await openInvite(visit);
  await visit.onCodeHost('call/revokeTokens', 'margaret');
  await names(page).fill('nobody-1 nobody-2');
  await inviteButton(page).click();

  await says(page, 'The code host no longer accepts your sign-in.').waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /\(margaret\)/ }).click();
  await says(page, '2 people are not sent').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await says(page, 'Done: 0 invited, 2 failed.').waitFor();
});

test('the quota of an organization stops the sending, and the others can be put back into the form', async ({
  visit,
}) => {
  const page = await openInvite(visit, 'brimful', 'hedy');
  const people = ['ada', 'tim', 'grace', 'alan', 'margaret'];
  await names(page).fill(people.join(' '));
  await inviteButton(page).click();

  await says(page, 'as many invitations as the code host allows it in 24 hours').waitFor();
  await says(page, 'Stopped. 2 people are not sent').waitFor();
  expect(await results(page).count()).toBe(3);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const csv = (await buffer(await (await saved).createReadStream())).toString();
  expect(csv.match(/,not sent,The organization has sent as many/g)).toHaveLength(2);

  await page.getByRole('button', { name: 'Put them back into the form' }).click();
  await says(page, 'Done: 3 invited, 0 failed.').waitFor();
  const shown = await results(page).getByRole('rowheader').allInnerTexts();
  const left = people.filter((login) => !shown.includes(login));
  expect(await names(page).inputValue()).toBe(left.join('\n'));
  expect(await names(page).evaluate((area) => area === document.activeElement)).toBe(true);
});

test('an invitation that may have arrived is told from those that failed, and shows at the code host', async ({
  visit,
}) => {
  const page = await openInvite(visit, 'lumen-labs', 'ada');
  const match = { path: '/orgs/lumen-labs/invitations' };
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', after: true, times: 1, match });
  await names(page).fill('radia nobody-1');
  await inviteButton(page).click();

  await says(page, 'Done: 0 invited, 1 not confirmed, 1 failed.').waitFor();
  expect(await reasonOf(page, 'radia')).toContain('Not confirmed');
  await says(page, '1 invitation is not confirmed').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'See who is invited' }).click();
  await page.getByRole('heading', { name: 'Invited to lumen-labs' }).waitFor();
  await says(page, 'radia').waitFor();
  await page.goBack();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy those not confirmed' }).click();
  await says(page, '1 login copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('radia');
  await page.getByRole('button', { name: 'Send again' }).click();
  await says(page, 'Done: 0 invited, 1 already there, 1 failed.').waitFor();
  expect(await page.getByText('not confirmed').count()).toBe(0);
});
