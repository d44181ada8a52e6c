import type { QueryClient } from '@tanstack/react-query';
import { readAboutAhead } from '../features/about/get-about.ts';
import { endSession, readSessionAhead } from '../features/account/get-session.ts';
import { hasStatus } from '../lib/reading/http-client.ts';
import { createQueryClient } from '../lib/reading/query-client.ts';

/** Any 401 answer ends the session for the whole page. */
export function createConsoleClient(): QueryClient {
  return createQueryClient({
    onFailure: (thrown, from) => {
      if (hasStatus(thrown, 401)) endSession(from);
    },
  });
}

/** Prefetches the session and the service's description; never rejects. */
export async function readForEveryPage(client: QueryClient): Promise<void> {
  await Promise.all([readSessionAhead(client), readAboutAhead(client)]);
}
