import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

/** Both lists have many pages at the code host. */
const ANSWER_LIMIT_MS = 60_000;

/** Not read again by itself as long as the page stays open: it may be many calls at the code host. */
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

/** The open and the failed invitations of an organization, with the state of reading them. */
export const useInvitations = (login: string, mayRead: boolean) =>
  useQuery({ ...invitationsQuery(login), enabled: mayRead });
