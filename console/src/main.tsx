import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startConsoleClient } from './app/console-client.ts';
import { Providers } from './app/providers.tsx';
import { createConsoleRouter } from './app/router.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const client = startConsoleClient();
const router = createConsoleRouter(client);

createRoot(root).render(
  <StrictMode>
    <Providers client={client}>
      {/* Said here and not at the start: so the router leaves scrolling to the frame, and keeps nothing in the tab. */}
      <RouterProvider router={router} scrollRestoration={() => false} />
    </Providers>
  </StrictMode>,
);
