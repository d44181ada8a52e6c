import type { QueryClient } from '@tanstack/react-query';
import { readAboutAhead } from '../features/about/get-about.ts';
import { endSession, readSessionAhead } from '../features/account/get-session.ts';
import { hasStatus } from '../lib/reading/http-client.ts';
import { createQueryClient } from '../lib/reading/query-client.ts';

/** What the whole console reads with. Any answer 401 ends the session for the whole page. */
export function createConsoleClient(): QueryClient {
  return createQueryClient({
    onFailure: (thrown, from) => {
      if (hasStatus(thrown, 401)) endSession(from);
    },
  });
}

/** Asks at once for what every page needs. Done when that has been answered, or failed. */
export async function readForEveryPage(client: QueryClient): Promise<void> {
  await Promise.all([readSessionAhead(client), readAboutAhead(client)]);
}
