import '@primer/primitives/dist/css/primitives.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import '@primer/primitives/dist/css/functional/themes/dark.css';
import './base.css';
import './print.css';
import { BaseStyles } from '@primer/react';
import { ThemeProvider } from '@primer/react/next';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isStillSignedIn } from '../features/account/get-session.ts';
import { keepRereading } from '../lib/reading/query-client.ts';

interface ProvidersProps {
  readonly client: QueryClient;
  readonly children: ReactNode;
}

/** Checks the session before data is refetched, so that an ended session does not show as a refused request. */
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
