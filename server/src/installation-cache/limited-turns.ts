import { INVITE_CONCURRENCY } from '../domain/limits/invitations.ts';
import type { CutOff } from './cut-off.ts';
import { inTurns, type Turns } from './turns.ts';

/** How changes of many things are made with one person's token. */
export interface LimitedTurns<Item, Outcome, Refusal, Limit> extends Pick<Turns<Item, Outcome>, 'inLane'> {
  readonly cutOff: CutOff;
  /** What a refusal says of all that would come after it; null when it is about one thing alone. */
  readonly limitOf: (refusal: Refusal) => Limit | null;
  readonly work: (item: Item, course: Course<Refusal, Limit>) => Promise<Outcome>;
  /** What becomes of a thing that is not begun: after a limit, or because the whole was cut off. */
  readonly notTried: (item: Item, after: Limit | null) => Outcome;
}

/** How the whole goes, for who works on one thing. */
export interface Course<Refusal, Limit> {
  /** Why nothing more is to be begun; null while nothing stands against it. */
  hindrance(): { readonly after: Limit | null } | null;
  /** After a limit nothing more is begun, whatever met it. */
  notice(refusal: Refusal): void;
}

/** Works on a list, five at a time, until a limit of the code host is met or the whole is cut off. */
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
