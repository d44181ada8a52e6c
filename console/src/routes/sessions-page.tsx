import type { QueryClient } from '@tanstack/react-query';
import { OwnSessionList, ownSessionsQuery } from '../features/account/own-session-list.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export const readAhead = (client: QueryClient): Promise<unknown> => client.prefetchQuery(ownSessionsQuery);

export function Page() {
  usePageTitle('Sessions');
  return <OwnSessionList />;
}
