import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../lib/reading/query-client.ts';

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
