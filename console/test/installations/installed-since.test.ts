import { expect, test } from 'vitest';
import { installedSince } from '../../src/features/installations/state/installed-since.ts';

test.each([
  ['one more than before', [1, 2], [1, 2, 3], [3]],
  ['the first of all', [], [7], [7]],
  ['the same in another order', [2, 1], [1, 2], []],
  ['one less', [1, 2], [2], []],
  ['nothing known of before', null, [1, 2], []],
  ['something else kept there', { length: 0 }, [1], []],
] as const)('%s', (_case, known, now, added) => {
  expect(installedSince(known, now)).toEqual(added);
});
