import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, signOutButton, type Visit } from '../support/visit.ts';
import { textOn } from './inviting.ts';
import { button, job, jobsOf, newPeople, test } from './jobs.ts';

const sendingAt = (organization: string): string => `/organizations/${organization}/invitations/sending`;
const DAY_MS = 24 * 60 * 60_000;
/** Retries of a job without a usable answer, and the longest pause between them. */
const TRIES = 8;
const PAUSE_MAX_MS = 60_000;
const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' } as const;

/** Inviters of these people to acme. */
async function invitersOf(visit: Visit, logins: readonly string[]): Promise<readonly string[]> {
  const sent = (await visit.onCodeHost('call/invitations', 'acme')) as readonly {
    readonly login: string | null;
    readonly inviter: string;
  }[];
  return logins.map((login) => sent.find((one) => one.login === login)?.inviter ?? 'nobody');
}

/** Resolves to true if the element shows within half a second. */
const isShownSoon = (element: Locator): Promise<boolean> =>
  element.waitFor({ timeout: 500 }).then(
    () => true,
    () => false,
  );

test('the quota stops a job, which shows until when, also after a reload, and resumes automatically or on demand', async ({
  visit,
  turned,
}) => {
  // Sent almost a day ago: soon it no longer counts toward the quota.
  await visit.onCodeHost('world/invite', { organization: 'brimful', login: 'edsger' });
  turned.clock.advance(DAY_MS - 60 * 60_000);
  const jobs = await jobsOf(turned, 'brimful', 'hedy');
  await jobs.begin(['ada', 'tim', 'grace', 'alan', 'margaret'].map((login) => ({ login })));
  const page = await visit.openAs('hedy', sendingAt('brimful'));
  await jobs.send();

  await textOn(page, 'Waiting. 2 people not invited yet').waitFor();
  await textOn(page, 'The organization reached its limit of invitations for 24 hours.').waitFor();
  const time = page.getByText(/^Resumes automatically at .*\d:\d\d [AP]M if you are still signed in then\.$/);
  const text = await time.innerText();
  await page.reload();
  expect(await time.innerText()).toBe(text);
  expect(await accessibilityProblems(page)).toEqual([]);

  await visit.onCodeHost('call/invitationQuota', 'brimful', { limit: 51, used: 50 });
  await button(page, 'Resume').press('Enter');
  await button(page, 'Pause').waitFor();
  await jobs.send();
  await textOn(page, 'Waiting. 1 person not invited yet').waitFor();
  const { until } = await jobs.newest();
  turned.clock.advance(Date.parse(until ?? '') - turned.clock.now().getTime());
  await visit.onCodeHost('call/invitationQuota', 'brimful', { limit: 52, used: 51 });
  await jobs.send();
  await textOn(page, '5 invited.').waitFor();
});

test('a job without free seats leads to billing, and resumes once there is one', async ({ visit, turned }) => {
  const jobs = await jobsOf(turned, 'lumen-labs', 'ada');
  await jobs.begin((await newPeople(visit, 'seatless', 2)).map((login) => ({ login })));
  await visit.onCodeHost('call/organizationPlan', 'lumen-labs', { name: 'team', seats: 3 });
  const page = await visit.openAs('ada', sendingAt('lumen-labs'));
  await jobs.send();

  await textOn(page, 'The organization has no free seats.').waitFor();
  expect(await page.getByRole('link', { name: 'Organization billing' }).getAttribute('href')).toMatch(
    /\/organizations\/lumen-labs\/settings\/billing$/,
  );
  await visit.onCodeHost('call/organizationPlan', 'lumen-labs', { name: 'team', seats: 30 });
  await button(page, 'Resume').click();
  await button(page, 'Pause').waitFor();
  await jobs.send();
  await textOn(page, '2 invited.').waitFor();
});

test('a rejected token leads to a new sign-in, with which the job resumes [GE-5]', async ({ visit, turned }) => {
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
  await textOn(page, 'The sign-in of margaret is no longer valid.').waitFor();
  await button(page, 'Resume with your sign-in').click();
  await button(page, 'Pause').waitFor();
  await (await jobsOf(turned, 'northwind', 'margaret')).send();
  await textOn(page, '2 invited.').waitFor();
});

test('another admin takes over the job of a person who left, in their own name', async ({ visit, turned }) => {
  // The page of the person who signs out may still be loading.
  visit.expectProblem(/401/);
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const logins = await newPeople(visit, 'left', 2);
  const jobs = await jobsOf(turned, 'acme', 'grace');
  const own = await visit.openAs('ada', '/organizations/acme');
  await (await jobsOf(turned, 'acme', 'ada', own)).begin(logins.map((login) => ({ login })));
  await jobs.send(1);
  await signOutButton(own).click();
  await textOn(own, 'You signed out.').waitFor();
  await turned.workOnJobs();
  turned.clock.advance(2_000);
  await turned.workOnJobs();

  const page = await visit.openAs('grace', sendingAt('acme'));
  await textOn(page, 'The session of ada has ended.').waitFor();
  expect(await invitersOf(visit, logins)).toEqual(['ada', 'nobody']);
  await button(page, 'Take over').press('Enter');
  await page.getByRole('dialog').getByText('by you (grace) instead of ada').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).press('Enter');
  await textOn(page, 'taken over by grace').waitFor();
  await jobs.send();
  await textOn(page, '2 invited.').waitFor();
  expect(await invitersOf(visit, logins)).toEqual(['ada', 'grace']);
});

test('lost rights, an outage and a rate limit are reported with their time', async ({ visit, turned }) => {
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const [first = '', second = ''] = await newPeople(visit, 'trouble', 2);
  const jobs = await jobsOf(turned, 'acme', 'grace');
  await jobs.begin([{ login: first }, { login: second }], 'trouble');
  const page = await visit.openAs('ada', sendingAt('acme'));
  await job(page, '2 people').first().waitFor();

  await visit.faultOnCodeHost({ kind: 'secondary-rate-limit', retryAfter: 1_800, match: CREATIONS });
  await jobs.send();
  await textOn(page, 'grace reached the rate limit.').waitFor();
  await textOn(page, 'Resumes automatically at').waitFor();
  await visit.onCodeHost('call/clearFaults');
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { operation: 'UserByLogin' } });
  await button(page, 'Resume').click();
  await button(page, 'Pause').waitFor();
  const gaveUp = textOn(page, 'didn’t respond after several attempts.');
  // The service runs the job too, so the number of attempts here varies.
  for (let tries = 0; tries < 2 * TRIES && !(await isShownSoon(gaveUp)); tries += 1) {
    await turned.workOnJobs();
    turned.clock.advance(PAUSE_MAX_MS);
  }
  await gaveUp.waitFor();
  await textOn(page, 'Resumes automatically at').waitFor();
  await visit.onCodeHost('call/clearFaults');
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'member');
  turned.clock.advance(6 * 60_000);
  await turned.workOnJobs();
  await textOn(page, 'grace can no longer invite people here.').waitFor();
  await button(page, 'Take over').waitFor();
});

test('a row that may have been sent is reported, with a link to check', async ({ visit, turned }) => {
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
  await button(page, 'Cancel…').click();
  await button(page, 'Cancel remaining').click();
  await textOn(page, 'Confirming the result for one person.').waitFor();
  const membershipReads = { path: '/orgs/closed-circle/memberships' };
  await visit.faultOnCodeHost({ kind: 'reply', status: 403, body: { message: 'No.' }, match: membershipReads });
  turned.clock.advance(31_000);
  await turned.workOnJobs();
  await turned.workOnJobs();

  await textOn(page, '1 unknown, 1 not sent.').waitFor();
  await textOn(page, 'Couldn’t confirm the result for 1 person').waitFor();
  await page.getByRole('link', { name: 'open invitations' }).click();
  await page.getByRole('rowheader', { name: login }).waitFor();
});

test('a batch that a limit stopped shows at home, and leads to it', async ({ visit, turned }) => {
  const jobs = await jobsOf(turned, 'lumen-labs', 'ada');
  await visit.onCodeHost('call/invitationQuota', 'lumen-labs', { limit: 51, used: 50 });
  await jobs.begin(
    (await newPeople(visit, 'stopped', 3)).map((login) => ({ login })),
    'stopped-at-home',
  );
  await jobs.send();
  const page = await visit.openAs('ada', '/');

  const item = page.getByRole('listitem').filter({ hasText: /^Lumen Labs Batch of 3 people: waiting/ });
  await item.getByRole('link', { name: /^View batch/ }).click();
  await page.waitForURL(/\/organizations\/lumen-labs\/invitations\/sending#job-/);
  await textOn(page, 'Waiting. 2 people not invited yet').waitFor();
});
