import '@primer/primitives/dist/css/primitives.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import '@primer/primitives/dist/css/functional/themes/dark.css';
import './base.css';
import { BaseStyles } from '@primer/react';
import { ThemeProvider } from '@primer/react/next';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { endSession, isStillSignedIn } from '../features/account/get-session.ts';
import { hasStatus } from '../lib/http-client.ts';
import { createQueryClient, keepRereading } from '../lib/query-client.ts';

interface ProvidersProps {
  readonly children: ReactNode;
}

/**
 * What every part of the console relies on: the system's light or dark colors (also on the element
 * `html`, see index.html, so that nothing flashes before this runs) and the kept answers of the
 * service. Any answer 401 ends the session for the whole page; so that a session that ended is seldom found out that
 * way, it is looked at before answers are read again.
 */
export function Providers({ children }: ProvidersProps) {
  const [client] = useState(() =>
    createQueryClient({
      onFailure: (thrown, from) => {
        if (hasStatus(thrown, 401)) endSession(from);
      },
    }),
  );
  useEffect(() => keepRereading(client, () => isStillSignedIn(client)), [client]);

  return (
    <ThemeProvider colorMode="auto" contextOnly>
      <BaseStyles>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </BaseStyles>
    </ThemeProvider>
  );
}
