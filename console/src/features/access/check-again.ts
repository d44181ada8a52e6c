import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../lib/reading/query-client.ts';

/** Asks the code host again, then reads anew what the page shows: what was mended there appears where it was missing. */
export function useCheckAgain(): () => void {
  const client = useQueryClient();
  return () => void checkAgain(client);
}

async function checkAgain(client: QueryClient): Promise<void> {
  await client.refetchQueries({ queryKey: personalKey('access'), type: 'active' });
  // Given up, because the person signs out.
  if (client.isMutating() > 0) return;
  await client.invalidateQueries({
    queryKey: personalKey(),
    // What could not be read has a button of its own, and would leave the page while it is read again.
    predicate: ({ queryKey, state }) => queryKey[1] !== 'access' && state.data !== undefined,
  });
}
