import type { SessionView } from '@orgdesk/client';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client, hasStatus } from '../../lib/http-client.ts';
import { nextSessionState, type SessionState } from './session-state.ts';

const SESSION_KEY = ['session'] as const;
const LEFT: SessionState = { kind: 'signed-out', because: 'left' };

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, signal }): Promise<SessionState> => {
    const session = await readSession(signal);
    return nextSessionState(client.getQueryData<SessionState>(SESSION_KEY), session);
  },
});

/** Who is signed in, with the state of reading it. */
export const useSession = () => useQuery(sessionQuery);

/** Takes note that the service no longer accepts the session: the page then asks to sign in again. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, (before) => nextSessionState(before, null));
}

/** Takes note that the person signed out. */
export async function leaveSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY });
  client.setQueryData(sessionQuery.queryKey, LEFT);
}

async function readSession(signal: AbortSignal): Promise<SessionView | null> {
  try {
    return (await answerOf(client.getSession, { signal })).data.session;
  } catch (thrown) {
    if (hasStatus(thrown, 401)) return null;
    throw thrown;
  }
}
