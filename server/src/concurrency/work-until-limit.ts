import { INVITE_CONCURRENCY } from '../domain/limits/invitations.ts';
import type { Deadline } from './deadline.ts';
import { type ListWork, workOnList } from './work-on-list.ts';

export interface LimitedListWork<Item, Outcome, Refusal, Limit> extends Pick<ListWork<Item, Outcome>, 'limited'> {
  readonly deadline: Deadline;
  /** Returns the limit that a refusal sets for all further items, or null if it concerns one item. */
  readonly limitOf: (refusal: Refusal) => Limit | null;
  readonly work: (item: Item, progress: LimitedProgress<Refusal, Limit>) => Promise<Outcome>;
  /** The outcome of an item not started because of a limit or cut-off. */
  readonly notTried: (item: Item, after: Limit | null) => Outcome;
}

export interface LimitedProgress<Refusal, Limit> {
  /** Returns why no further item may start, or null. */
  stopReason(): { readonly after: Limit | null } | null;
  /** Records a refusal; after a limit, no further item starts. */
  report(refusal: Refusal): void;
}

/** Works on five items at once until the code host reports a limit or the list is cut off. */
export function workUntilLimit<Item, Outcome, Refusal, Limit>(
  items: readonly Item[],
  { limited: inLane, deadline: cutOff, limitOf, work, notTried }: LimitedListWork<Item, Outcome, Refusal, Limit>,
): Promise<readonly Outcome[]> {
  const met: Limit[] = [];
  const progress: LimitedProgress<Refusal, Limit> = {
    stopReason() {
      const [after = null] = met;
      return after === null && cutOff.stopReason() === null ? null : { after };
    },
    report(refusal) {
      const limit = limitOf(refusal);
      if (limit !== null) met.push(limit);
    },
  };
  return workOnList(items, {
    concurrency: INVITE_CONCURRENCY,
    limited: inLane,
    deadline: cutOff,
    work: (item) => work(item, progress),
    skip: (item) => (met[0] === undefined ? null : notTried(item, met[0])),
    notStarted: (item) => notTried(item, null),
  });
}
