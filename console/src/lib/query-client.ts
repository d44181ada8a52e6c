import { focusManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpFailure } from './http-client.ts';

const FRESH_MS = 30_000;
const REREAD_MS = 30_000;
const RETRIES = 1;
const RETRY_DELAY_MS = 500;
const PERSONAL = 'personal';

interface QueryClientSettings {
  /** Told about every failed read, after its last attempt. */
  readonly onFailure: (thrown: unknown, client: QueryClient) => void;
}

/**
 * For answers that others change while the page is open: they are read again twice a minute as long as the page is
 * visible, and at once when the person comes back to its window.
 */
export const keptFresh = { refetchInterval: REREAD_MS, refetchOnWindowFocus: 'always' } as const;

/** Reads answers for the page: each is fresh for half a minute and read again when the window returns. */
export function createQueryClient({ onFailure }: QueryClientSettings): QueryClient {
  focusManager.setEventListener(onReturn);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (thrown) => onFailure(thrown, client) }),
    defaultOptions: {
      // "always": a browser that believes to be offline shows the failure instead of waiting silently.
      queries: { staleTime: FRESH_MS, networkMode: 'always', retry: isWorthAnotherTry, retryDelay: RETRY_DELAY_MS },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Coming back from another window beside this one changes the focus only, from another tab the visibility. */
function onReturn(changed: () => void): () => void {
  window.addEventListener('visibilitychange', changed);
  window.addEventListener('focus', changed);
  return () => {
    window.removeEventListener('visibilitychange', changed);
    window.removeEventListener('focus', changed);
  };
}

/** Key of an answer that belongs to the signed-in person, and is forgotten with the session. */
export const personalKey = (...parts: readonly string[]) => [PERSONAL, ...parts] as const;

/** Drops every answer kept under a `personalKey`. */
export const forgetPersonalAnswers = (client: QueryClient): void => client.removeQueries({ queryKey: [PERSONAL] });

function isWorthAnotherTry(failures: number, thrown: unknown): boolean {
  if (failures >= RETRIES || !(thrown instanceof HttpFailure)) return false;
  return thrown.status === null || thrown.status >= 500;
}
