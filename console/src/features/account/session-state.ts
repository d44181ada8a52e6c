import type { SessionView } from '@orgdesk/client';

/** `visitor`: never signed in. `session-ended`: lost while in use. `left`: signed out. */
export type SignedOutReason = 'visitor' | 'session-ended' | 'left';

export type SessionState =
  | { readonly kind: 'signed-in'; readonly session: SessionView }
  | {
      readonly kind: 'signed-out';
      readonly because: SignedOutReason;
      /** Not reused: the code host may have ended a session that the service still keeps. */
      readonly endedId?: string;
    };

/** A null session means that nobody is signed in. A lost session counts as ended until the person starts a new one. */
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

export const isOtherPerson = (before: SessionState | undefined, session: SessionView | null): boolean =>
  before?.kind === 'signed-in' && session !== null && before.session.user.id !== session.user.id;
