import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { createConsoleRouter } from '../../../src/app/router.ts';

const NAMES: Readonly<Record<string, string>> = {
  $login: 'acme',
  $person: 'grace',
  $repository: 'rocket-skates',
  $run: '01J00000000000000000000000',
};

/** Every page of the console that has a content of its own. */
export const PAGES: readonly string[] = Object.keys(
  createConsoleRouter(new QueryClient(), createMemoryHistory()).routesByPath,
)
  .filter((path) => path !== '/$' && !path.endsWith('/$'))
  .map((path) => path.replaceAll(/\$\w+/g, (name) => NAMES[name] ?? name));

/** Lines that say there is nothing, or that all is well. */
const NOTHING =
  /^(no|nothing|none|nobody|everyone|everything|every|in none)\b|(^|\s)0 (?!of \d+ (checks|organizations))|\bisn’t in any\b|^all .*(passed|checked|granted|loaded)|\b(done|gone)\b/i;
/** What the read itself says. */
const OF_THE_READ = ['No match in what was loaded', 'Nothing could be checked.'];

export const linesOfNothing = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => NOTHING.test(line) && !OF_THE_READ.includes(line)),
  ),
];
