import type { QueryClient } from '@tanstack/react-query';
import { readAboutAhead } from '../features/about/get-about.ts';
import { endSession, readSessionAhead } from '../features/account/get-session.ts';
import { hasStatus } from '../lib/http-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { fetchOrganizationPageAhead } from './organization-page-soon.tsx';

/**
 * What the whole console reads with. Any answer 401 ends the session for the whole page. What the page at this
 * path needs in any case is asked for at once, so that it is there when the frame has been drawn.
 */
export function startConsoleClient(path: string): QueryClient {
  const client = createQueryClient({
    onFailure: (thrown, from) => {
      if (hasStatus(thrown, 401)) endSession(from);
    },
  });
  readSessionAhead(client);
  readAboutAhead(client);
  fetchOrganizationPageAhead(client, path);
  return client;
}
