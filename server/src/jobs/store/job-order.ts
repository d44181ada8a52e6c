import type { JobState } from '../../domain/job.ts';

export interface UnendedJob {
  readonly id: string;
  readonly state: JobState;
  readonly runById: number;
  readonly isGivenUp: boolean;
}

/**
 * Finds out what unended jobs of one kind in one organization wait for. They come the oldest first, and one works at a time.
 * A job that has stopped, or waits for such a one, holds up later jobs of its own person, and others only in a conflict.
 * Those that pass are changes of one person: they wait in a conflict alone.
 */
export async function blockersAmong<J extends UnendedJob>(
  jobs: readonly J[],
  order: {
    readonly passes: (job: J) => boolean;
    readonly conflict: (older: J, job: J) => Promise<boolean>;
  },
): Promise<ReadonlyMap<string, J>> {
  const blockers = new Map<string, J>();
  for (const [index, job] of jobs.entries()) {
    for (const older of jobs.slice(0, index)) {
      const isAtWork = isGoingOn(older) && !blockers.has(older.id);
      const isInOrder = !order.passes(job) && (isAtWork || older.runById === job.runById);
      if (!isInOrder && !(await order.conflict(older, job))) continue;
      blockers.set(job.id, older);
      break;
    }
  }
  return blockers;
}

/** Others have stopped: until a time, or until somebody resumes them. */
const isGoingOn = ({ state, isGivenUp }: UnendedJob): boolean =>
  (state === 'running' || state === 'cancelled') && !isGivenUp;
