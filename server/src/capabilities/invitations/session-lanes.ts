import pLimit, { type LimitFunction } from 'p-limit';
import { INVITE_CONCURRENCY } from '../../domain/limits.ts';
import type { SessionKey } from '../../domain/session.ts';

/** Runs work when its session has a free lane, in the order in which it came. */
export type SessionLanes = <T>(key: SessionKey, work: () => Promise<T>) => Promise<T>;

/**
 * Five lanes for each session, shared by all its requests on this instance. A request that asks for no more than five at
 * a time takes turns with the others.
 */
export function createSessionLanes(): SessionLanes {
  const lanesOf = new Map<SessionKey, { readonly enter: LimitFunction; inside: number }>();
  return async (key, work) => {
    const lanes = lanesOf.get(key) ?? { enter: pLimit(INVITE_CONCURRENCY), inside: 0 };
    lanesOf.set(key, lanes);
    lanes.inside += 1;
    try {
      return await lanes.enter(work);
    } finally {
      lanes.inside -= 1;
      if (lanes.inside === 0) lanesOf.delete(key);
    }
  };
}
