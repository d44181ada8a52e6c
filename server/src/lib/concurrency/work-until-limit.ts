import { INVITE_CONCURRENCY } from '../limits/invitations.ts';
import type { Deadline } from './deadline.ts';
import { type ListWork, workOnList } from './work-on-list.ts';

export interface LimitedListWork<Item, Outcome, Refusal, Limit> extends Pick<ListWork<Item, Outcome>, 'limited'> {
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
