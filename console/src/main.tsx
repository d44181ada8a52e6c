import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleClient, readForEveryPage } from './app/console-client.ts';
import { Providers } from './app/providers.tsx';
import { createConsoleRouter } from './app/router.ts';
import { atLeastSoon } from './lib/moments/soon.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const client = createConsoleClient();
const isRead = readForEveryPage(client);
const router = createConsoleRouter(client);

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        {/* Said here and not at the start: so the router leaves scrolling to the frame, and keeps nothing in the tab. */}
        <RouterProvider router={router} scrollRestoration={() => false} />
      </Providers>
    </StrictMode>,
  );

// Before anything is drawn the router knows the page: else everything would be drawn once without it.
void Promise.all([router.load(), atLeastSoon(isRead)]).then(show, show);
