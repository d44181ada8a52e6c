import { expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import { ACCESS_REVIEW_KEYS_MAX, ACCESS_REVIEWS_KEPT_MS } from '../../../src/lib/limits/people.ts';
import { eventOf, NOON } from '../../audit/store/trails.ts';
import { ENGINES } from '../../support/databases/engines.ts';

const later = (ms: number): Date => new Date(NOON.getTime() + ms);
const keyOf = (number: number): string => `owners.${number}.${'0'.repeat(16)}`;
const ownersFound = (count: number) =>
  new Map([['owners', { found: count, keys: Array.from({ length: count }, (_, index) => keyOf(index + 1)) }]]);

test.each(ENGINES)('the last access review of each person and organization is kept, on $name', async ({ open }) => {
  const { accessReviews } = (await open()).storage;
  await accessReviews.keep(1, { organizationId: 10, reviewedAt: NOON, findings: ownersFound(2) });
  await accessReviews.keep(1, { organizationId: 20, reviewedAt: later(1), findings: new Map() });
  await accessReviews.keep(2, { organizationId: 10, reviewedAt: later(2), findings: ownersFound(3) });
  expect(await accessReviews.last(1, [10, 20], NOON)).toEqual([
    { organizationId: 20, reviewedAt: later(1), open: new Map() },
    { organizationId: 10, reviewedAt: NOON, open: new Map([['owners', 2]]) },
  ]);
  await accessReviews.keep(1, { organizationId: 10, reviewedAt: later(5), findings: ownersFound(1) });
  await accessReviews.keep(1, { organizationId: 10, reviewedAt: later(4), findings: ownersFound(9) });
  expect((await accessReviews.last(1, [10, 20], NOON))[0]).toEqual({
    organizationId: 10,
    reviewedAt: later(5),
    open: new Map([['owners', 1]]),
  });
  expect(await accessReviews.last(3, [10, 20], NOON)).toEqual([]);
});

test.each(ENGINES)('what was dismissed since is not open, until the dismissal ends, on $name', async ({ open }) => {
  const { accessReviews, dismissedFindings } = (await open()).storage;
  const openOf = async (at: Date) =>
    (await accessReviews.last(1, [10, 20], at)).map((review) => review.open.get('owners'));
  await accessReviews.keep(1, { organizationId: 10, reviewedAt: NOON, findings: ownersFound(2) });
  await accessReviews.keep(1, {
    organizationId: 20,
    reviewedAt: NOON,
    findings: ownersFound(ACCESS_REVIEW_KEYS_MAX + 1),
  });
  for (const organizationId of [10, 20]) {
    const dismissals = [1, ACCESS_REVIEW_KEYS_MAX + 1].map((number) => ({
      key: keyOf(number),
      targetName: 'x',
      reason: 'x',
      until: later(1000),
    }));
    const change = { organizationId, by: { id: 1, login: 'ada' }, at: NOON, within: AUDIT_CHANGES, max: 10 };
    await dismissedFindings.dismiss(dismissals, change, () => eventOf({ action: 'finding.dismissed', target: null }));
  }
  expect(await openOf(NOON), 'beyond the stored keys it stays open').toEqual([1, ACCESS_REVIEW_KEYS_MAX]);
  // The next review keeps what was dismissed until then, however much it is.
  await accessReviews.keep(1, {
    organizationId: 20,
    reviewedAt: NOON,
    findings: ownersFound(ACCESS_REVIEW_KEYS_MAX + 1),
  });
  expect(await openOf(NOON)).toEqual([1, ACCESS_REVIEW_KEYS_MAX - 1]);
  expect(await openOf(later(1000))).toEqual([2, ACCESS_REVIEW_KEYS_MAX + 1]);
});

test.each(ENGINES)('a review is removed a year later, on $name', async ({ open }) => {
  const { storage } = await open();
  await storage.accessReviews.keep(1, { organizationId: 10, reviewedAt: NOON, findings: new Map() });
  await storage.deleteUnneeded(later(ACCESS_REVIEWS_KEPT_MS - 1));
  expect(await storage.accessReviews.last(1, [10, 20], NOON)).toHaveLength(1);
  await storage.deleteUnneeded(later(ACCESS_REVIEWS_KEPT_MS));
  expect(await storage.accessReviews.last(1, [10, 20], NOON)).toEqual([]);
});
