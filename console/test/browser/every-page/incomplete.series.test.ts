import type { FaultRule } from '@orgdesk/simulator';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pieceOf } from '../../../../server/test/support/series.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import { signOutButton, test, type Visit } from '../support/visit.ts';
import { linesOfNothing, PAGES } from './lines-of-nothing.ts';

const FAULTS: readonly (readonly [name: string, rule: FaultRule, pages: readonly string[]])[] = [
  ['down', { kind: 'reset' }, PAGES],
  ['refusing every second call', { kind: 'bad-gateway-html', every: 2 }, PAGES],
  // Each call lasts as long as the service waits for one.
  ['slow', { kind: 'hang', match: { path: '^/(?!avatars/)' } }, pieceOf(PAGES, 8, 6)],
];

/** Home loads recent changes two seconds after the rest. */
const LATER_WITHIN_MS = 5_000;

async function linesOf(page: Page, visit: Visit, path: string): Promise<readonly string[]> {
  await page.goto(visit.url + path);
  await signOutButton(page).waitFor();
  await page
    .waitForFunction(
      () => [...document.querySelectorAll('.lazy-recent')].every((part) => part.childElementCount > 0),
      null,
      {
        timeout: LATER_WITHIN_MS,
      },
    )
    .catch(() => {});
  await untilQuiet(page);
  return linesOfNothing(await page.evaluate(() => document.body.innerText));
}

test.for(FAULTS)(
  'with the code host %s, no page says that there is nothing which was not read',
  async ([, rule, pages], { visit }) => {
    visit.expectProblem(/./);
    expect(pages.length).toBeGreaterThan(2);
    const healthy = await visit.blankAs('ada');
    const whole = new Map<string, readonly string[]>();
    for (const path of pages) whole.set(path, await linesOf(healthy, visit, path));
    const page = await visit.blankAs('ada');
    await visit.faultOnCodeHost(rule);
    const untrue: (readonly [path: string, line: string])[] = [];
    for (const path of pages) {
      const lines = await linesOf(page, visit, path);
      untrue.push(
        ...lines.filter((line) => whole.get(path)?.includes(line) !== true).map((line) => [path, line] as const),
      );
    }
    // On a busy machine, a part may have come after the lines of the whole page were read.
    await visit.healCodeHost();
    const never: typeof untrue = [];
    for (const [path, line] of untrue)
      if (!(await linesOf(healthy, visit, path)).includes(line)) never.push([path, line]);
    expect(never).toEqual([]);
  },
);
