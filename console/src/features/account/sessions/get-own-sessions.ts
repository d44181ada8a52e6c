import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../../lib/reading/query-client.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: personalKey('own-sessions'),
  queryFn: async ({ signal }) =>
    (await answerOf((options) => client.listOwnSessions(options), { signal })).data.sessions,
  ...keptFresh,
});

export const useOwnSessions = () => useQuery(ownSessionsQuery);

/** Null ends all other sessions. The list is always refetched. */
export const useEndSession = () =>
  useMutation({
    mutationFn: async (id: string | null) =>
      id === null
        ? (await answerOf(client.endOtherSessions)).data.ended
        : (await answerOf((options) => client.endOwnSession({ path: { id }, ...options }))).data.ended,
    onSettled: (_ended, _thrown, _id, _reads, { client }) =>
      client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
