import { describe, expect, test } from 'vitest';
import { WORK_OF_KIND_AT_ONCE, WORK_SLOW_MS } from '../../../src/lib/limits/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { mail, workerOn } from './working.ts';

const WITHIN = { interval: 20 };

describe.each(ENGINES_OF_RULES)('a worker on $name', ({ open }) => {
  test('keeps within the limit of a kind, and lets no kind or organization wait for a big one (fairness)', async () => {
    const { storage } = await open();
    const blocked = Promise.withResolvers<null>();
    const count = { now: 0, most: 0 };
    const slow = mail(async () => {
      count.now += 1;
      count.most = Math.max(count.most, count.now);
      await blocked.promise;
      count.now -= 1;
      return null;
    });
    const quick = mail(undefined, { name: 'quick' });
    const worker = workerOn(storage.dueWork, [slow.kind, quick.kind]);
    for (const organizationId of [1, 3])
      await worker.add(
        upTo(20).map((key) => `big-${key}`),
        { organizationId },
      );
    await worker.add(['small'], { organizationId: 2 });
    await worker.add(['quick'], { organizationId: 4, kind: 'quick' });
    worker.keepWorking();
    await expect.poll(() => [count.now, quick.done], WITHIN).toEqual([WORK_OF_KIND_AT_ONCE, ['quick']]);
    expect(slow.done).toContain('small');
    blocked.resolve(null);
    await expect.poll(() => slow.done.length, WITHIN).toBe(41);
    expect(count.most).toBe(WORK_OF_KIND_AT_ONCE);
  });

  test('keeps room for others beside steps that hang, and the next step of these waits apart (fairness)', async () => {
    const { storage, rawQuery } = await open();
    const slowness = createTimeLimit(WORK_SLOW_MS);
    const blocked = Promise.withResolvers<void>();
    const started: string[] = [];
    const hanging = upTo(WORK_OF_KIND_AT_ONCE + 2);
    const { kind, done } = mail(
      async ({ key }) => {
        started.push(key);
        if (key === 'quick') return null;
        await blocked.promise;
        return new Date(worker.clock.now().getTime() + 60_000);
      },
      { slowAtOnce: hanging.length },
    );
    const worker = workerOn(storage.dueWork, [kind]);
    worker.clock.stop();
    for (const each of hanging) await worker.add([`hangs-${each}`], { organizationId: each, personId: each });
    worker.keepWorking();
    await expect.poll(() => started.length, WITHIN).toBe(WORK_OF_KIND_AT_ONCE);
    await worker.add(['quick'], { organizationId: 99, personId: 99 });
    slowness.come();
    await expect.poll(() => started.length, WITHIN).toBe(hanging.length + 1);
    expect(done).toContain('quick');
    slowness.come();
    blocked.resolve();
    await expect
      .poll(() => rawQuery('select key from due_work where is_slow = 1 and holder is null'), WITHIN)
      .toHaveLength(hanging.length);
  });

  test('serves each organization alike where there is room for one at a time (fairness)', async () => {
    const { storage } = await open();
    const { kind, done } = mail(undefined, { concurrency: 1 });
    const worker = workerOn(storage.dueWork, [kind]);
    await worker.add(upTo(60).map((key) => `big-${key}`));
    await worker.add(['small'], { organizationId: 2 });
    for (let pass = 0; pass < 3; pass += 1) await worker.work();
    // By chance it is left to the end once in a thousand million times.
    expect([done.length, done.includes('small')]).toEqual([30, true]);
  });
});
