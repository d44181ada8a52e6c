import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WorkKind } from '../../../src/domain/job.ts';
import { WORK_LEASE_MS, WORK_POLL_MS, WORK_RETRY_MS } from '../../../src/lib/limits/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { mail, workerOn } from './working.ts';

const LEASE_MS = 1_000;
const WITHIN = { interval: 20 };

describe.each(ENGINES_OF_RULES)('a worker on $name', ({ open }) => {
  test('does each item once on two instances, new ones of its own at once and those of another within seconds (distributed mode)', async () => {
    const one = await open();
    const other = await open({ url: one.url });
    const { kind, done } = mail();
    const worker = workerOn(one.storage.dueWork, [kind]);
    const pollPause = createTimeLimit(WORK_POLL_MS);
    for (const each of [worker, workerOn(other.storage.dueWork, [kind])]) each.keepWorking();
    await worker.add(upTo(50).map(String));
    worker.wake();
    await expect.poll(() => [done.length, new Set(done)], WITHIN).toEqual([50, new Set(upTo(50).map(String))]);
    await expect.poll(() => one.rawQuery('select * from due_work'), WITHIN).toEqual([]);
    await expect.poll(pollPause.running, WITHIN).toBe(2);
    await worker.add(['late']);
    expect(done).toHaveLength(50);
    pollPause.come();
    await expect.poll(() => one.rawQuery('select * from due_work'), WITHIN).toEqual([]);
    expect(done).toHaveLength(51);
  });

  test('does one step at a time, and the next when it is due', async () => {
    const { storage } = await open();
    let steps = 0;
    const { kind } = mail(async () => {
      steps += 1;
      return steps < 3 ? new Date(worker.clock.now().getTime() + 60_000) : null;
    });
    const worker = workerOn(storage.dueWork, [kind]);
    worker.clock.stop();
    await worker.add(['a']);
    for (const step of [1, 2]) {
      expect(await worker.work()).toEqual(new Date(worker.clock.now().getTime() + 60_000));
      expect(steps).toBe(step);
      worker.clock.advance(60_000);
    }
    expect(await worker.work()).toBeNull();
    expect(steps).toBe(3);
  });

  test('tries what failed again, after pauses that double and differ (retry, backoff with jitter)', async () => {
    const { storage, rawQuery } = await open();
    const { kind, done } = mail(async () => {
      throw new Error('out of order');
    });
    const worker = workerOn(storage.dueWork, [kind]);
    worker.clock.stop();
    await worker.add(['a', 'b']);
    const pauses: number[][] = [];
    for (const attempt of [1, 2, 3, 4]) {
      await worker.work();
      const rows = await rawQuery('select due_at, attempts, last_error from due_work order by key');
      expect(rows.map(({ attempts }) => Number(attempts))).toEqual([attempt, attempt]);
      expect(rows.map(({ last_error: error }) => error)).toEqual(['out of order', 'out of order']);
      const waits = rows.map((row) => Number(row.due_at) - worker.clock.now().getTime());
      for (const waitMs of waits) {
        expect(waitMs).toBeGreaterThanOrEqual((WORK_RETRY_MS * 2 ** (attempt - 1)) / 2);
        expect(waitMs).toBeLessThanOrEqual(WORK_RETRY_MS * 2 ** (attempt - 1));
      }
      pauses.push(waits);
      worker.clock.advance(Math.max(...waits));
    }
    expect(pauses.some(([a, b]) => a !== b)).toBe(true);
    expect(done).toHaveLength(8);
    expect(worker.lines.filter(({ line }) => line === 'a job failed and will be retried')).toHaveLength(8);
  });

  test('gives up what keeps failing with its reason, and begins anew when it is retried (dead letters)', async () => {
    const { storage } = await open();
    const broken = new Set(['a']);
    const { kind, done } = mail(
      async () => {
        if (broken.size > 0) throw new Error('broken');
        return null;
      },
      { attemptsMax: 3 },
    );
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(['a']);
    for (let step = 0; step < 5; step += 1) {
      await worker.work();
      worker.clock.advance(60_000);
    }
    expect(done).toHaveLength(3);
    expect(await storage.dueWork.dead(1, 9)).toMatchObject([{ key: 'a', attempts: 3, error: 'broken' }]);
    expect(worker.lines.at(-1)?.line).toBe('a job failed too often and is on the dead list');
    broken.clear();
    await storage.dueWork.retry({ organizationId: 1, kind: 'mail', key: 'a' }, worker.clock.now(), null);
    expect(await worker.work()).toBeNull();
    expect(await storage.dueWork.dead(null, 9)).toEqual([]);
  });

  test('stores the reason of a failure as one line without credentials (dead letters)', async () => {
    const { storage } = await open();
    const token = `ghu_${'a1B2'.repeat(9)}`;
    const { kind } = mail(
      async () => {
        throw new Error(`no\nline\u001b[2J\u202e, token ${token}`);
      },
      { attemptsMax: 1 },
    );
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(['a']);
    await worker.work();
    expect((await storage.dueWork.dead(1, 9)).map(({ error }) => error)).toEqual(['no line [2J , token [secret]']);
  });

  test('keeps its pauses beside an instance whose clock differs by minutes (clock drift, backoff)', async () => {
    const { storage, rawQuery } = await open();
    const { kind, done } = mail(async () => {
      throw new Error('out of order');
    });
    const worker = workerOn(storage.dueWork, [kind]);
    const behind = workerOn(storage.dueWork, [kind]);
    for (const { clock } of [worker, behind]) clock.stop();
    worker.clock.advance(behind.clock.now().getTime() - worker.clock.now().getTime() + 5 * 60_000);
    await worker.add(['a']);
    for (let pass = 0; pass < 10; pass += 1) for (const each of [behind, worker]) await each.work();
    expect(done.length).toBeLessThanOrEqual(2);
    worker.clock.advance(WORK_RETRY_MS * 4);
    await worker.work();
    expect((await rawQuery('select attempts from due_work')).map(({ attempts }) => Number(attempts))).toEqual([
      done.length,
    ]);
    expect(done.length).toBeLessThanOrEqual(3);
    // An instance that is left alone with it goes on in the end.
    behind.clock.advance(10 * 60_000);
    await behind.work();
    expect(done.length).toBeGreaterThan(2);
  });

  test('gives up an item whose instances keep vanishing (expiry, dead letters)', async () => {
    const { storage, rawQuery } = await open();
    const { kind, done } = mail(undefined, { attemptsMax: 2 });
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(['a']);
    const rooms = [{ kind: 'mail', room: 1, running: 0 }];
    for (const holder of ['first', 'second']) {
      await storage.dueWork.claim({ holder, kinds: rooms, limit: 1, leaseMs: LEASE_MS }, worker.clock.now());
      await rawQuery('update due_work set lease_until = 1');
    }
    await worker.work();
    expect(done).toEqual([]);
    expect(await storage.dueWork.dead(null, 9)).toMatchObject([{ key: 'a', error: 'its instances vanished' }]);
  });

  test('ends what is not finished after its limit, and tries it again (expiry)', async () => {
    const { storage } = await open();
    let tries = 0;
    const reasons: unknown[] = [];
    const { kind } = mail(
      (_, stop) => {
        tries += 1;
        stop.addEventListener('abort', () => reasons.push(stop.reason));
        return tries === 1 ? new Promise<null>(() => {}) : Promise.resolve(null);
      },
      { limitMs: 50 },
    );
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(['a']);
    await worker.work();
    expect(reasons).toMatchObject([{ message: 'not finished after 50 ms' }]);
    worker.clock.advance(60_000);
    expect(await worker.work()).toBeNull();
    expect(tries).toBe(2);
  });

  test('keeps a long item by extending its lease, and ends it when another instance has it (heartbeat)', async () => {
    const { storage, rawQuery } = await open();
    const started = Promise.withResolvers<AbortSignal>();
    const { kind, done } = mail((_, stop) => {
      started.resolve(stop);
      return new Promise<null>((resolve) => stop.addEventListener('abort', () => resolve(null)));
    });
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(['a']);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const working = worker.work();
    const stop = await started.promise;
    for (let heartbeat = 0; heartbeat < 3; heartbeat += 1) {
      await rawQuery('update due_work set lease_until = 1');
      vi.advanceTimersByTime(WORK_LEASE_MS / 3);
      await expect.poll(() => rawQuery('select 1 from due_work where lease_until > 1'), WITHIN).toHaveLength(1);
    }
    await workerOn(storage.dueWork, [kind]).work();
    expect([done, stop.aborted]).toEqual([['a'], false]);
    await rawQuery(`update due_work set holder = 'another', lease_until = ${Date.now() + 600_000}`);
    vi.advanceTimersByTime(WORK_LEASE_MS / 3);
    await working;
    expect(stop.reason).toMatchObject({ message: 'another instance has the item, or may have it' });
    expect(await rawQuery('select holder from due_work')).toEqual([{ holder: 'another' }]);
    await rawQuery('delete from due_work');
  });

  test('does scheduled work at each interval on one of several instances, also after failures (schedules)', async () => {
    const { storage, url } = await open();
    const other = await open({ url });
    const broken = new Set<string>();
    const { kind, done } = mail(
      async () => {
        if (broken.size > 0) throw new Error('broken');
        return null;
      },
      { schedule: { firstAfterMs: 5_000, everyMs: 3_600_000 }, attemptsMax: 1 },
    );
    const first = workerOn(storage.dueWork, [kind]);
    const { clock } = first;
    clock.stop();
    const second = workerOn(other.storage.dueWork, [kind], { clock });
    const counts: number[] = [];
    for (const ms of [0, 5_000, 1_800_000, 1_800_000, 3_600_000, 3_600_000]) {
      clock.advance(ms);
      if (counts.length === 4) broken.add('it');
      else broken.clear();
      await Promise.all([first.work(), second.work()]);
      counts.push(done.length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 3, 4]);
    expect(await storage.dueWork.dead(null, 9)).toEqual([]);
    // An instance that starts in between changes nothing.
    expect(await workerOn(storage.dueWork, [kind], { clock }).work()).toEqual(
      new Date(clock.now().getTime() + 3_600_000),
    );
  });

  test('adopts work that is stored elsewhere and has no item', async () => {
    const { storage } = await open();
    let open_: readonly string[] = ['x', 'y'];
    const { kind, done } = mail(
      async ({ key }) => {
        open_ = open_.filter((each) => each !== key);
        return null;
      },
      {
        open: async () => open_.map((key) => ({ organizationId: 1, key, requestId: null })),
      },
    );
    const worker = workerOn(storage.dueWork, [kind]);
    worker.keepWorking();
    await expect.poll(() => new Set(done), WITHIN).toEqual(new Set(['x', 'y']));
    open_ = ['z'];
    worker.wake();
    await expect.poll(() => done.length, WITHIN).toBe(3);
  });

  test('does what others have to do while one kind cannot be read, and asks that one again', async () => {
    const { storage } = await open();
    const done: string[] = [];
    const faults = new Set(['broken']);
    const attempted: string[] = [];
    const kindOf = (name: string): WorkKind => ({
      name,
      async shortenWaits() {
        attempted.push(name);
        if (faults.has(name)) throw new Error('cannot be read');
      },
      open: async () => (done.includes(name) ? [] : [{ organizationId: 1, key: 'a', requestId: null }]),
      async work() {
        done.push(name);
        return null;
      },
    });
    const { keepWorking, wake } = workerOn(storage.dueWork, [kindOf('broken'), kindOf('mail')]);
    keepWorking();
    await expect.poll(() => done, WITHIN).toEqual(['mail']);
    faults.clear();
    wake();
    await expect.poll(() => done, WITHIN).toEqual(['mail', 'broken']);
    expect(attempted.filter((name) => name === 'mail')).toHaveLength(1);
  });

  test('waits no longer when its clock is put back (clock drift)', async () => {
    const { storage } = await open();
    let putBack = 0;
    const { kind, done } = mail(undefined, {
      shortenWaits: async () => {
        putBack += 1;
      },
    });
    const worker = workerOn(storage.dueWork, [kind]);
    worker.clock.stop();
    worker.clock.advance(7_200_000);
    await worker.add(['a'], { dueAt: new Date(worker.clock.now().getTime() + 60_000) });
    await worker.work();
    expect([done, putBack]).toEqual([[], 1]);
    worker.clock.advance(-7_200_000);
    await worker.work();
    expect([done, putBack]).toEqual([['a'], 2]);
  });

  test('finishes the step in progress when it stops, and leaves the rest to others at once', async () => {
    const { storage, rawQuery } = await open();
    const blocked = Promise.withResolvers<null>();
    const { kind, done } = mail(() => blocked.promise, { concurrency: 1 });
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(['a', 'b']);
    const stop = worker.keepWorking();
    await expect.poll(() => done, WITHIN).toEqual(['a']);
    const stopped = stop();
    blocked.resolve(null);
    await stopped;
    expect(await rawQuery('select key, holder from due_work')).toEqual([{ key: 'b', holder: null }]);
    await workerOn(storage.dueWork, [kind]).work();
    expect(done).toEqual(['a', 'b']);
  });
});
