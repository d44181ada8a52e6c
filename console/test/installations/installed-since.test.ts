import { expect, test } from 'vitest';
import { installedSince } from '../../src/features/installations/just-installed.tsx';

test.each([
  ['one more than before', [1, 2], [1, 2, 3], [3]],
  ['the first of all', [], [7], [7]],
  ['the same in another order', [2, 1], [1, 2], []],
  ['one less', [1, 2], [2], []],
  ['nothing stored', null, [1, 2], []],
  ['an invalid stored value', { length: 0 }, [1], []],
] as const)('%s', (_case, stored, current, added) => {
  expect(installedSince(stored, current)).toEqual(added);
});
