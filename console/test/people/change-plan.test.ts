import type { PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/client';
import { expect, it } from 'vitest';
import { planOf } from '../../src/features/people/change/use-change.ts';

const previewOf = (ids: readonly number[], changes: Partial<PreviewPeopleAnswer> = {}): PreviewPeopleAnswer => ({
  preview: `token-${ids.join()}`,
  expiresAt: '2026-03-01T12:10:00Z',
  change: { kind: 'remove' },
  people: ids.map(
    (id): PreviewedPerson => ({
      id,
      login: `person-${id}`,
      role: 'member',
      verdict: id === 0 ? 'yourself' : 'will-change',
      teams: [],
      repositoryCount: 0,
      lostRepositories: [],
      keptRepositories: [],
      onlyMaintainerOf: [],
      sentInvitationCount: 0,
      notes: [],
    }),
  ),
  needsConfirmation: false,
  ...changes,
});
const plan = (...previews: readonly PreviewPeopleAnswer[]) => planOf({ kind: 'remove' }, previews);

it('a change of many people has the previews of all, until the first expires', () => {
  const { previews, people, expiresAt } = plan(
    previewOf([1, 2]),
    previewOf([3], { expiresAt: '2026-03-01T12:09:00Z' }),
  );
  expect(previews).toEqual(['token-1,2', 'token-3']);
  expect(people.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(expiresAt).toEqual(new Date('2026-03-01T12:09:00Z'));
});

it('a change requires confirmation also if small previews exceed the limit together', () => {
  expect(plan(previewOf([1, 2, 3, 0])).needsConfirmation).toBe(false);
  expect(plan(previewOf([1, 2, 3, 0]), previewOf([4, 5])).needsConfirmation).toBe(false);
  expect(plan(previewOf([1, 2, 3, 0]), previewOf([4, 5, 6])).needsConfirmation).toBe(true);
  expect(plan(previewOf([1], { needsConfirmation: true })).needsConfirmation).toBe(true);
});
