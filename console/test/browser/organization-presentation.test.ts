import { describe, expect } from 'vitest';
import { openTab, TABS } from './organization-tabs.ts';
import { accessibilityProblems, signIn, test } from './support.ts';

describe.each(['light', 'dark'] as const)('in %s colors', (colorScheme) => {
  test('axe finds nothing on any tab of an organization', async ({ visit }) => {
    const page = await visit.open('/', { colorScheme });
    await signIn(page, 'ada');
    for (const [path, shown] of TABS) {
      await openTab(page, visit, path, shown);
      expect(await accessibilityProblems(page), path).toEqual([]);
    }
  });
});
