import pLimit from 'p-limit';
import { INVITE_CONCURRENCY } from './limits/jobs.ts';

export type StopReason = 'out-of-time' | 'shutting-down';

export interface Deadline {
  stopReason(): StopReason | null;
  /** Never rejects. */
  readonly passed: Promise<StopReason>;
  clear(): void;
}

/** Passes after `limitMs` or when `stopping` aborts. */
export function createDeadline(limitMs: number, stopping: AbortSignal): Deadline {
  const { promise: passed, resolve } = Promise.withResolvers<StopReason>();
  let reason: StopReason | null = null;
  const pass = (why: StopReason) => {
    reason ??= why;
    resolve(reason);
  };
  const stop = () => pass('shutting-down');
  const timer = setTimeout(() => pass('out-of-time'), limitMs);
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return {
    stopReason: () => reason,
    passed,
    clear() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    },
  };
}

interface ListWork<Item, Outcome> {
  readonly concurrency: number;
  readonly limited: (work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly deadline: Deadline;
  readonly work: (item: Item) => Promise<Outcome>;
  readonly skip: (item: Item) => Outcome | null;
  readonly notStarted: (item: Item, reason: StopReason) => Outcome;
}

/**
 * Returns the outcomes in list order. At the deadline, started items are waited for and queued ones are not. Rejects if
 * work throws; by then nothing is in progress.
 */
export async function workOnList<Item, Outcome>(
  items: readonly Item[],
  { concurrency, limited, deadline, work, skip, notStarted }: ListWork<Item, Outcome>,
): Promise<readonly Outcome[]> {
  const outcomeOf = async (item: Item): Promise<Outcome> => {
    let hasStarted = false;
    const working = limited(async () => {
      const reason = deadline.stopReason();
      const skipped = skip(item) ?? (reason === null ? null : notStarted(item, reason));
      if (skipped !== null) return skipped;
      hasStarted = true;
      return work(item);
    });
    const reason = await Promise.race([working.then(() => null), deadline.passed]);
    return reason === null || hasStarted ? working : notStarted(item, reason);
  };
  const errors: unknown[] = [];
  const outcomes: Outcome[] = [];
  await pLimit(concurrency).map(items, async (item, index) => {
    if (errors.length > 0) return;
    try {
      outcomes[index] = await outcomeOf(item);
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0) throw errors[0];
  return outcomes;
}

interface LimitedListWork<Item, Outcome, Refusal, Limit> extends Pick<ListWork<Item, Outcome>, 'limited'> {
  readonly deadline: Deadline;
  /** Null if the refusal concerns one item. */
  readonly limitOf: (refusal: Refusal) => Limit | null;
  readonly work: (item: Item, progress: LimitedProgress<Refusal, Limit>) => Promise<Outcome>;
  /** `after` is null at the deadline. */
  readonly notTried: (item: Item, after: Limit | null) => Outcome;
}

export interface LimitedProgress<Refusal, Limit> {
  /** Null if further items may start. */
  stopReason(): { readonly after: Limit | null } | null;
  /** After a limit, no further item starts. */
  report(refusal: Refusal): void;
}

/** Works on five items at once until the code host reports a limit or the deadline passes. */
export function workUntilLimit<Item, Outcome, Refusal, Limit>(
  items: readonly Item[],
  { limited, deadline, limitOf, work, notTried }: LimitedListWork<Item, Outcome, Refusal, Limit>,
): Promise<readonly Outcome[]> {
  const met: Limit[] = [];
  const progress: LimitedProgress<Refusal, Limit> = {
    stopReason() {
      const [after = null] = met;
      return after === null && deadline.stopReason() === null ? null : { after };
    },
    report(refusal) {
      const limit = limitOf(refusal);
      if (limit !== null) met.push(limit);
    },
  };
  return workOnList(items, {
    concurrency: INVITE_CONCURRENCY,
    limited,
    deadline,
    work: (item) => work(item, progress),
    skip: (item) => (met[0] === undefined ? null : notTried(item, met[0])),
    notStarted: (item) => notTried(item, null),
  });
}
