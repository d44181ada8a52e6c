import type { ServerResponse } from 'node:http';

export interface SessionSlots {
  /** Starts a request as soon as fewer than the limit of its session are without an answer. */
  enter(session: string, response: ServerResponse, start: () => void): void;
  /** Removes a request, and gives its slot to the next. */
  leave(response: ServerResponse): void;
  /** Frees the slots of responses that have begun: streams and unread answers do not end. */
  check(): void;
}

interface Slots {
  readonly session: string;
  readonly active: Set<ServerResponse>;
  readonly waiting: Map<ServerResponse, () => void>;
}

/**
 * Limits concurrent requests per session. With hundreds in progress, one iteration of the event loop handles the code host's
 * answers for all of them, and accepts a single new connection.
 */
export function createSessionSlots(limit: number): SessionSlots {
  const bySession = new Map<string, Slots>();
  const byResponse = new WeakMap<ServerResponse, Slots>();

  const fill = (slots: Slots): void => {
    const { session, active, waiting } = slots;
    for (const response of active) if (response.headersSent) active.delete(response);
    let free = limit - active.size;
    for (const [response, start] of waiting) {
      if (free <= 0) break;
      waiting.delete(response);
      active.add(response);
      free -= 1;
      start();
    }
    if (active.size === 0 && waiting.size === 0) bySession.delete(session);
  };

  return {
    enter(session, response, start) {
      const slots = bySession.get(session) ?? { session, active: new Set(), waiting: new Map() };
      bySession.set(session, slots);
      byResponse.set(response, slots);
      slots.waiting.set(response, start);
      fill(slots);
    },
    leave(response) {
      const slots = byResponse.get(response);
      if (slots?.active.delete(response) || slots?.waiting.delete(response)) fill(slots);
    },
    check() {
      for (const slots of bySession.values()) if (slots.waiting.size > 0) fill(slots);
    },
  };
}
