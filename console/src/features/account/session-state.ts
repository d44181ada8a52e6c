import type { SessionView } from '@orgdesk/client';

/** Why nobody is signed in: nobody was, the session ran out while in use, or the person left. */
export type SignedOutReason = 'visitor' | 'session-ended' | 'left';

/** Who uses the page, as far as the page knows. */
export type SessionState =
  | { readonly kind: 'signed-in'; readonly session: SessionView }
  | { readonly kind: 'signed-out'; readonly because: SignedOutReason };

/**
 * The state after the service told whose session this is (null: nobody's). A session that was there
 * and is gone has ended; the reason for being signed out then stays until somebody signs in.
 */
export function nextSessionState(before: SessionState | undefined, session: SessionView | null): SessionState {
  if (session !== null) return { kind: 'signed-in', session };
  if (before === undefined) return { kind: 'signed-out', because: 'visitor' };
  if (before.kind === 'signed-in') return { kind: 'signed-out', because: 'session-ended' };
  return before;
}
