import { expect } from 'vitest';
import { accessibilityProblems, sidewaysScroll, type Visit } from '../support/visit.ts';
import { checkButton, choose, previewOf, sendButton, textOn } from './inviting.ts';
import { button, job, jobsOf, newPeople, test } from './jobs.ts';
import { box, pressAndConfirm, row } from './listed.ts';

const INVITATIONS_PATH = '/organizations/acme/invitations';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ROLES = ['', 'owner', 'member', 'billing manager'];
const TEAMS = ['platform', '', 'platform; engineering'];
const HOUR_MS = 60 * 60_000;

interface JobArrival {
  readonly login: string | null;
  readonly role: string;
}

const arrivals = async (visit: Visit): Promise<readonly JobArrival[]> =>
  (await visit.onCodeHost('call/invitations', 'acme')) as readonly JobArrival[];

test('120 people of a CSV are previewed, sent beyond a quota from two devices, and corrected', {
  timeout: 600_000,
}, async ({ visit, turned }) => {
  // This invitation was sent almost a day ago and soon no longer counts toward the quota.
  await visit.onCodeHost('call/invitationQuota', 'acme', { limit: 1_000, used: 0 });
  await visit.onCodeHost('world/invite', { organization: 'acme', login: 'edsger' });
  turned.clock.advance(23 * HOUR_MS);
  const people = await newPeople(visit, 'guest', 120);
  const csv = people.map((login, at) => `Guest,${login},${ROLES[at % 4]},"${TEAMS[at % 3]}"`).join('\n');
  const page = await visit.openAs('ada', `${INVITATIONS_PATH}/invite`);
  await choose(page, 'guests.csv', `name,login,role,teams\n${csv}\n`);
  await textOn(page, '120 usernames to invite').waitFor();
  await checkButton(page).click();
  await textOn(page, 'All 120 people checked. 120 to invite').waitFor();
  expect(await previewOf(page, 'guest-2').innerText()).toMatch(/Ready/);
  await sendButton(page).click();
  await page.getByRole('dialog').getByText('30 as owners').waitFor();
  await visit.onCodeHost('call/invitationQuota', 'acme', { limit: 80, used: 0 });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send 120/ })
    .click();
  await job(page, 'guests.csv: 120 people').waitFor();
  const jobs = await jobsOf(turned, 'acme', 'ada');
  await jobs.send(50);
  await textOn(page, '50 of 120 done: 50 invited.').waitFor();

  await page.close();
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const other = await visit.openAs('grace', `${INVITATIONS_PATH}/sending`, PHONE);
  await textOn(other, '50 of 120 done: 50 invited.').waitFor();
  await jobs.send();
  await textOn(other, '80 of 120 done: 80 invited.').waitFor();
  await textOn(other, 'Waiting. 40 people not invited yet').waitFor();
  await textOn(other, 'Resumes automatically at').waitFor();
  expect(await sidewaysScroll(other)).toBe(0);
  expect(await accessibilityProblems(other)).toEqual([]);
  expect(await arrivals(visit)).toHaveLength(80);

  const { until } = await jobs.newest();
  turned.clock.advance(Date.parse(until ?? '') - turned.clock.now().getTime());
  await visit.onCodeHost('call/invitationQuota', 'acme', { limit: 1_000, used: 80 });
  await jobs.send();
  await textOn(other, '120 invited.').waitFor();
  const sent = await arrivals(visit);
  expect(new Set(sent.map(({ login }) => login))).toEqual(new Set(people));
  expect(sent).toHaveLength(120);
  expect(sent.filter(({ role }) => role === 'admin')).toHaveLength(30);

  for (const login of ['guest-1', 'guest-2', 'guest-3']) {
    await visit.onCodeHost('world/failInvitation', 'acme', login);
  }
  await other.getByRole('link', { name: 'Open and failed' }).click();
  await textOn(other, '3 failed').waitFor();
  await other.getByRole('combobox', { name: 'Filter by status' }).selectOption('Failed');
  for (const login of ['guest-1', 'guest-2']) await box(other, login).check();
  await pressAndConfirm(other, 'Resend 2');
  await textOn(other, 'Done: 2 resent.').waitFor();
  await other.getByRole('combobox', { name: 'Filter by status' }).selectOption('Open');
  await other.getByRole('searchbox').fill('guest-120');
  await box(other, 'guest-120').check();
  await button(other, 'Cancel 1 invitation').click();
  await textOn(other, 'Done: 1 cancelled.').waitFor();
  await other.getByRole('searchbox').fill('guest-3');
  await other.getByRole('combobox', { name: 'Filter by status' }).selectOption('Failed');
  await row(other, 'guest-3').waitFor();
  const open = (await visit.onCodeHost('world/openInvitations', 'acme')) as readonly unknown[];
  // Excludes one failed and one cancelled invitation, and includes two earlier ones.
  expect(open).toHaveLength(120);
});
