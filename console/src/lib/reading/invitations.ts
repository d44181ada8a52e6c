import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

/** The service reads many pages from the code host. */
const ANSWER_LIMIT_MS = 60_000;

/** Not refetched automatically, because it may take many calls. */
export const invitationsQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('invitations', login),
    queryFn: async ({ signal }) => {
      const { data } = await answerOf((options) => client.listInvitations({ path: { login }, ...options }), {
        signal,
        limitMs: ANSWER_LIMIT_MS,
      });
      return data;
    },
  });

export const useInvitations = (login: string, mayRead: boolean) =>
  useQuery({ ...invitationsQuery(login), enabled: mayRead });
