import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { focus, press } from '../organization/without-a-mouse.ts';
import { accessibilityProblems, chooseOption, holdRequests, test } from '../support/visit.ts';
import { names, textOn } from './inviting.ts';
import { write } from './jobs.ts';
import { box, button, changes, inviteAll, openList, pressAndConfirm, row, rows } from './listed.ts';

interface ListedArrival {
  readonly login: string | null;
}

test('two invitations are found and cancelled together, after confirmation', async ({ visit }) => {
  await inviteAll(visit, 'northwind', ['wanda', 'walter', 'winnie', 'other']);
  await visit.onCodeHost('world/invite', { organization: 'northwind', email: 'w@mail.example', source: 'scim' });
  const page = await openList(visit, 'northwind', 'margaret');
  await textOn(page, '5 open, 0 failed').waitFor();
  await page.getByRole('searchbox').fill('W');
  await page.getByRole('combobox', { name: 'Filter by source' }).selectOption('Sent by an owner');
  await textOn(page, '3 of 5 invitations').waitFor();
  expect(await row(page, 'walter').innerText()).toMatch(/Member[\s\S]*by margaret[\s\S]*Open\s+expires in 6 days/);

  // The URL contains the filters.
  await expect.poll(() => new URL(page.url()).search).toBe('?text=W&source=member');
  await page.reload();
  await textOn(page, '3 of 5 invitations').waitFor();
  await box(page, 'wanda').check();
  await box(page, 'winnie').check();
  await textOn(page, '2 selected').waitFor();
  await button(page, 'Cancel 2 invitations').click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await focus(button(page, 'Cancel 2 invitations'));
  expect(await rows(page).count()).toBe(3);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 invitations' }).click();

  await textOn(page, 'Done: 2 cancelled.').waitFor();
  await focus(page.getByRole('heading', { name: 'Results' }));
  expect(await changes(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^wanda\s+Cancelled/),
    expect.stringMatching(/^winnie\s+Cancelled/),
  ]);
  await textOn(page, '1 of 3 invitations').waitFor();
  expect(await row(page, 'walter').count()).toBe(1);
  await page.reload();
  await textOn(page, 'Done: 2 cancelled.').waitFor();
  await button(page, 'Clear results').click();
  expect(await changes(page).count()).toBe(0);
});

test('a range of invitations is selected and downloaded', async ({ visit }) => {
  await inviteAll(visit, 'northwind', ['range-a', 'range-b', 'range-c', 'range-d']);
  const page = await openList(visit, 'northwind', 'margaret', '?text=RÀNGE');
  await box(page, 'range-a').check();
  await box(page, 'range-c').click({ modifiers: ['Shift'] });
  await textOn(page, '3 selected').waitFor();
  const saved = page.waitForEvent('download');
  await chooseOption(page, /^Download CSV/);
  const csv = (await buffer(await (await saved).createReadStream())).toString();
  expect(csv).toMatch(/^\uFEFFUsername,Email,Role,Teams,Sent,Sent by,Status,Expires,Reason\r\nrange-a,,Member,0,/);
  expect(csv.split('\r\n')).toHaveLength(5);
});

test('a failed invitation is dismissed and another resent without a mouse', async ({ visit }) => {
  await inviteAll(visit, 'acme', ['fred', 'fay', 'olaf']);
  await visit.onCodeHost('world/failInvitation', 'acme', 'fred');
  await visit.onCodeHost('world/failInvitation', 'acme', 'fay');
  const page = await openList(visit, 'acme', 'ada', '?state=failed');
  await textOn(page, '2 of 4 invitations (2 open, 2 failed)').waitFor();

  await press(page, box(page, 'fred'), 'Space');
  await page.keyboard.press('ArrowDown');
  await focus(box(page, 'fay'));
  await page.keyboard.press('Home');
  await focus(box(page, 'fred'));
  await button(page, 'Dismiss 1 failed').focus();
  await page.keyboard.press('Enter');
  await textOn(page, 'Done: 1 dismissed.').waitFor();
  await textOn(page, '1 of 3 invitations').waitFor();

  await box(page, 'fay').press('Space');
  await button(page, 'Resend 1').press('Enter');
  await textOn(page, 'Done: 1 resent.').waitFor();
  await page.getByRole('heading', { name: 'No matching invitations' }).waitFor();
  await button(page, 'Show all invitations').click();
  await focus(page.getByRole('searchbox'));
  expect(await row(page, 'fay').innerText()).toMatch(/by ada[\s\S]*Open\s+expires in 7 days/);
  await textOn(page, 'At least 1 invitation counts toward the 24-hour limit').waitFor();
  const sent = (await visit.onCodeHost('call/invitations', 'acme')) as readonly ListedArrival[];
  expect(sent.map(({ login }) => login)).toEqual(['fay']);
});

test('several are resent after confirmation, without a mouse; those of an identity provider are not', async ({
  visit,
}) => {
  await inviteAll(visit, 'northwind', ['ask-ola', 'ask-otto']);
  await visit.onCodeHost('world/invite', { organization: 'northwind', email: 'ask@mail.example', source: 'scim' });
  await visit.onCodeHost('world/invite', {
    organization: 'northwind',
    email: 'ask-hires@mail.example',
    role: 'hiring_manager',
  });
  await visit.onCodeHost('world/failInvitation', 'northwind', 'ask-otto');
  const page = await openList(visit, 'northwind', 'margaret', '?text=ask');
  await press(page, page.getByRole('checkbox', { name: 'Select all 4' }), 'Space');
  await textOn(page, 'managed by the identity provider. Resend it there.').waitFor();
  await textOn(page, '1 has a role that orgdesk can’t invite. It isn’t resent.').waitFor();

  // The tab order follows the visible order: the selection, then the buttons from left to right.
  const positions: number[] = [];
  for (const name of ['Cancel 3 invitations', 'Dismiss 1 failed', 'Resend 2']) {
    await page.keyboard.press('Tab');
    await focus(button(page, name));
    const seen = await button(page, name).boundingBox();
    positions.push((seen?.y ?? 0) * 10_000 + (seen?.x ?? 0));
  }
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));

  const observed: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/send-again')) observed.push(request.postDataJSON());
  });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Resend 2?' }).waitFor();
  await dialog.getByText('Each counts toward the 24-hour limit').waitFor();
  await dialog.getByText('Failed invitations are resent without their teams').waitFor();
  await focus(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await focus(button(page, 'Resend 2'));
  expect(observed).toEqual([]);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await textOn(page, 'Done: 2 resent.').waitFor();
  expect(observed).toHaveLength(1);

  await box(page, 'ask@mail.example').check();
  await textOn(page, '1 is managed by the identity provider. Resend it there.').waitFor();
  expect(await button(page, /^Send/).count()).toBe(0);
  await button(page, 'Cancel 1 invitation').waitFor();
});

test('resending a failed invitation needs confirmation only if its teams would be lost', async ({ visit }) => {
  await visit.onCodeHost('world/addUser', { login: 'teamed' });
  await visit.onCodeHost('world/addTeam', { organization: 'acme', name: 'Lost ones', members: [] });
  await visit.onCodeHost('world/invite', { organization: 'acme', login: 'teamed', teams: ['lost-ones'] });
  await visit.onCodeHost('world/failInvitation', 'acme', 'teamed');
  const page = await openList(visit, 'acme', 'ada', '?text=teamed');
  await box(page, 'teamed').check();
  await button(page, 'Resend 1').click();
  await page.getByRole('dialog').getByText('Failed invitations are resent without their teams').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend 1' }).click();
  await textOn(page, 'Done: 1 resent.').waitFor();
});

test('of two failed invitations of a person, only one is resent, and the page explains why', async ({ visit }) => {
  await inviteAll(visit, 'acme', ['twin']);
  await visit.onCodeHost('world/failInvitation', 'acme', 'twin');
  await visit.onCodeHost('world/invite', { organization: 'acme', login: 'twin' });
  await visit.onCodeHost('world/failInvitation', 'acme', 'twin');
  const page = await openList(visit, 'acme', 'ada', '?text=twin');
  await page.getByRole('checkbox', { name: 'Select all 2' }).click();
  await pressAndConfirm(page, 'Resend 2');
  const notice = page.getByRole('alert').filter({ hasText: 'Stopped. 1 invitation left' });
  await notice.getByText('people were selected twice').waitFor();
  await button(page, 'Resend the remaining one').click();
  await textOn(page, '1 already invited').waitFor();
});

test('sixty are changed in two requests; a rate limit is reported with its time, and the rest is changed then', async ({
  visit,
}) => {
  const people = Array.from({ length: 60 }, (_, index) => `many-${index + 10}`);
  for (const login of people) {
    await visit.onCodeHost('world/addUser', { login });
    await visit.onCodeHost('world/invite', { organization: 'lumen-labs', login });
  }
  const page = await visit.blankAs('ada');
  await page.clock.install();
  await page.goto(`${visit.url}/organizations/lumen-labs/invitations?text=many`);
  const sizes: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cancel')) sizes.push(request.postDataJSON().ids.length);
  });
  await textOn(page, '60 of 61 invitations').waitFor();
  const open = await holdRequests(page, '**/invitations/cancel');
  await page.getByRole('checkbox', { name: 'Select all 60' }).check();
  await pressAndConfirm(page, 'Cancel 60 invitations');
  await textOn(page, '0 of 60 processed').waitFor();

  // Leaving the page needs confirmation.
  const observed = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.getByRole('link', { name: 'People', exact: true }).click();
  expect(await observed).toBe('confirm');
  await visit.faultOnCodeHost({
    kind: 'secondary-rate-limit',
    retryAfter: 600,
    match: { method: 'DELETE', path: '/orgs/lumen-labs/invitations' },
  });
  open();
  const alert = page.getByRole('alert').filter({ hasText: 'Stopped' });
  await alert.getByText('Stopped. 60 invitations left').waitFor();
  await alert.getByText('You can continue at').waitFor();
  expect(sizes).toEqual([50]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await button(page, 'Try again').getAttribute('aria-disabled')).toBe('true');

  await visit.onCodeHost('call/clearFaults');
  await page.clock.fastForward(700_000);
  await page.locator('[role=alert] button:not([aria-disabled=true])', { hasText: 'Try again' }).click();
  await textOn(page, 'Done: 60 cancelled.').waitFor();
  expect(sizes).toEqual([50, 50, 10]);
  await textOn(page, '0 of 1 invitation').waitFor();
});

test('a member sees the admins instead of the list; an empty list links to inviting and to the sent ones', async ({
  visit,
}) => {
  const member = await visit.openAs('alan', '/organizations/acme/invitations');
  await member.getByRole('heading', { name: 'Only organization admins can see invitations' }).waitFor();
  await member.getByRole('list').getByText('Ada Lovelace').waitFor();
  expect(await member.getByRole('table').count()).toBe(0);

  const page = await openList(visit, 'closed-circle', 'hedy');
  await page.getByRole('heading', { name: 'No open invitations' }).waitFor();
  await page.getByRole('link', { name: 'Invite people to Closed Circle' }).click();
  await names(page).waitFor();

  await page.goto(`${visit.url}/organizations/brimful/invitations/invite`);
  await write(page, 'tim');
  await textOn(page, '1 invited.').waitFor();
  await page.getByRole('link', { name: 'Open and failed' }).click();
  await row(page, 'tim').waitFor();
});

test('a failed read is reported and can be retried; an organization without invitations is explained', async ({
  visit,
}) => {
  visit.expectProblem(/503|409/);
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { path: '/orgs/acme/failed_invitations' } });
  const page = await openList(visit, 'acme', 'ada');
  await textOn(page, 'Couldn’t load invitations').waitFor();
  await visit.onCodeHost('call/clearFaults');
  await button(page, 'Try again').click();
  await rows(page).first().waitFor();

  const error = 'There are no invitations in this organization.';
  await page.route('**/api/organizations/acme/invitations', (route) => route.fulfill({ status: 409, json: { error } }));
  await page.reload();
  await page.getByRole('heading', { name: 'This organization doesn’t use invitations' }).waitFor();
  await textOn(page, error).waitFor();
  await page.getByRole('link', { name: 'Add people to Acme Corporation' }).click();
  await page.getByRole('textbox', { name: 'Usernames or email addresses' }).waitFor();
});

test('30 of 117 open invitations are cancelled in four actions', async ({ visit }) => {
  const logins = Array.from({ length: 117 }, (_, index) => `batch-${String(index).padStart(3, '0')}`);
  for (const login of logins) {
    await visit.onCodeHost('world/addUser', { login });
    await visit.onCodeHost('world/invite', { organization: 'acme', login });
  }
  const openCount = async () =>
    ((await visit.onCodeHost('world/openInvitations', 'acme')) as readonly unknown[]).length;
  const before = await openCount();
  const page = await openList(visit, 'acme', 'ada', '?text=batch&sort=name');
  await box(page, 'batch-040').check();
  await box(page, 'batch-069').click({ modifiers: ['Shift'] });
  await button(page, 'Cancel 30 invitations').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 30 invitations' }).click();

  await textOn(page, 'Done: 30 cancelled.').waitFor();
  expect(await openCount()).toBe(before - 30);
  const isListed = async (login: string) => (await row(page, login).count()) === 1;
  await expect
    .poll(() => Promise.all(['batch-039', 'batch-040', 'batch-069', 'batch-070'].map(isListed)))
    .toEqual([true, false, false, true]);
});
