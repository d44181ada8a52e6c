import { readFile } from 'node:fs/promises';
import type { FaultRule } from '@orgdesk/simulator';
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import { signOutButton, test, type Visit } from '../support/visit.ts';
import { linesOfNothing, PAGES } from './lines-of-nothing.ts';

/** What a button opens, and what is said where it was pressed. */
const OPENED = 'dialog[open], [role="dialog"], [role="menu"], .list-options-note';
/** POST requests that change nothing. */
const READS = /[/](graphql|check|from-peribolos|plan|update|preview|invitation-preview)$/;
/** Of buttons that begin alike, such as those of each row. */
const ALIKE_MAX = 2;

const FAULTS: readonly (readonly [name: string, rule: FaultRule])[] = [
  ['down', { kind: 'reset' }],
  ['refusing every second call', { kind: 'bad-gateway-html', every: 2 }],
];

const keepChanges = (route: Route) => {
  const request = route.request();
  const { pathname } = new URL(request.url());
  return request.method() === 'GET' || READS.test(pathname) ? route.fallback() : route.abort();
};

/**
 * Loads a page, then begins what is wrong and opens everything that its buttons and menus open. Returns the lines that
 * say there is nothing in what was opened, and in the files that the page itself made.
 */
async function openedLines(visit: Visit, path: string, rule: FaultRule | null): Promise<readonly string[]> {
  const page = await visit.blankAs('ada');
  await page.route('**/api/**', keepChanges);
  const files: Promise<string>[] = [];
  page.on('download', (download) => {
    if (download.url().startsWith('blob:')) files.push(download.path().then((file) => readFile(file, 'utf8')));
    else void download.cancel();
  });
  const texts: string[] = [];
  const keep = async () => {
    await untilQuiet(page);
    texts.push(...(await page.locator(OPENED).allInnerTexts()));
  };
  const start = async () => {
    await visit.onCodeHost('call/clearFaults');
    await page.goto(visit.url + path);
    await signOutButton(page).waitFor();
    await untilQuiet(page);
    if (rule !== null) await visit.faultOnCodeHost(rule);
  };

  await start();
  const address = page.url();
  const labels = await labelsOf(page.locator('main button:visible'));
  for (const [nth, label] of labels.entries()) {
    if (isRepeated(labels, nth)) continue;
    const press = async () => {
      const button = page.locator('main button:visible').nth(nth);
      if ((await labelsOf(button))[0] !== label) await start();
      await pressed(button);
      await keep();
    };
    await press();
    const entries = await labelsOf(page.locator('[role="menu"] [role^="menuitem"]:visible'));
    for (const entry of entries.keys()) {
      if (entry > 0) await press();
      await pressed(page.locator('[role="menu"] [role^="menuitem"]:visible').nth(entry));
      await keep();
      await close(page);
    }
    await close(page);
    if (page.url() !== address) await start();
  }
  await visit.onCodeHost('call/clearFaults');
  texts.push(...(await Promise.all(files)));
  await page.context().close();
  return texts.flatMap(linesOfNothing);
}

const labelsOf = (buttons: Locator): Promise<readonly string[]> =>
  buttons.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent ?? ''));

/** Without the mouse, so that nothing can be in front of it. */
const pressed = (button: Locator): Promise<void> =>
  button.evaluateAll((all) => {
    for (const each of all) (each as HTMLElement).click();
  });

function isRepeated(labels: readonly string[], nth: number): boolean {
  const begin = (label: string | undefined) => label?.split(' ')[0];
  return labels.slice(0, nth).filter((label) => begin(label) === begin(labels[nth])).length >= ALIKE_MAX;
}

/** Closes a menu, and dialogs above each other. */
async function close(page: Page): Promise<void> {
  for (let layer = 0; layer < 3; layer += 1) await page.keyboard.press('Escape');
  await untilQuiet(page);
}

test.for(PAGES)(
  'nothing that opens on %s after a fault began, and no file of it, says that there is nothing which was not read',
  async (path, { visit }) => {
    visit.expectProblem(/./);
    const whole = await openedLines(visit, path, null);
    const untrue: (readonly [fault: string, line: string])[] = [];
    for (const [fault, rule] of FAULTS) {
      const lines = await openedLines(visit, path, rule);
      untrue.push(...lines.filter((line) => !whole.includes(line)).map((line) => [fault, line] as const));
    }
    expect(untrue).toEqual([]);
  },
);
