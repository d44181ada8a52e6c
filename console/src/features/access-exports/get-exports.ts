import type { AccessExport, CallOptions } from '@orgdesk/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, client, clientOf } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

/** Polling interval for a running export. */
const POLL_INTERVAL_MS = 2_000;
/** Polling interval while waiting for a rate limit. */
const WAITING_POLL_INTERVAL_MS = 15_000;

/** The exports of an organization, newest first. */
export const exportsQuery = (login: string) =>
  queryOptions({
    ...keptFresh,
    queryKey: personalKey('access-exports', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.listAccessExports({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data.exports;
    },
    refetchInterval: ({ state: { data } }) => {
      const running = data?.find(isRunning);
      if (running === undefined) return false;
      return running.state === 'waiting' ? WAITING_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    },
  });

export const isRunning = ({ endedAt }: Pick<AccessExport, 'endedAt'>): boolean => endedAt === null;

/** Updates a cached export or adds a new one at the top. */
export function updateCachedExport(queries: QueryClient, login: string, changed: AccessExport): void {
  queries.setQueryData(exportsQuery(login).queryKey, (before = []) =>
    before.some(({ id }) => id === changed.id)
      ? before.map((cached) => (cached.id === changed.id ? changed : cached))
      : [changed, ...before],
  );
}

/** Starts an export in the session with this ID, because the browser's cookie may belong to another person by now. */
export async function startExport(sessionId: string, login: string): Promise<AccessExport> {
  const call = (options: CallOptions) => clientOf(sessionId).startAccessExport({ path: { login }, ...options });
  return (await answerOf(call)).data.export;
}

/** Cancels an export in the session with this ID. */
export async function cancelExport(
  sessionId: string,
  path: { readonly login: string; readonly id: string },
): Promise<AccessExport> {
  const call = (options: CallOptions) => clientOf(sessionId).cancelAccessExport({ path, ...options });
  return (await answerOf(call)).data.export;
}
