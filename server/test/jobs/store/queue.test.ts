import { describe, expect, test } from 'vitest';
import type { JobPerson } from '../../../src/domain/job.ts';
import type { NewRow } from '../../../src/jobs/store/types.ts';
import { after, eventOf } from '../../audit/store/trails.ts';
import { ENGINES, type TestEngine } from '../../support/databases/engines.ts';
import { ADA, BOUNDS, jobOf, jobRefOf, KEPT } from './stored-jobs.ts';

const [BOB, CAROL, DAN] = [8, 9, 10].map((id) => ({ id, login: `person-${id}` })) as [JobPerson, JobPerson, JobPerson];
const NOBODY: NewRow = {
  login: null,
  email: null,
  userId: null,
  role: 'direct_member',
  teamRole: null,
  teamIds: [],
};

async function opened(engine: TestEngine) {
  const { storage, rawQuery } = await engine.open();
  const { jobs } = storage;
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
    Promise.all(ids.map(async (id) => (await jobs.find(jobRefOf(id)))?.waitsFor !== null));
  const settle = (id: string, position: number) =>
    jobs.settle(
      jobRefOf(id),
      position,
      'ready',
      { outcome: 'changed', message: null, invitationId: null, audit: 'done' },
      after(1),
    );
  const open = async () => (await jobs.open('people-change')).map(({ key }) => key).toSorted();
  /** An invitation job of a person for these logins, and for teams. */
  const invite = (id: string, startedBy: JobPerson, logins: readonly string[], teamIds: readonly number[] = []) =>
    jobs.create(
      jobOf(id, { startedBy }),
      logins.map((login) => ({ ...NOBODY, login, teamIds })),
      BOUNDS,
      eventOf({ action: 'job.started' }),
    );
  const stop = (id: string) =>
    jobs.move(jobRefOf(id), 'fail', { stop: { reason: 'session-ended', message: null, until: null } });
  const blockers = async (...ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await jobs.find(jobRefOf(id)))?.waitsFor?.id ?? null));
  return { jobs, rawQuery, start, waiting, settle, open, invite, stop, blockers };
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

  test('lets others pass a job that has stopped, unless they change the same person or team, and names what blocks', async () => {
    const { jobs, invite, stop, blockers, start } = await opened(engine);
    await invite('stopped', ADA, ['ken', 'rob'], [5]);
    await invite('other', BOB, ['ada', 'alan']);
    await invite('person', CAROL, ['Rob', 'grace']);
    await invite('team', DAN, ['barbara'], [5, 6]);
    await invite('behind', DAN, ['donald'], [7]);
    await invite('own', ADA, ['edsger']);
    await start('elsewhere', [1, 2]);
    const ids = ['stopped', 'other', 'person', 'team', 'behind', 'own', 'elsewhere'];
    const open = async () => (await jobs.open('invitations')).map(({ key }) => key);
    expect(await blockers(...ids)).toEqual([null, ...Array(5).fill('stopped'), null]);
    expect(await open()).toEqual(['stopped']);
    for (const move of ['pause', 'resume', 'fail'] as const) {
      if (move === 'fail') await stop('stopped');
      else await jobs.move(jobRefOf('stopped'), move, {});
      const isStopped = move !== 'resume';
      expect(await open(), move).toEqual([isStopped ? 'other' : 'stopped']);
    }
    expect(await blockers(...ids)).toEqual([null, null, 'stopped', 'stopped', 'other', 'stopped', null]);
    expect((await jobs.find(jobRefOf('person')))?.waitsFor).toEqual({
      id: 'stopped',
      title: null,
      state: 'failed',
      runBy: ADA.login,
    });
    await jobs.move(jobRefOf('other'), 'fail', { stop: { reason: 'rights-lost', message: null, until: null } });
    // What waits for a stopped job holds up no third person either, but the order of one's own.
    expect(await blockers(...ids)).toEqual([null, null, 'stopped', 'stopped', 'team', 'stopped', null]);
    await jobs.move(jobRefOf('team'), 'cancel', {});
    expect(await blockers('behind')).toEqual(['team']);
    await jobs.end(jobRefOf('team'), after(2));
  });

  test('is kept behind a stopped job whose people are not known, as rows of older programs are', async () => {
    const { rawQuery, invite, stop, blockers } = await opened(engine);
    await invite('stopped', ADA, ['ken']);
    await invite('other', BOB, ['rob']);
    await stop('stopped');
    await rawQuery(`delete from job_targets where job_id = 'stopped'`);
    expect(await blockers('other')).toEqual(['stopped']);
  });

  test('names the people of jobs until these end', async () => {
    const { jobs, rawQuery, invite } = await opened(engine);
    await invite('ended', ADA, ['ken']);
    await invite('open', BOB, ['rob']);
    await jobs.moveWithEntry(
      jobRefOf('ended'),
      'cancel',
      {},
      { entry: () => eventOf({ action: 'job.cancelled' }), at: after(1), within: null },
    );
    await jobs.clear(after(2), KEPT);
    expect(await rawQuery('select job_id, target from job_targets')).toEqual([{ job_id: 'open', target: 'login rob' }]);
  });
});
