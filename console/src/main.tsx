import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { startConsoleClient } from './app/console-client.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Providers } from './app/providers.tsx';
import { knownPath, pages } from './lib/paths.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const { pathname, search, hash } = window.location;
const isList = knownPath(pathname) === pages.organizations;
if (isList && pathname !== pages.organizations)
  window.history.replaceState(null, '', pages.organizations + search + hash);

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
