import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pieceOf } from '../../../../server/test/support/series.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import { accessibilityProblems, sidewaysScroll, test, type Visit } from '../support/visit.ts';
import { LISTS, optionsOf, partOf, rowsOf, type WalkedList } from './lists.ts';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const entry = (page: Page, text: string | RegExp) => page.getByRole('menuitem', { name: text });
const column = (page: Page, text: string) => page.getByRole('menuitemcheckbox', { name: text, exact: true });
const density = (page: Page, text: string) => page.getByRole('menuitemradio', { name: text });
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const frameOf = (page: Page, list: WalkedList) => partOf(page, list).locator('[data-density]').first();
const prepared = new Set<WalkedList>();

/** Options of results contain counts. */
async function filterBy(page: Page, list: WalkedList): Promise<void> {
  const { label, option } = list.filter ?? { label: '', option: '' };
  const choice = partOf(page, list).getByRole('combobox', { name: label });
  const options = await choice.getByRole('option').allInnerTexts();
  await choice.selectOption(options.find((text) => text.match(option)) ?? '');
}

async function ready(page: Page, list: WalkedList): Promise<void> {
  await rowsOf(page, list).first().waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  if (list.isLive !== true) await untilQuiet(page);
}

async function open(visit: Visit, list: WalkedList, options = {}): Promise<Page> {
  const page = await visit.blankAs(list.login, { ...CLIPBOARD, ...options });
  if (list.prepare !== undefined && !prepared.has(list)) await list.prepare(page, visit);
  prepared.add(list);
  await page.goto(visit.url + list.path);
  await ready(page, list);
  return page;
}

describe.for(pieceOf(LISTS, 4, 4))('the list of $name', (list) => {
  test('has its menu at the right end, with the entries that apply', async ({ visit }) => {
    const page = await open(visit, list);
    const button = optionsOf(page, list);
    expect(await button.count()).toBe(1);
    const rightOf = (found: Element) => found.getBoundingClientRect().right;
    const end = await frameOf(page, list).evaluate(rightOf);
    expect(Math.abs((await button.evaluate(rightOf)) - end)).toBeLessThan(3);

    await button.click();
    await page.getByRole('menu').waitFor();
    expect(await entry(page, 'Copy link').count()).toBe(1);
    expect(await entry(page, /^Download CSV/).count()).toBe(1);
    expect(await entry(page, /^Copy usernames/).count()).toBe(list.hasPeople ? 1 : 0);
    expect(await page.getByRole('menuitemcheckbox').count()).toBeGreaterThanOrEqual(list.column === null ? 0 : 1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((found) => found === document.activeElement)).toBe(true);
  });

  test('remembers columns and density', async ({ visit }) => {
    const page = await open(visit, list);
    const frame = frameOf(page, list);
    const heading = partOf(page, list).getByRole('columnheader', { name: list.column ?? '', exact: true });
    await optionsOf(page, list).click();
    await density(page, 'Compact').click();
    if (list.column !== null) {
      expect(await heading.count()).toBe(1);
      await optionsOf(page, list).click();
      await column(page, list.column).click();
      await page.keyboard.press('Escape');
    }
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await ready(page, list);
      expect(await frame.getAttribute('data-density')).toBe('compact');
      expect(await heading.count()).toBe(0);
    }
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, '[{"broken":');
    });
    await page.reload();
    await ready(page, list);
    expect(await frame.getAttribute('data-density')).toBe('comfortable');
    expect(await heading.count()).toBe(list.column === null ? 0 : 1);
  });

  test('copies a link to the same view, and its rows as CSV', async ({ visit }) => {
    const page = await open(visit, list);
    const { filter } = list;
    if (filter !== undefined) {
      const before = await rowsOf(page, list).count();
      await filterBy(page, list);
      // While a list that the service filters is read, it has no rows.
      const isRead = async () => (await page.locator('[aria-busy="true"]').count()) === 0;
      await expect.poll(async () => (await isRead()) && (await rowsOf(page, list).count()) !== before).toBe(true);
    }
    const shown = await rowsOf(page, list).allInnerTexts();
    await optionsOf(page, list).click();
    await entry(page, 'Copy link').click();
    await page.getByText('Link copied').waitFor();
    const link = await copied(page);
    if (list.hasPeople && shown.length > 0) {
      await optionsOf(page, list).click();
      await entry(page, /^Copy usernames/).click();
      await page.getByText(/\d usernames? copied/).waitFor();
      for (const [index, username] of (await copied(page)).split('\n').entries())
        expect(shown[index]).toContain(username);
    }
    await optionsOf(page, list).click();
    const [file] = await Promise.all([page.waitForEvent('download'), entry(page, /^Download CSV/).click()]);
    const lines = (await buffer(await file.createReadStream()))
      .toString()
      .trimEnd()
      .split('\r\n')
      .filter((each) => !each.startsWith('Not loaded: '));
    if (list.csv !== null) {
      expect(lines[0]).toBe(`\uFEFF${list.csv.join(',')}`);
      if (list.part === undefined || filter !== undefined) expect(lines.length - 1).toBe(shown.length);
    }

    const other = await page.context().newPage();
    await other.goto(link);
    await expect.poll(() => rowsOf(other, list).allInnerTexts()).toEqual(shown);
    if (filter === undefined) return;
    const chips = partOf(other, list).getByRole('group', { name: 'Active filters' });
    await chips.getByRole('button', { name: `Remove filter: ${filter.chip}` }).click();
    await chips.waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(other, list).count()).toBeGreaterThan(shown.length);
    await filterBy(other, list);
    await chips.getByRole('button', { name: 'Clear all' }).click();
    await chips.waitFor({ state: 'detached' });
    expect(await other.evaluate(() => document.activeElement?.localName)).not.toBe('body');
  });

  test('fits a phone, in both colors', async ({ visit }) => {
    const page = await open(visit, list, { viewport: { width: 320, height: 700 } });
    expect(await sidewaysScroll(page)).toBe(0);
    await optionsOf(page, list).click();
    await page.getByRole('menu').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // Rows of some lists lead nowhere.
  test.runIf(list.leads)('returns to the row', async ({ visit }) => {
    const page = await open(visit, list, { viewport: { width: 1000, height: 420 } });
    const link = rowsOf(page, list).last().getByRole('link').first();
    const text = await link.innerText();
    await link.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    await link.press('Enter');
    await page.waitForURL((url) => url.pathname !== new URL(visit.url + list.path).pathname);
    await page.goBack();
    await ready(page, list);
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).innerText)).toBe(text);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
});
