import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, signOutButton, type Visit } from '../support/visit.ts';
import { says } from './inviting.ts';
import { button, job, jobsOf, newPeople, test } from './jobs.ts';

const sendingAt = (organization: string): string => `/organizations/${organization}/invitations/sending`;
const DAY_MS = 24 * 60 * 60_000;
/** How often a job tries again without a usable answer before it stops, and its longest pause. */
const TRIES = 8;
const PAUSE_MAX_MS = 60_000;
const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' } as const;

/** Who invited these into acme. */
async function invitersOf(visit: Visit, logins: readonly string[]): Promise<readonly string[]> {
  const sent = (await visit.onCodeHost('call/invitations', 'acme')) as readonly {
    readonly login: string | null;
    readonly inviter: string;
  }[];
  return logins.map((login) => sent.find((one) => one.login === login)?.inviter ?? 'nobody');
}

/** Whether something is shown within half a second. */
const isShownSoon = (place: Locator): Promise<boolean> =>
  place.waitFor({ timeout: 500 }).then(
    () => true,
    () => false,
  );

test('the quota stops a job, which names the time, also after a reload, and goes on by itself or on demand', async ({
  visit,
  turned,
}) => {
  // Sent almost a day ago: the quota is free for one more when it no longer counts.
  await visit.onCodeHost('world/invite', { organization: 'brimful', login: 'edsger' });
  turned.clock.advance(DAY_MS - 60 * 60_000);
  const jobs = await jobsOf(turned, 'brimful', 'hedy');
  await jobs.begin(['ada', 'tim', 'grace', 'alan', 'margaret'].map((login) => ({ login })));
  const page = await visit.openAs('hedy', sendingAt('brimful'));
  await jobs.send();

  await says(page, 'Stopped. 2 people not invited yet').waitFor();
  await says(page, 'The organization reached its limit of invitations for 24 hours.').waitFor();
  const time = page.getByText(/^Resumes automatically at .*\d:\d\d [AP]M\.$/);
  const words = await time.innerText();
  await page.reload();
  expect(await time.innerText()).toBe(words);
  expect(await accessibilityProblems(page)).toEqual([]);

  await visit.onCodeHost('call/invitationQuota', 'brimful', { limit: 51, used: 50 });
  await button(page, 'Resume').press('Enter');
  await button(page, 'Pause').waitFor();
  await jobs.send();
  await says(page, 'Stopped. 1 person not invited yet').waitFor();
  const { stop } = await jobs.newest();
  turned.clock.advance(Date.parse(stop?.until ?? '') - turned.clock.now().getTime());
  await visit.onCodeHost('call/invitationQuota', 'brimful', { limit: 52, used: 51 });
  await jobs.send();
  await says(page, '5 invited.').waitFor();
});

test('without a free seat it leads to billing, and goes on once there is one', async ({ visit, turned }) => {
  const jobs = await jobsOf(turned, 'lumen-labs', 'ada');
  await jobs.begin((await newPeople(visit, 'seatless', 2)).map((login) => ({ login })));
  await visit.onCodeHost('call/organizationPlan', 'lumen-labs', { name: 'team', seats: 3 });
  const page = await visit.openAs('ada', sendingAt('lumen-labs'));
  await jobs.send();

  await says(page, 'The organization has no free seats.').waitFor();
  expect(await page.getByRole('link', { name: 'Organization billing' }).getAttribute('href')).toMatch(
    /\/organizations\/lumen-labs\/settings\/billing$/,
  );
  await visit.onCodeHost('call/organizationPlan', 'lumen-labs', { name: 'team', seats: 30 });
  await button(page, 'Resume').click();
  await button(page, 'Pause').waitFor();
  await jobs.send();
  await says(page, '2 invited.').waitFor();
});

test('a sign-in that the code host no longer accepts leads to a new one, with which it goes on [GE-5]', async ({
  visit,
  turned,
}) => {
  visit.expectProblem(/401/);
  const page = await visit.openAs('margaret', sendingAt('northwind'));
  const jobs = await jobsOf(turned, 'northwind', 'margaret');
  await jobs.begin((await newPeople(visit, 'revoked', 2)).map((login) => ({ login })));
  await jobs.send(1);
  await visit.onCodeHost('call/revokeTokens', 'margaret');
  await turned.workOnJobs();
  turned.clock.advance(61_000);
  await turned.workOnJobs();
  await page.reload();
  await page.getByRole('link', { name: /^Sign in/ }).click();
  await page.getByRole('button', { name: /\(margaret\)/ }).click();
  await says(page, 'The sign-in of margaret is no longer valid.').waitFor();
  await button(page, 'Resume with your sign-in').click();
  await button(page, 'Pause').waitFor();
  await (await jobsOf(turned, 'northwind', 'margaret')).send();
  await says(page, '2 invited.').waitFor();
});

test('a job whose person left is taken over by another admin, in their name from then on', async ({
  visit,
  turned,
}) => {
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const logins = await newPeople(visit, 'left', 2);
  const jobs = await jobsOf(turned, 'acme', 'grace');
  const own = await visit.openAs('ada', '/organizations/acme');
  await (await jobsOf(turned, 'acme', 'ada', own)).begin(logins.map((login) => ({ login })));
  await jobs.send(1);
  await signOutButton(own).click();
  await says(own, 'You signed out.').waitFor();
  await turned.workOnJobs();
  turned.clock.advance(2_000);
  await turned.workOnJobs();

  const page = await visit.openAs('grace', sendingAt('acme'));
  await says(page, 'The session of ada has ended.').waitFor();
  expect(await invitersOf(visit, logins)).toEqual(['ada', 'nobody']);
  await button(page, 'Take over').press('Enter');
  await page.getByRole('dialog').getByText('by you (grace) instead of ada').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).press('Enter');
  await says(page, 'taken over by grace').waitFor();
  await jobs.send();
  await says(page, '2 invited.').waitFor();
  expect(await invitersOf(visit, logins)).toEqual(['ada', 'grace']);
});

test('whoever may invite no more, an outage and a limit are told, with the time', async ({ visit, turned }) => {
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const [first = '', second = ''] = await newPeople(visit, 'trouble', 2);
  const jobs = await jobsOf(turned, 'acme', 'grace');
  await jobs.begin([{ login: first }, { login: second }], 'trouble');
  const page = await visit.openAs('ada', sendingAt('acme'));
  await job(page, '2 people').first().waitFor();

  await visit.faultOnCodeHost({ kind: 'secondary-rate-limit', retryAfter: 1_800, match: CREATIONS });
  await jobs.send();
  await says(page, 'grace reached the rate limit.').waitFor();
  await says(page, 'Resumes automatically at').waitFor();
  await visit.onCodeHost('call/clearFaults');
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { operation: 'UserByLogin' } });
  await button(page, 'Resume').click();
  await button(page, 'Pause').waitFor();
  const gaveUp = says(page, 'GitHub didn’t respond after several attempts.');
  // The service works on the job as well from the click on, so the number of tries made here is not known.
  for (let tries = 0; tries < 2 * TRIES && !(await isShownSoon(gaveUp)); tries += 1) {
    await turned.workOnJobs();
    turned.clock.advance(PAUSE_MAX_MS);
  }
  await gaveUp.waitFor();
  await says(page, 'Resumes automatically at').waitFor();
  await visit.onCodeHost('call/clearFaults');
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'member');
  turned.clock.advance(6 * 60_000);
  await turned.workOnJobs();
  await says(page, 'grace can no longer invite people here.').waitFor();
  await button(page, 'Take over').waitFor();
});

test('a row that may have arrived is said to be so, with the way to see whether it did', async ({ visit, turned }) => {
  const jobs = await jobsOf(turned, 'closed-circle', 'hedy');
  await visit.onCodeHost('world/updateOrganization', 'closed-circle', { invitationsDisabled: false });
  const [login = '', other = ''] = await newPeople(visit, 'unsure', 2);
  await visit.faultOnCodeHost({
    kind: 'bad-gateway-html',
    after: true,
    match: { method: 'POST', path: '/orgs/closed-circle/invitations' },
  });
  await jobs.begin([{ login }, { login: other }]);
  const page = await visit.openAs('hedy', sendingAt('closed-circle'));
  await turned.workOnJobs();
  await job(page, '2 people').waitFor();
  await button(page, 'Cancel').click();
  await button(page, 'Cancel remaining').click();
  await says(page, 'Confirming the result of one invitation.').waitFor();
  const lookUps = { path: '/orgs/closed-circle/memberships' };
  await visit.faultOnCodeHost({ kind: 'reply', status: 403, body: { message: 'No.' }, match: lookUps });
  turned.clock.advance(31_000);
  await turned.workOnJobs();
  await turned.workOnJobs();

  await says(page, '1 unknown, 1 not sent.').waitFor();
  await says(page, 'Couldn’t confirm the result for 1 person').waitFor();
  await page.getByRole('link', { name: 'open invitations' }).click();
  await page.getByRole('rowheader', { name: login }).waitFor();
});
