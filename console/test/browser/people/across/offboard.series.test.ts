import { isSignedBy, parseNote } from '@orgdesk/contract/checkpoint';
import { expect } from 'vitest';
import { accessibilityProblems, heading, sidewaysScroll, test as visiting } from '../../support/visit.ts';
import { button, dialog, inDialog } from '../changing.ts';
import { fileFrom, search, waitForStatus } from '../people.ts';
import { addOwned, row, updated } from './across.ts';

const ORGANIZATIONS = 12;

const test = visiting.extend('settings', { scope: 'file' }, { TOKEN_SECRET: 'a token secret of the tests of reports' });

test('somebody in twelve organizations is found by two letters, offboarded, and reported on', async ({ visit }) => {
  const { owner, organizations, installationIds, everywhere } = await addOwned(
    visit,
    'owner-of-leavers',
    ORGANIZATIONS,
  );
  const [kept = '', teams = '', invited = '', invitedToo = ''] = organizations;
  await visit.onCodeHost('world/addTeam', { organization: teams, name: 'Crew', members: [{ login: everywhere }] });
  for (const organization of [invited, invitedToo]) {
    await visit.onCodeHost('world/removeMembership', organization, everywhere);
    await visit.onCodeHost('world/invite', { organization, login: everywhere, by: owner });
  }
  const permissions = { metadata: 'read', members: 'write', organization_personal_access_tokens: 'write' };
  await visit.onCodeHost('world/setInstallationPermissions', installationIds[1], permissions);
  for (const name of ['deploys', 'backup']) await visit.onCodeHost('world/addPersonalToken', teams, everywhere, name);
  const page = await visit.openAs(owner, '/people');
  await updated(page);

  await search(page).fill('zq');
  await row(page, everywhere).getByRole('link', { name: everywhere, exact: true }).click();
  await heading(page, everywhere).waitFor();
  await waitForStatus(page, `In ${ORGANIZATIONS - 2} organizations you own`);
  await button(page, 'Offboard…').click();
  await dialog(page)
    .getByText(`${ORGANIZATIONS - 2} changes in ${ORGANIZATIONS - 2} organizations.`)
    .waitFor();
  await dialog(page)
    .getByRole('checkbox', { name: `Include Organization 1 of ${owner}` })
    .uncheck();
  await dialog(page)
    .getByRole('checkbox', { name: `Invitation to ${invitedToo}` })
    .uncheck();
  await dialog(page)
    .getByRole('checkbox', { name: `Token “backup” in ${teams}` })
    .uncheck();
  await dialog(page)
    .getByText(/^Personal access tokens not checked in .* and \d more: .*organization_personal_access_tokens: read/)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await inDialog(page, `Offboard ${everywhere}`).click();
  await heading(page, `Offboard ${everywhere}`).waitFor();
  await page.locator('.run-view-heading').getByText('Done', { exact: true }).waitFor();

  const revoked = (await visit.onCodeHost('call/requests', {
    method: 'POST',
    path: '^/orgs/[^/]+/personal-access-tokens/',
  })) as readonly {
    readonly path: string;
  }[];
  expect(revoked).toHaveLength(1);
  const sent = (await visit.onCodeHost('call/requests', { method: 'DELETE' })) as readonly { readonly path: string }[];
  const removed = organizations.slice(4).map((organization) => `/orgs/${organization}/memberships/${everywhere}`);
  expect(
    sent.map(({ path }) => path.replace(/\d+$/, (id) => (path.includes('/invitations/') ? 'ID' : id))).toSorted(),
  ).toEqual([`/orgs/${teams}/memberships/${everywhere}`, ...removed, `/orgs/${invited}/invitations/ID`].toSorted());

  await page.getByRole('link', { name: /^Check what/ }).click();
  await waitForStatus(page, 'In 1 organization you own');
  await button(page, 'Create report').click();
  await page
    .getByText(`${everywhere} still has access or invitations in 2 organizations of ${ORGANIZATIONS}`)
    .waitFor();
  await page.getByText(`${kept}: member`).waitFor();
  await page.getByText(`${invitedToo}: invited`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const { text } = await fileFrom(page, button(page, 'Download report'));
  const note = parseNote(text);
  const head = await page.evaluate(
    async (address) => (await fetch(address)).json(),
    `/api/organizations/${kept}/audit-trail/head`,
  );
  const [{ publicKey }] = (head as { readonly keys: readonly [{ readonly publicKey: string }] }).keys;
  const key = Uint8Array.from(Buffer.from(publicKey, 'base64'));
  expect(note !== null && (await isSignedBy(note, key))).toBe(true);
  const [, ...reported] = (note?.lines ?? []).map((line) => JSON.parse(line));
  expect(reported.filter(({ result }) => result === 'still-there').map(({ organization: { login } }) => login)).toEqual(
    [kept, invitedToo],
  );
  expect(reported.filter(({ result }) => result === 'not-there')).toHaveLength(ORGANIZATIONS - 2);
});

test('an invitation that could not be cancelled is named, and nobody is removed before it is', async ({ visit }) => {
  visit.expectProblem(/50\d/);
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-invited', 2);
  const [first = '', second = ''] = organizations;
  for (const organization of organizations) await visit.onCodeHost('world/removeMembership', organization, everywhere);
  await visit.onCodeHost('world/invite', { organization: first, login: everywhere, by: owner });
  await visit.onCodeHost('world/invite', { organization: second, email: 'late@mail.example', by: everywhere });
  const page = await visit.openAs(owner, `/people/${everywhere}`);
  await waitForStatus(page, 'In none of the organizations you own');
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { method: 'DELETE', path: `/orgs/${second}/` } });
  await button(page, 'Offboard…').click();
  await dialog(page)
    .getByRole('checkbox', { name: `Invitation of late@mail.example to ${second}` })
    .waitFor();
  await inDialog(page, `Offboard ${everywhere}`).click();
  await dialog(page).getByRole('alert').getByText(`Invitation of late@mail.example to ${second}`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await visit.onCodeHost('call/clearFaults');
  await inDialog(page, `Offboard ${everywhere}`).click();
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Create report').click();
  await page.getByText(`${everywhere} isn’t in any of 2 organizations`).waitFor();
});

visiting('without a secret of its own, the service makes a report that says it is unsigned', async ({ visit }) => {
  const { owner, everywhere } = await addOwned(visit, 'owner-of-unsigned', 1);
  const page = await visit.openAs(owner, `/people/${everywhere}`);
  await waitForStatus(page, 'In 1 organization you own');
  await button(page, 'Create report').click();
  await page.getByText('The report is not signed, so it proves nothing.').waitFor();
  await page.locator('code', { hasText: 'TOKEN_SECRET' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const { text, name } = await fileFrom(page, button(page, 'Download unsigned report'));
  expect([name, text]).toEqual([`report-${everywhere}-unsigned.txt`, expect.stringContaining(everywhere)]);
});
