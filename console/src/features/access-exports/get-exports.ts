import type { AccessExport, CallOptions } from '@orgdesk/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, client, clientOf } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

/** How often one that is under way is looked at. */
const LOOK_MS = 2_000;
/** One that waits for a limit of the code host. */
const WAITING_LOOK_MS = 15_000;

/** The exports of an organization, the newest first. */
export const exportsQuery = (login: string) =>
  queryOptions({
    ...keptFresh,
    queryKey: personalKey('access-exports', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.listAccessExports({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data.exports;
    },
    refetchInterval: ({ state: { data } }) => {
      const underWay = data?.find(isUnderWay);
      if (underWay === undefined) return false;
      return underWay.state === 'waiting' ? WAITING_LOOK_MS : LOOK_MS;
    },
  });

/** Whether an export has not ended. */
export const isUnderWay = ({ endedAt }: Pick<AccessExport, 'endedAt'>): boolean => endedAt === null;

/** Takes note of how an export is now; one that was just begun comes first. */
export function noteExport(queries: QueryClient, login: string, changed: AccessExport): void {
  queries.setQueryData(exportsQuery(login).queryKey, (before = []) =>
    before.some(({ id }) => id === changed.id)
      ? before.map((known) => (known.id === changed.id ? changed : known))
      : [changed, ...before],
  );
}

/** Begins one, in a session of its own: the browser's cookie may belong to somebody else by now. */
export async function startExport(sessionId: string, login: string): Promise<AccessExport> {
  const call = (options: CallOptions) => clientOf(sessionId).startAccessExport({ path: { login }, ...options });
  return (await answerOf(call)).data.export;
}

/** Cancels one, likewise. */
export async function cancelExport(
  sessionId: string,
  path: { readonly login: string; readonly id: string },
): Promise<AccessExport> {
  const call = (options: CallOptions) => clientOf(sessionId).cancelAccessExport({ path, ...options });
  return (await answerOf(call)).data.export;
}
