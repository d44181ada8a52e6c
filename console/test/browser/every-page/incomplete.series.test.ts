import type { FaultRule } from '@orgdesk/simulator';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pieceOf } from '../../../../server/test/support/series.ts';
import { createConsoleRouter } from '../../../src/app/router.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import { signOutButton, test, type Visit } from '../support/visit.ts';

const NAMES: Readonly<Record<string, string>> = {
  $login: 'acme',
  $person: 'grace',
  $repository: 'rocket-skates',
  $run: '01J00000000000000000000000',
};

/** Every page of the console that has a content of its own. */
const PAGES = Object.keys(createConsoleRouter(new QueryClient(), createMemoryHistory()).routesByPath)
  .filter((path) => path !== '/$' && !path.endsWith('/$'))
  .map((path) => path.replaceAll(/\$\w+/g, (name) => NAMES[name] ?? name));

/** Lines that say there is nothing, or that all is well. */
const NOTHING =
  /^(no|nothing|none|nobody|everyone|everything|every|in none)\b|(^|\s)0 (?!of \d+ (checks|organizations))|\bisn’t in any\b|^all .*(passed|checked|granted|loaded)|\b(done|gone)\b/i;
/** What the read itself says. */
const OF_THE_READ = ['No match in what was loaded', 'Nothing could be checked.'];

const FAULTS: readonly (readonly [name: string, rule: FaultRule, pages: readonly string[]])[] = [
  ['down', { kind: 'reset' }, PAGES],
  ['refusing every second call', { kind: 'bad-gateway-html', every: 2 }, PAGES],
  // Each call lasts as long as the service waits for one.
  ['slow', { kind: 'hang', match: { path: '^/(?!avatars/)' } }, pieceOf(PAGES, 8, 6)],
];

async function linesOfNothing(page: Page, visit: Visit, path: string): Promise<readonly string[]> {
  await page.goto(visit.url + path);
  await signOutButton(page).waitFor();
  await untilQuiet(page);
  const text = await page.evaluate(() => document.body.innerText);
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => NOTHING.test(line) && !OF_THE_READ.includes(line)))];
}

test.for(FAULTS)(
  'with the code host %s, no page says that there is nothing which was not read',
  async ([, rule, pages], { visit }) => {
    visit.expectProblem(/./);
    expect(pages.length).toBeGreaterThan(2);
    const healthy = await visit.blankAs('ada');
    const whole = new Map<string, readonly string[]>();
    for (const path of pages) whole.set(path, await linesOfNothing(healthy, visit, path));
    const page = await visit.blankAs('ada');
    await visit.faultOnCodeHost(rule);
    const untrue: (readonly [path: string, line: string])[] = [];
    for (const path of pages) {
      const lines = await linesOfNothing(page, visit, path);
      untrue.push(
        ...lines.filter((line) => whole.get(path)?.includes(line) !== true).map((line) => [path, line] as const),
      );
    }
    expect(untrue).toEqual([]);
  },
);
