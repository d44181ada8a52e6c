import type { CallOptions, OrganizationMembershipView, SessionView } from '@orgdesk/client';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { forgetPersonalAnswers } from '../../lib/reading/query-client.ts';

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

const SESSION_KEY = ['session'] as const;
const LEFT: SessionState = { kind: 'signed-out', because: 'left' };

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, signal }): Promise<SessionState> => {
    const session = await readSession(signal);
    const before = client.getQueryData<SessionState>(SESSION_KEY);
    if (isOtherPerson(before, session)) forgetPersonalAnswers(client);
    return nextSessionState(before, session);
  },
});

export const useSession = () => useQuery(sessionQuery);

export const readSessionAhead = (into: QueryClient): Promise<void> => into.prefetchQuery(sessionQuery);

function sessionIn(client: QueryClient): SessionView | null {
  const state = client.getQueryData(sessionQuery.queryKey);
  return state?.kind === 'signed-in' ? state.session : null;
}

/** Reads the session first if necessary. */
export async function sessionSoonIn(client: QueryClient): Promise<SessionView | null> {
  if (client.getQueryData(sessionQuery.queryKey) === undefined) await client.prefetchQuery(sessionQuery);
  return sessionIn(client);
}

/** Ignores the login's case. */
export const membershipIn = ({ user }: SessionView, login: string): OrganizationMembershipView | null =>
  user.organizations.find((organization) => organization.login.toLowerCase() === login.toLowerCase()) ?? null;

/** Makes the page ask the person to sign in again. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, (before) => nextSessionState(before, null));
}

export async function leaveSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY });
  client.setQueryData(sessionQuery.queryKey, LEFT);
}

/** A failed read does not end the session. */
export async function isStillSignedIn(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: SESSION_KEY }, { cancelRefetch: false });
  return client.getQueryData(sessionQuery.queryKey)?.kind !== 'signed-out';
}

/** In browser time; 0 before the first read. */
export const sessionReadAt = (client: QueryClient): number => client.getQueryState(SESSION_KEY)?.dataUpdatedAt ?? 0;

/** `optional` avoids a 401, which browsers report in their console. */
async function readSession(signal: AbortSignal): Promise<SessionView | null> {
  const call = (options: CallOptions) => client.getSession({ query: { optional: 'true' }, ...options });
  return (await answerOf(call, { signal })).data.session;
}
