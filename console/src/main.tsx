import '@primer/primitives/dist/css/primitives.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import '@primer/primitives/dist/css/functional/themes/dark.css';
import './app/base.css';
import './app/print.css';
import { BaseStyles } from '@primer/react';
import { ThemeProvider } from '@primer/react/next';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleRouter } from './app/router.ts';
import { readAboutAhead } from './features/about/about.tsx';
import { endSession, isStillSignedIn, readSessionAhead } from './features/account/get-session.ts';
import { hasStatus } from './lib/reading/http-client.ts';
import { createQueryClient, keepRereading } from './lib/reading/query-client.ts';
import { atLeastSoon } from './lib/soon.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const client = createConsoleClient();
const isRead = readForEveryPage(client);
const router = createConsoleRouter(client);

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        {/* A function leaves scrolling to `PageArrival` and stores nothing. */}
        <RouterProvider router={router} scrollRestoration={() => false} />
      </Providers>
    </StrictMode>,
  );

// Prevents a first render without the page.
void Promise.all([router.load(), atLeastSoon(isRead)]).then(show, show);

/** Any 401 answer ends the session for the whole page. */
function createConsoleClient(): QueryClient {
  return createQueryClient({
    onFailure: (thrown, from) => {
      if (hasStatus(thrown, 401)) endSession(from);
    },
  });
}

/** Prefetches the session and the service's description; never rejects. */
async function readForEveryPage(client: QueryClient): Promise<void> {
  await Promise.all([readSessionAhead(client), readAboutAhead(client)]);
}

interface ProvidersProps {
  readonly client: QueryClient;
  readonly children: ReactNode;
}

/** Checks the session before data is refetched, so that an ended session does not show as a refused request. */
function Providers({ client, children }: ProvidersProps) {
  useEffect(() => keepRereading(client, () => isStillSignedIn(client)), [client]);

  return (
    <ThemeProvider colorMode="auto" contextOnly>
      <BaseStyles>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </BaseStyles>
    </ThemeProvider>
  );
}
