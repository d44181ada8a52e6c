import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/http-client.ts';
import { personalKey } from '../../lib/query-client.ts';

/** What keeps the signed-in person from seeing all of an organization, asked of the code host at this moment. */
export const useAccess = (login: string) =>
  useQuery({
    queryKey: personalKey('access', login.toLowerCase()),
    queryFn: async ({ signal }) => {
      const { data } = await answerOf((options) => client.getOrganizationAccess({ path: { login }, ...options }), {
        signal,
      });
      return data.access;
    },
  });
