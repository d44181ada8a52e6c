import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';

/** Reads from the code host what limits the person's access. */
export const useAccess = (login: string) =>
  useQuery({
    queryKey: personalKey('access', login.toLowerCase()),
    queryFn: async ({ client: kept, signal }) => {
      const { data } = await answerOf((options) => client.getOrganizationAccess({ path: { login }, ...options }), {
        signal,
      });
      // The check may have changed what the service stores about the App.
      void kept.invalidateQueries({
        queryKey: personalKey('organization'),
        predicate: ({ state }) => state.data !== undefined,
      });
      return data.access;
    },
  });

/** Repeats the check, then refetches data that it may have changed. */
export function useCheckAgain(): () => void {
  const client = useQueryClient();
  return () => void checkAgain(client);
}

async function checkAgain(client: QueryClient): Promise<void> {
  await client.refetchQueries({ queryKey: personalKey('access'), type: 'active' });
  // The person is signing out.
  if (client.isMutating() > 0) return;
  await client.invalidateQueries({
    queryKey: personalKey(),
    // Failed queries would disappear while they are refetched.
    predicate: ({ queryKey, state }) => queryKey[1] !== 'access' && state.data !== undefined,
  });
}
