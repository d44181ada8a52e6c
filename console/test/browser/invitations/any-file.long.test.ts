import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { EXPORTS, type ExportedFile } from '../../invitations/files/exports.ts';
import { accessibilityProblems } from '../support/visit.ts';
import { checkButton, previewOf, sendButton, textOn } from './inviting.ts';
import { job, jobsOf, test } from './jobs.ts';

const ACTIONS_MAX = 12;
const ROLE_LABELS: Readonly<Record<string, string>> = { direct_member: 'Member', admin: 'Owner' };
const INVITE = '/organizations/acme/invitations/invite';

/** Counts what a person does on a page. */
function countedOn(page: Page) {
  let actions = 0;
  const act = async (action: Promise<unknown>): Promise<void> => {
    actions += 1;
    await action;
  };
  return {
    actions: () => actions,
    click: (role: 'button', name: string | RegExp) => act(page.getByRole(role, { name }).first().click()),
    press: (locator: { click(): Promise<void> }) => act(locator.click()),
    select: (name: string, option: string) => act(page.getByRole('combobox', { name }).selectOption(option)),
    upload: ({ name, bytes }: ExportedFile) =>
      act(page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: bytes })),
  };
}

test.for(EXPORTS)('$origin: from the file to the invitations without editing it', async (file, { visit, turned }) => {
  await visit.onCodeHost('call/invitationQuota', 'acme', { limit: 1_000, used: 0 });
  for (const [login] of file.people) if (!login.includes('@')) await visit.onCodeHost('world/addUser', { login });
  const page = await visit.openAs('ada', INVITE);
  const person = countedOn(page);
  await person.upload(file);
  await page.getByRole('group', { name: file.name }).waitFor();
  if (file.by !== undefined) await person.select('Invite by', file.by);
  const count = file.people.length;
  await expect.poll(() => checkButton(page).innerText()).toBe(`Check ${count} ${count === 1 ? 'person' : 'people'}`);
  await textOn(page, 'Nothing has been sent yet.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await person.press(checkButton(page));
  await textOn(
    page,
    `All ${count} ${count === 1 ? 'person' : 'people'} checked. ${count} to invite, 0 not included.`,
  ).waitFor();
  for (const [who, role, teams] of file.people) {
    const texts = [ROLE_LABELS[role ?? 'direct_member'], ...(teams === null ? [] : [teams.join(', ')]), 'Ready'];
    expect(await previewOf(page, who).innerText()).toMatch(new RegExp(texts.join('\\s+')));
  }
  await person.press(sendButton(page));
  await person.press(page.getByRole('dialog').getByRole('button', { name: /^Send/ }));
  await job(page, `${file.name}: ${count} ${count === 1 ? 'person' : 'people'}`).waitFor();
  expect(person.actions()).toBeLessThanOrEqual(ACTIONS_MAX);

  const jobs = await jobsOf(turned, 'acme', 'ada');
  const sent = await jobs.send();
  expect(sent).toMatchObject({ state: 'done', title: file.name, counts: { sent: count } });
});

test('at least twelve origins are tried', () => {
  expect(new Set(EXPORTS.map(({ origin }) => origin)).size).toBeGreaterThanOrEqual(12);
});
