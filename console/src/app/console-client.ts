import type { QueryClient } from '@tanstack/react-query';
import { readAboutAhead } from '../features/about/get-about.ts';
import { endSession, readSessionAhead } from '../features/account/get-session.ts';
import { hasStatus } from '../lib/http-client.ts';
import { createQueryClient } from '../lib/query-client.ts';

/**
 * What the whole console reads with. Any answer 401 ends the session for the whole page. What every page
 * needs is asked for at once, so that it is there when the frame has been drawn.
 */
export function startConsoleClient(): QueryClient {
  const client = createQueryClient({
    onFailure: (thrown, from) => {
      if (hasStatus(thrown, 401)) endSession(from);
    },
  });
  readSessionAhead(client);
  readAboutAhead(client);
  return client;
}
