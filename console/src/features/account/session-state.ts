import type { SessionView } from '@orgdesk/client';

/** Why nobody is signed in: nobody was, the session ran out while in use, or the person left. */
export type SignedOutReason = 'visitor' | 'session-ended' | 'left';

/** Who uses the page, as far as the page knows. */
export type SessionState =
  | { readonly kind: 'signed-in'; readonly session: SessionView }
  | {
      readonly kind: 'signed-out';
      readonly because: SignedOutReason;
      /** The session that is not taken up again: its end may show at the code host only, while the service keeps it. */
      readonly endedId?: string;
    };

/**
 * The state after the service told whose session this is (null: nobody's). A session that was there
 * and is gone has ended; the reason for being signed out then stays until somebody signs in anew.
 */
export function nextSessionState(before: SessionState | undefined, session: SessionView | null): SessionState {
  if (session !== null) {
    return before?.kind === 'signed-out' && before.endedId === session.id ? before : { kind: 'signed-in', session };
  }
  if (before === undefined) return { kind: 'signed-out', because: 'visitor' };
  if (before.kind === 'signed-in') {
    return { kind: 'signed-out', because: 'session-ended', endedId: before.session.id };
  }
  return before;
}

/** Whether the page, which showed one person, now belongs to another: somebody signed in beside it. */
export const isOtherPerson = (before: SessionState | undefined, session: SessionView | null): boolean =>
  before?.kind === 'signed-in' && session !== null && before.session.user.id !== session.user.id;
