import type { WorkKind } from '../domain/due-work.ts';
import type { Observations } from '../domain/observations.ts';
import { WORK_SLOW_OF_KIND_AT_ONCE } from '../lib/limits/due-work.ts';
import { advance, type WorkOfKind } from './advance.ts';
import type { JobServices } from './services.ts';
import type { JobStore } from './store/types.ts';

/** Works on one job of each kind per organization at a time. Jobs have a record of their own, which says when they are due. */
export function createJobKinds(services: JobServices, kinds: readonly WorkOfKind[]): readonly WorkKind[] {
  const { clock } = services.runtime;
  const jobs = services.jobs.store;
  return kinds.map(({ kind, atOnce = { slowAtOnce: WORK_SLOW_OF_KIND_AT_ONCE } }) => ({
    name: kind,
    ...atOnce,
    open: (now) => jobs.open(now, kind),
    makeDue: (now) => jobs.makeDue(now),
    async work({ organizationId, key: id }, stop) {
      const job = { organizationId, id };
      if (await advance(services, kinds, job, stop)) return clock.now();
      const [open] = await jobs.open(clock.now(), kind, job);
      return open?.dueAt ?? null;
    },
  }));
}

export const observedRows = (jobs: JobStore, observations: Observations): JobStore => ({
  ...jobs,
  async settle(job, place, from, settled, now) {
    const isSettled = await jobs.settle(job, place, from, settled, now);
    if (isSettled) observations.noteRow(settled.outcome);
    return isSettled;
  },
});
