import { buffer } from 'node:stream/consumers';
import type { PeopleLine, Person } from '@orgdesk/client';
import type { Locator, Page } from 'playwright-core';
import { untilQuiet } from '../support/until-quiet.ts';
import { PEOPLE } from '../support/visit.ts';

export const table = (page: Page, organization: string): Locator =>
  page.getByRole('table', { name: `People of ${organization}` });
/** Rendered rows only. */
export const rows = (page: Page): Locator => page.getByRole('table').locator('tbody').getByRole('row');
export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find people by name or username' });
export const box = (page: Page, login: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${login}`, exact: true });
/** Waits for a status such as the number of shown or selected people. */
export const waitForStatus = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();
/** Chooses an option of a filter and waits until the list has changed. */
export async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).selectOption(option);
  await untilQuiet(page);
}

/** Scrolls through the whole list and returns all logins in order. */
export async function allLogins(page: Page): Promise<readonly string[]> {
  const logins = new Map<number, string>();
  await page.evaluate(() => window.scrollTo(0, 0));
  const total = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
  for (let steps = 0; logins.size < total && steps < 200; steps += 1) {
    const drawn = await rows(page).evaluateAll((all) =>
      all.map((row) => [Number(row.getAttribute('aria-rowindex')), row.querySelector('td')?.innerText ?? ''] as const),
    );
    for (const [index, login] of drawn) logins.set(index, login);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.scrollBy(0, window.innerHeight / 2);
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }
  return [...logins].toSorted(([a], [b]) => a - b).map(([, login]) => login);
}

interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Presses a button and reads the downloaded file. */
export async function fileFrom(page: Page, pressed: Locator): Promise<SavedFile> {
  const [file] = await Promise.all([page.waitForEvent('download'), pressed.click()]);
  return { name: file.suggestedFilename(), text: (await buffer(await file.createReadStream())).toString() };
}

/** Reads the CSV file of the list. */
export async function csvOf(page: Page): Promise<SavedFile> {
  await page.getByRole('button', { name: 'List options' }).click();
  return fileFrom(page, page.getByRole('menuitem', { name: /^Download CSV/ }));
}

export const somebody = (id: number, more: Partial<Person> = {}): Person => ({
  id,
  login: `person-${id}`,
  name: null,
  avatarUrl: null,
  role: 'member',
  ...more,
});

/** Answers later list requests with these lines; without `end`, they break off. */
export const answerPeople = (page: Page, lines: readonly PeopleLine[]): Promise<unknown> =>
  page.route(PEOPLE, (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }),
  );
