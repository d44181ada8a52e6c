import type { SessionKey } from '../../domain/session.ts';
import type { Observations } from '../../ports/operators/observations.ts';

/** How many streams of one kind may be open at once on this instance: of one session, and in all. */
export interface StreamBounds {
  readonly ofSession: number;
  readonly inAll: number;
}

/** Streams of one kind that are open. */
export interface OpenStreams {
  /** Counts one until its connection is gone, which may never be read from; false, and nothing counted, when there is no room. */
  enter(key: SessionKey, left: AbortSignal): boolean;
}

export function createOpenStreams(
  { ofSession, inAll }: StreamBounds,
  observations: Pick<Observations, 'noteStream' | 'noteRefusal'>,
): OpenStreams {
  const ofSessions = new Map<SessionKey, number>();
  let open = 0;

  const leave = (key: SessionKey) => {
    open -= 1;
    observations.noteStream('list', -1);
    const now = (ofSessions.get(key) ?? 0) - 1;
    if (now === 0) ofSessions.delete(key);
    else ofSessions.set(key, now);
  };

  return {
    enter(key, left) {
      const now = ofSessions.get(key) ?? 0;
      if (open >= inAll || now >= ofSession) {
        observations.noteRefusal('list');
        return false;
      }
      if (left.aborted) return true;
      open += 1;
      observations.noteStream('list', 1);
      ofSessions.set(key, now + 1);
      left.addEventListener('abort', () => leave(key), { once: true });
      return true;
    },
  };
}
