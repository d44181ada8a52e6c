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

/** A line that is true comes sooner. */
const SHOWN_WITHIN_MS = 60_000;

async function linesOf(page: Page, visit: Visit, path: string): Promise<readonly string[]> {
  await page.goto(visit.url + path);
  await signOutButton(page).waitFor();
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
    // Parts that load after the page may have come after its lines were read.
    await visit.healCodeHost();
    for (const [path, line] of untrue) {
      await healthy.goto(visit.url + path);
      const lines = () => healthy.evaluate(() => document.body.innerText).then(linesOfNothing);
      await expect.poll(lines, { message: path, timeout: SHOWN_WITHIN_MS }).toContain(line);
    }
  },
);
