import type { CallOptions, OrganizationMembershipView, SessionView } from '@orgdesk/client';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { forgetPersonalAnswers } from '../../lib/reading/query-client.ts';
import { isOtherPerson, nextSessionState, type SessionState } from './session-state.ts';

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

/** Who is signed in, with the state of reading it. */
export const useSession = () => useQuery(sessionQuery);

/** Begins to read it before anything asks for it. */
export const readSessionAhead = (into: QueryClient): Promise<void> => into.prefetchQuery(sessionQuery);

/** The session of the person who is signed in, as far as it was read; null otherwise. */
export function sessionIn(client: QueryClient): SessionView | null {
  const state = client.getQueryData(sessionQuery.queryKey);
  return state?.kind === 'signed-in' ? state.session : null;
}

/** The same, once it was read. */
export async function sessionSoonIn(client: QueryClient): Promise<SessionView | null> {
  if (client.getQueryData(sessionQuery.queryKey) === undefined) await client.prefetchQuery(sessionQuery);
  return sessionIn(client);
}

/** The membership in an organization as of the sign-in, by its login in any case; null for all others. */
export const membershipIn = ({ user }: SessionView, login: string): OrganizationMembershipView | null =>
  user.organizations.find((organization) => organization.login.toLowerCase() === login.toLowerCase()) ?? null;

/** Takes note that the service no longer accepts the session: the page then asks to sign in again. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, (before) => nextSessionState(before, null));
}

/** Takes note that the person signed out. */
export async function leaveSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY });
  client.setQueryData(sessionQuery.queryKey, LEFT);
}

/** Reads the session again. False when nobody is signed in; a session that cannot be read for the moment stays. */
export async function isStillSignedIn(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: SESSION_KEY }, { cancelRefetch: false });
  return client.getQueryData(sessionQuery.queryKey)?.kind !== 'signed-out';
}

/** When the session was last read, by the page's clock; 0 before that. */
export const sessionReadAt = (client: QueryClient): number => client.getQueryState(SESSION_KEY)?.dataUpdatedAt ?? 0;

/** That nobody is signed in is no error here: a browser would report a 401 in its console. */
async function readSession(signal: AbortSignal): Promise<SessionView | null> {
  const call = (options: CallOptions) => client.getSession({ query: { optional: 'true' }, ...options });
  return (await answerOf(call, { signal })).data.session;
}
