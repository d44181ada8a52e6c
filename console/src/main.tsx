import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleClient, readForEveryPage } from './app/console-client.ts';
import { Providers } from './app/providers.tsx';
import { createConsoleRouter } from './app/router.ts';
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
