import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';

/** What keeps the signed-in person from seeing all of an organization, asked of the code host at this moment. */
export const useAccess = (login: string) =>
  useQuery({
    queryKey: personalKey('access', login.toLowerCase()),
    queryFn: async ({ client: kept, signal }) => {
      const { data } = await answerOf((options) => client.getOrganizationAccess({ path: { login }, ...options }), {
        signal,
      });
      // The service remembers what the check saw of the App: what was read before may be out of date.
      void kept.invalidateQueries({
        queryKey: personalKey('organization'),
        predicate: ({ state }) => state.data !== undefined,
      });
      return data.access;
    },
  });
