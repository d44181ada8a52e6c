import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { shoot } from '../support/shoot.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import { accessibilityProblems, sidewaysScroll, test } from '../support/visit.ts';

const WIDE = { viewport: { width: 1920, height: 1080 } } as const;
/** Headings in sight, without that of the menus of rows. */
const headings = async (page: Page): Promise<readonly string[]> => {
  const texts = await page.getByRole('table').last().locator('thead th').filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== 'Actions');
};

test('lists have more columns on wide screens', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people', { viewport: { width: 1000, height: 900 } });
  await page.getByText(/^Updated at/).waitFor();
  expect(await headings(page)).toEqual(['Name', 'Username', 'Role', '2FA']);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await headings(page)).toEqual(['Name', 'Username', 'Role', '2FA', 'Member since']);

  const wide = await visit.openAs('ada', '/organizations/acme/people', WIDE);
  await wide.getByText('Engineering').first().waitFor();
  expect(await headings(wide)).toEqual(['Name', 'Username', 'Role', '2FA', 'Member since', 'Teams']);
  expect(await accessibilityProblems(wide)).toEqual([]);
  await shoot(wide, 'people-1920-dark');
  await wide.goto(`${visit.url}/organizations/acme/repositories`);
  await wide.getByRole('table').waitFor();
  expect(await headings(wide)).toEqual([
    'Repository',
    'Visibility',
    'Language',
    'Last push',
    'Default branch',
    'Stars',
  ]);
});

test('the day on which somebody joined is shown to owners, and nothing for others', async ({ visit }) => {
  await visit.onCodeHost('world/addUser', { login: 'just-joined' });
  await visit.onCodeHost('platform/addMember', 'acme', 'just-joined', 'member', 'ada');
  const page = await visit.openAs('ada', '/organizations/acme/people');
  const row = (login: string) =>
    page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByText(login, { exact: true }) });
  const since = (login: string) => row(login).locator('.person-table-since');
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByText(/^Updated at/).waitFor();
      return since('just-joined').first().innerText();
    })
    .toMatch(/^[A-Z][a-z]{2} \d+, \d{4}$/);
  expect(await since('grace').innerText()).toBe('');
  await shoot(page, 'people-1280');

  const member = await visit.openAs('grace', '/organizations/acme/people');
  await member.getByText(/^Updated at/).waitFor();
  expect(await headings(member)).not.toContain('Member since');
});

test('pages use the width, but their text does not', async ({ visit }) => {
  const page = await visit.openAs('ada', '/', WIDE);
  for (const path of ['', '/people', '/teams', '/repositories', '/installation', '/people/grace', '/invitations']) {
    await page.goto(`${visit.url}/organizations/acme${path}`);
    await page.getByRole('navigation', { name: /^Pages of/ }).waitFor();
    await untilQuiet(page);
    const { main, widest } = await page.evaluate(() => ({
      main: document.querySelector('main')?.getBoundingClientRect().width ?? 0,
      widest: Math.max(
        0,
        ...[...document.querySelectorAll('main p')].map((each) => {
          const text = document.createRange();
          text.selectNodeContents(each);
          return text.getBoundingClientRect().width;
        }),
      ),
    }));
    expect(main, path).toBeGreaterThan(1_700);
    expect(widest, path).toBeLessThan(760);
    expect(await sidewaysScroll(page), path).toBe(0);
    await shoot(page, `wide${path.replaceAll('/', '-')}`);
  }
});

test('a printed list is complete and black on white, without what can only be pressed', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/organizations/northwind/people', { colorScheme: 'dark' });
  await page.getByText(/^Updated at/).waitFor();
  const total = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  expect(await rows.count()).toBeLessThan(total);

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => rows.count()).toBe(total);
  const visibleCount = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  expect(await visibleCount('nav, .layout-header, .layout-footer, input, select, .selection-frame')).toBe(0);
  expect(
    await page
      .getByRole('button')
      .filter({ hasNotText: /^(Name|Username|Role)$/ })
      .count(),
  ).toBe(0);
  const colors = await page.evaluate(() => {
    const { color } = getComputedStyle(document.querySelector('tbody th a') ?? document.body);
    return { color, background: getComputedStyle(document.body).backgroundColor };
  });
  expect(colors).toEqual({ color: 'rgb(0, 0, 0)', background: 'rgb(255, 255, 255)' });
  expect(await rows.first().getByRole('link').isVisible()).toBe(true);

  await page.emulateMedia({ media: null });
  await expect.poll(() => rows.count()).toBeLessThan(total);
  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } });
  if (process.env.SHOTS) await writeFile(`${process.env.SHOTS}/people.pdf`, pdf);
  // About 25 people fit on a sheet.
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(total / 60);
  await expect.poll(() => rows.count()).toBeLessThan(total);
});

test('a list that shows its first hundred rows is printed whole', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/organizations/northwind/repositories');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await page.getByRole('button', { name: /^Show 100 more/ }).waitFor();
  expect(await rows.count()).toBe(100);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => rows.count()).toBe(1_200);
});

test.for([
  ['/teams#platform', 'alan'],
  ['/repositories/api/access', 'Team platform (admin)'],
  ['/people/grace', 'anvil-firmware'],
  ['/audit-trail', 'printed'],
] as const)(
  'the page %s is printed without buttons and menus, but with what its rows say',
  async ([path, text], { visit }) => {
    await visit.onCodeHost('world/addUser', { login: 'printed' }).catch(() => null);
    await visit.onCodeHost('platform/addMember', 'acme', 'printed', 'member', 'ada').catch(() => null);
    const page = await visit.openAs('ada', `/organizations/acme${path}`);
    await page.getByRole('table').last().locator('tbody').getByRole('row').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const table = page.getByRole('table').last();
    await table.getByText(text).first().waitFor();
    expect(await table.getByRole('columnheader', { name: 'Change' }).count()).toBe(0);
    const left = await page
      .locator('button, nav, input, select, dialog')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          .filter(
            (each) => !each.matches('.sort-heading-button, .team-panel-parent, td [aria-expanded], th [aria-expanded]'),
          )
          .map((each) => each.outerHTML),
      );
    expect(left).toEqual([]);
    if (process.env.SHOTS) {
      await writeFile(`${process.env.SHOTS}/print${path.replace(/[/#]/g, '-')}.pdf`, await page.pdf({ format: 'A4' }));
    }
  },
);
