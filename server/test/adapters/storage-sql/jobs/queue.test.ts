import { describe, expect, test } from 'vitest';
import { ENGINES, type TestEngine } from '../../../support/databases/engines.ts';
import { after, eventOf } from '../audit-trail/trails.ts';
import { ADA, BOUNDS, jobOf, jobRefOf } from './stored-jobs.ts';

async function opened(engine: TestEngine) {
  const { jobs } = (await engine.open()).storage;
  /** A job for these people, started by a clock that is so far ahead. */
  const start = (
    id: string,
    people: readonly number[],
    ms = 0,
    kind: 'invitations' | 'people-change' = 'people-change',
  ) => {
    const rows = people.map((userId) => ({
      login: `person-${userId}`,
      email: null,
      userId,
      role: 'member' as const,
      teamRole: null,
      teamIds: [],
    }));
    return jobs.create(jobOf(id, { kind, createdAt: after(ms) }), rows, BOUNDS, eventOf({ action: 'job.started' }));
  };
  const waiting = async (...ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await jobs.find(jobRefOf(id)))?.waits));
  const settle = (id: string, place: number) =>
    jobs.settle(
      jobRefOf(id),
      place,
      'ready',
      { outcome: 'changed', words: null, invitationId: null, audit: 'done' },
      after(1),
    );
  const open = async () => (await jobs.open(after(1), 'people-change')).map(({ key }) => key).toSorted();
  return { start, waiting, settle, open };
}

describe.each(ENGINES)('the queue of an organization, on $name', (engine) => {
  test('is in the order of starting, whatever the clocks of the instances say', async () => {
    const { start, waiting } = await opened(engine);
    for (const [id, ms] of [
      ['d', 2_000],
      ['c', 0],
      ['b', 2_000],
      ['a', 2_000],
    ] as const)
      await start(id, [ADA.id], ms, 'invitations');
    expect(await waiting('d', 'c', 'b', 'a')).toEqual([false, true, true, true]);
  });

  test('lets a change of one person pass, unless an older job has that person to change', async () => {
    const { start, waiting, settle, open } = await opened(engine);
    await start('many', [1, 2, 3]);
    await start('few', [4, 5]);
    await start('one', [6]);
    await start('same', [2]);
    await start('again', [6]);
    expect(await waiting('many', 'few', 'one', 'same', 'again')).toEqual([false, true, false, true, true]);
    expect(await open()).toEqual(['many', 'one']);
    await settle('many', 2);
    await settle('one', 1);
    expect(await waiting('many', 'few', 'same', 'again')).toEqual([false, true, false, false]);
    expect(await open()).toEqual(['again', 'many', 'one', 'same']);
  });
});
