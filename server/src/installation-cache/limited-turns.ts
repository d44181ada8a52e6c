import { INVITE_CONCURRENCY } from '../domain/limits/invitations.ts';
import type { CutOff } from './cut-off.ts';
import { inTurns, type Turns } from './turns.ts';

export interface LimitedTurns<Item, Outcome, Refusal, Limit> extends Pick<Turns<Item, Outcome>, 'inLane'> {
  readonly cutOff: CutOff;
  /** Returns the limit that a refusal sets for all further items, or null if it concerns one item. */
  readonly limitOf: (refusal: Refusal) => Limit | null;
  readonly work: (item: Item, course: Course<Refusal, Limit>) => Promise<Outcome>;
  /** The outcome of an item not started because of a limit or cut-off. */
  readonly notTried: (item: Item, after: Limit | null) => Outcome;
}

export interface Course<Refusal, Limit> {
  /** Returns why no further item may start, or null. */
  hindrance(): { readonly after: Limit | null } | null;
  /** Records a refusal; after a limit, no further item starts. */
  notice(refusal: Refusal): void;
}

/** Works on five items at once until the code host reports a limit or the list is cut off. */
export function inTurnsToLimit<Item, Outcome, Refusal, Limit>(
  items: readonly Item[],
  { inLane, cutOff, limitOf, work, notTried }: LimitedTurns<Item, Outcome, Refusal, Limit>,
): Promise<readonly Outcome[]> {
  const met: Limit[] = [];
  const course: Course<Refusal, Limit> = {
    hindrance() {
      const [after = null] = met;
      return after === null && cutOff.cut() === null ? null : { after };
    },
    notice(refusal) {
      const limit = limitOf(refusal);
      if (limit !== null) met.push(limit);
    },
  };
  return inTurns(items, {
    atOnce: INVITE_CONCURRENCY,
    inLane,
    cutOff,
    work: (item) => work(item, course),
    without: (item) => (met[0] === undefined ? null : notTried(item, met[0])),
    cutBefore: (item) => notTried(item, null),
  });
}
