import { onTestFinished } from 'vitest';
import type { NewWork, WorkKind } from '../../../src/domain/job.ts';
import type { DueWorkStore } from '../../../src/jobs/store/due-work.ts';
import { createWorker } from '../../../src/jobs/worker.ts';
import type { Log } from '../../../src/lib/system.ts';
import { runtimeWith } from '../../support/runtime.ts';
import { createTestClock } from '../../support/service/start-service.ts';

/** An instance that works on kinds of the tests. */
export function workerOn(
  store: DueWorkStore,
  kinds: readonly WorkKind[],
  {
    clock = createTestClock(),
    leaseMs,
  }: { readonly clock?: ReturnType<typeof createTestClock>; readonly leaseMs?: number } = {},
) {
  const lines: { readonly line: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  const keep = (fields: object, line: string) => void lines.push({ line, fields: { ...fields } });
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
  const worker = createWorker(runtimeWith({ clock, log }), store, kinds, leaseMs);
  return {
    ...worker,
    clock,
    lines,
    keepWorking(only?: readonly string[]) {
      const stop = worker.keepWorking(only);
      let stopped: Promise<void> | null = null;
      const stopOnce = () => {
        stopped ??= stop();
        return stopped;
      };
      onTestFinished(stopOnce);
      return stopOnce;
    },
    /** Adds items that are due now. */
    add: (keys: readonly string[], other: Partial<NewWork> = {}) =>
      store.add(
        keys.map((key) => ({ organizationId: 1, kind: 'mail', key, dueAt: clock.now(), requestId: null, ...other })),
        clock.now(),
      ),
  };
}

/** A kind that notes what it does and waits where a test says so. */
export function mail(work: WorkKind['work'] = async () => null, other: Partial<WorkKind> = {}) {
  const done: string[] = [];
  const kind: WorkKind = {
    name: 'mail',
    work: async (item, stop) => {
      done.push(item.key);
      return work(item, stop);
    },
    ...other,
  };
  return { kind, done };
}
