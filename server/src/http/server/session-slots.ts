import type { ServerResponse } from 'node:http';
import { Bag } from '../../domain/bounds/bag.ts';

/** A request among those of its session. */
export interface Slot {
  readonly session: SlotsOfSession;
  readonly response: ServerResponse;
  readonly start: () => void;
  state: 'waiting' | 'active' | 'left';
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
  /** In the order of arrival; those that left stay until their turn. */
  readonly waiting: Slot[];
}

/**
 * Limits concurrent requests per session. With hundreds in progress, one iteration of the event loop handles the code host's
 * answers for all of them, and accepts a single new connection.
 */
export function createSessionSlots(limit: number): SessionSlots {
  const bySession = new Map<string, SlotsOfSession>();

  const fill = ({ active, waiting }: SlotsOfSession): void => {
    active.removeWhere(({ response }) => response.headersSent);
    while (active.size < limit) {
      const slot = waiting.shift();
      if (slot === undefined) return;
      if (slot.state === 'left') continue;
      slot.state = 'active';
      active.add(slot);
      slot.start();
    }
  };

  return {
    enter(key, response, start) {
      let session = bySession.get(key);
      if (session === undefined) {
        session = { active: new Bag(), waiting: [] };
        bySession.set(key, session);
      }
      const slot: Slot = { session, response, start, state: 'waiting' };
      session.waiting.push(slot);
      fill(session);
      return slot;
    },
    leave(slot) {
      const { session, state } = slot;
      slot.state = 'left';
      if (state === 'active') session.active.remove(slot);
      if (state !== 'left') fill(session);
    },
    check() {
      for (const [key, session] of bySession) {
        fill(session);
        if (session.active.size === 0 && session.waiting.length === 0) bySession.delete(key);
      }
    },
  };
}
