import { expect } from 'vitest';
import { test, type Visit } from '../support/visit.ts';
import { button, changed, dialog, inDialog, results, textOn } from './changing.ts';
import { box, fileFrom, rows, search, waitForStatus } from './people.ts';

const TITAN = '/organizations/titan';
const FOUND = 'titan-agnes-castro-36';
const SEVEN = 7;

interface RecordedChange {
  readonly kind: string;
  readonly target: string;
}

const changesIn = async (visit: Visit): Promise<readonly RecordedChange[]> =>
  (await visit.onCodeHost('call/changes', { organization: 'titan' })) as readonly RecordedChange[];

test('one of 10,000 is found, seven are removed, one becomes an owner, and the audit log lists and exports all of it', {
  timeout: 600_000,
}, async ({ visit }) => {
  await visit.onCodeHost('world/addLargeOrganization');
  const page = await visit.openAs('ada', `${TITAN}/people`);
  await waitForStatus(page, '10,000 people, 40 outside');
  await search(page).fill(FOUND);
  await waitForStatus(page, '1 of 10,040 people');
  await box(page, FOUND).waitFor();

  await search(page).fill('boris dubois');
  await waitForStatus(page, /^\d+ of 10,040 people$/);
  const leaving: string[] = [];
  for (let index = 0; index < SEVEN; index += 1) {
    await rows(page).nth(index).getByRole('checkbox').check();
    leaving.push(await rows(page).nth(index).getByRole('cell').first().innerText());
  }
  await waitForStatus(page, '7 selected');
  await button(page, 'Remove…').click();
  await textOn(page, '7 people will be removed.').waitFor();
  expect(await changed(page).count()).toBe(SEVEN);
  const field = dialog(page).getByRole('textbox', { name: 'Type titan to confirm' });
  await inDialog(page, 'Remove 7 people').click();
  await textOn(page, 'Type titan exactly.').waitFor();
  expect(await changesIn(visit)).toEqual([]);
  await field.fill('titan');
  await inDialog(page, 'Remove 7 people').click();
  await textOn(page, '7 removed.').waitFor();
  expect(await results(page).count()).toBe(SEVEN);
  await inDialog(page, 'Close').click();
  const made = await changesIn(visit);
  expect(made.map(({ kind }) => kind)).toEqual(leaving.map(() => 'member-removed'));
  expect(new Set(made.map(({ target }) => target))).toEqual(new Set(leaving));

  await search(page).fill(FOUND);
  await waitForStatus(page, '1 of 10,033 people');
  await rows(page).getByRole('link').click();
  await button(page, 'Make owner…').click();
  await textOn(page, `${FOUND} will become an owner.`).waitFor();
  await inDialog(page, `Make ${FOUND} an owner`).click();
  await textOn(page, '1 now an owner.').waitFor();
  await inDialog(page, 'Close').click();
  expect((await changesIn(visit)).at(-1)).toMatchObject({ kind: 'role-changed', target: FOUND });

  await page.goto(`${visit.url}${TITAN}/audit-trail`);
  const rowWith = (message: string) => page.getByRole('row').filter({ hasText: message });
  for (const login of leaving) {
    const removed = rowWith(`ada removed ${login} from the organization`);
    await expect.poll(() => removed.count()).toBe(2);
    const sources = removed.locator('.trail-table-source');
    expect(new Set(await sources.allInnerTexts())).toEqual(new Set(['Background', 'Webhook']));
  }
  await rowWith(`ada made ${FOUND} an owner`).getByText('Background').waitFor();

  await page.getByRole('button', { name: 'List options' }).click();
  const file = await fileFrom(page, page.getByRole('menuitem', { name: 'Download CSV' }));
  expect(file.name).toMatch(/titan.*\.csv$/);
  const lines = file.text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFnumber,at,settled_at,action,outcome,way,/);
  const removals = lines.filter((line) => line.includes(',member.removed,done,'));
  for (const source of ['job', 'webhook']) {
    const bySource = removals.filter((line) => line.includes(`,member.removed,done,${source},`));
    expect(leaving.filter((login) => bySource.filter((line) => line.includes(`,${login},`)).length !== 1)).toEqual([]);
    expect(bySource).toHaveLength(SEVEN);
  }
  const roles = lines.filter((line) => line.includes(',member.role_changed,done,job,'));
  expect(roles).toEqual([expect.stringContaining(`,${FOUND},`)]);
  await rowWith('ada exported the audit log').first().waitFor();
});

test('a member of the 10,000 sees the people, and nothing reserved for owners', {
  timeout: 600_000,
}, async ({ visit }) => {
  const member = 'titan-clara-engel-74';
  const page = await visit.blankAs(member);
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/api\/organizations\//.test(response.url())) bodies.push(response.text().catch(() => ''));
  });
  await page.goto(`${visit.url}${TITAN}/people`);
  // The previous test removed seven people.
  await waitForStatus(page, '9,993 people');
  await page.getByText('Only owners can see two-factor authentication and outside collaborators.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Filter by two-factor authentication' }).count()).toBe(0);
  await search(page).fill(FOUND);
  await box(page, FOUND).check();
  expect(await page.getByRole('button', { name: /^(Change|Remove)/ }).count()).toBe(0);

  await rows(page).getByRole('link').click();
  await page.getByRole('heading', { name: 'Agnes Castro' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Change|Remove|Add to|Convert)/ }).count()).toBe(0);
  await page.goto(`${visit.url}${TITAN}/people-review`);
  await page.getByText('Only organization admins can open the access review').waitFor();
  await page.goto(`${visit.url}${TITAN}/audit-trail`);
  await page.getByText('Only organization admins can see the audit log').waitFor();
  expect(await page.getByRole('link', { name: /^Export as/ }).count()).toBe(0);

  const answers = (await Promise.all(bodies)).join('');
  expect(answers).toContain(FOUND);
  for (const secret of ['titan-guest-', '"kind":"second-factors"', 'outside_collaborator"', 'member.removed']) {
    expect([secret, answers.includes(secret)]).toEqual([secret, false]);
  }
});
