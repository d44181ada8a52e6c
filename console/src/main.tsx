import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { startConsoleClient } from './app/console-client.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Providers } from './app/providers.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const client = startConsoleClient(window.location.pathname);

createRoot(root).render(
  <StrictMode>
    <Providers client={client}>
      <ErrorBoundary>
        <Console />
      </ErrorBoundary>
    </Providers>
  </StrictMode>,
);
