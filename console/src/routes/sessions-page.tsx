import type { QueryClient } from '@tanstack/react-query';
import { ownSessionsQuery } from '../features/account/sessions/get-own-sessions.ts';
import { OwnSessionList } from '../features/account/sessions/own-session-list.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export const readAhead = (client: QueryClient): Promise<unknown> => client.prefetchQuery(ownSessionsQuery);

export function Page() {
  usePageTitle('Sessions');
  return <OwnSessionList />;
}
