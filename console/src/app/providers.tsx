import '@primer/primitives/dist/css/primitives.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import '@primer/primitives/dist/css/functional/themes/dark.css';
import './base.css';
import { BaseStyles } from '@primer/react';
import { ThemeProvider } from '@primer/react/next';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isStillSignedIn } from '../features/account/get-session.ts';
import { keepRereading } from '../lib/reading/query-client.ts';

interface ProvidersProps {
  /** The answers of the service that are kept. */
  readonly client: QueryClient;
  readonly children: ReactNode;
}

/**
 * What every part of the console relies on: the system's light or dark colors (also on the element
 * `html`, see index.html, so that nothing flashes before this runs) and the kept answers of the
 * service. So that a session that ended is seldom found out by a refused request, it is looked at before answers are
 * read again.
 */
export function Providers({ client, children }: ProvidersProps) {
  useEffect(() => keepRereading(client, () => isStillSignedIn(client)), [client]);

  return (
    <ThemeProvider colorMode="auto" contextOnly>
      <BaseStyles>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </BaseStyles>
    </ThemeProvider>
  );
}
