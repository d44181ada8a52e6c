import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../../lib/reading/query-client.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: personalKey('own-sessions'),
  queryFn: async ({ signal }) =>
    (await answerOf((options) => client.listOwnSessions(options), { signal })).data.sessions,
  ...keptFresh,
});

/** Where the signed-in person is signed in. */
export const useOwnSessions = () => useQuery(ownSessionsQuery);

/** Ends the session with this ID, or all but the current one: null. The list is read again in any case. */
export const useEndSession = () =>
  useMutation({
    mutationFn: async (id: string | null) =>
      id === null
        ? (await answerOf(client.endOtherSessions)).data.ended
        : (await answerOf((options) => client.endOwnSession({ path: { id }, ...options }))).data.ended,
    onSettled: (_ended, _thrown, _id, _reads, { client }) =>
      client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
