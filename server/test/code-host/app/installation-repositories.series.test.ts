import { expect, test } from 'vitest';
import { LIST, MINTING, namesOf, numbered, startWith } from './lists-of-repositories.ts';

test.for([
  [10_000, 100],
  [20_000, 200],
] as const)('%i repositories are all there, by %i pages and one token [IT-3]', async ([count, pages]) => {
  const { host, simulator, id } = await startWith(count);

  const names = await namesOf(host, id);

  expect(names).toEqual(numbered(count));
  expect([simulator.control.count(LIST), simulator.control.count(MINTING)]).toEqual([pages, 1]);
  expect(simulator.control.maxInFlight(LIST)).toBeLessThanOrEqual(4);
});
