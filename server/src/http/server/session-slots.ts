import type { ServerResponse } from 'node:http';
import { Bag } from '../../domain/bounds/bag.ts';

/** A request among those of its session; while it waits, part of a linked list in the order of arrival. */
export interface Slot {
  readonly session: SlotsOfSession;
  readonly response: ServerResponse;
  readonly start: () => void;
  state: 'waiting' | 'active' | 'left';
  before: Slot | null;
  after: Slot | null;
}

export interface SessionSlots {
  /** Starts a request as soon as fewer than the limit of its session are without an answer. */
  enter(session: string, response: ServerResponse, start: () => void): Slot;
  /** Removes a request, and gives its slot to the next. */
  leave(slot: Slot): void;
  /** Frees the slots of responses that have begun, since streams and unread answers do not end; forgets idle sessions. */
  check(): void;
}

interface SlotsOfSession {
  readonly active: Bag<Slot>;
  first: Slot | null;
  last: Slot | null;
}

/**
 * Limits concurrent requests per session. With hundreds in progress, one iteration of the event loop handles the code host's
 * answers for all of them, and accepts a single new connection.
 */
export function createSessionSlots(limit: number): SessionSlots {
  const bySession = new Map<string, SlotsOfSession>();

  const fill = (session: SlotsOfSession): void => {
    const { active } = session;
    active.removeWhere(({ response }) => response.headersSent);
    while (active.size < limit && session.first !== null) {
      const slot = session.first;
      unlink(slot);
      slot.state = 'active';
      active.add(slot);
      slot.start();
    }
  };

  return {
    enter(key, response, start) {
      let session = bySession.get(key);
      if (session === undefined) {
        session = { active: new Bag(), first: null, last: null };
        bySession.set(key, session);
      }
      const slot: Slot = { session, response, start, state: 'waiting', before: session.last, after: null };
      if (session.last === null) session.first = slot;
      else session.last.after = slot;
      session.last = slot;
      fill(session);
      return slot;
    },
    leave(slot) {
      const { session, state } = slot;
      slot.state = 'left';
      if (state === 'waiting') unlink(slot);
      if (state === 'active') session.active.remove(slot);
      if (state !== 'left') fill(session);
    },
    check() {
      for (const [key, session] of bySession) {
        fill(session);
        if (session.active.size === 0 && session.first === null) bySession.delete(key);
      }
    },
  };
}

function unlink(slot: Slot): void {
  const { session, before, after } = slot;
  if (before === null) session.first = after;
  else before.after = after;
  if (after === null) session.last = before;
  else after.before = before;
  slot.before = null;
  slot.after = null;
}
