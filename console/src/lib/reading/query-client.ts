import { focusManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpFailure, retryAtOf } from './http-client.ts';

const FRESH_MS = 30_000;
const REREAD_MS = 30_000;
/** Long enough to return to a fully loaded list. */
const CACHE_MS = 30 * 60_000;
const RETRIES = 1;
const RETRY_DELAY_MS = 500;
/** Longer announced outages are shown without a retry. */
const OUTAGE_WAIT_MAX_MS = 2_500;
const PERSONAL = 'personal';

interface QueryClientSettings {
  readonly onFailure: (thrown: unknown, client: QueryClient) => void;
}

/** Refetched twice a minute while the page is visible. */
export const keptFresh = {
  meta: { isKeptFresh: true },
  refetchOnWindowFocus: (query: RereadQuery) => (isHeldOff(query) ? false : ('always' as const)),
};

/** Answers are fresh for 30 seconds and then refetched on window focus. */
export function createQueryClient({ onFailure }: QueryClientSettings): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (thrown) => onFailure(thrown, client) }),
    defaultOptions: {
      // Otherwise an offline browser would wait silently.
      queries: {
        staleTime: FRESH_MS,
        gcTime: CACHE_MS,
        networkMode: 'always',
        retry: isWorthAnotherTry,
        retryDelay: (_failures, thrown) => Math.max(RETRY_DELAY_MS, waitMsOf(thrown)),
        refetchOnWindowFocus: (query) => !isHeldOff(query),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Returns a function that stops refetching. */
export function keepRereading(client: QueryClient, mayReread: () => Promise<boolean>): () => void {
  const reread = async (read: () => void) => {
    // During sign-out a read would be refused.
    if (client.isMutating() === 0 && (await mayReread())) read();
  };
  focusManager.setEventListener((changed) =>
    watchWindow({
      onReturn: () => void reread(changed),
      onLeave: changed,
      onInterval: () => {
        const filters = { type: 'active', predicate: isKeptFresh } as const;
        if (client.getQueryCache().findAll(filters).length === 0) return;
        void reread(() => void client.refetchQueries(filters, { cancelRefetch: false }));
      },
    }),
  );
  return () => focusManager.setEventListener(() => undefined);
}

type RereadQuery = Pick<Query, 'state'>;

const isKeptFresh = (query: Query): boolean => query.meta?.isKeptFresh === true && !isHeldOff(query);

/** True until the retry time of the last answer. */
function isHeldOff({ state: { error } }: RereadQuery): boolean {
  const retryAt = retryAtOf(error);
  return retryAt !== null && retryAt.getTime() > Date.now();
}

interface WindowWatch {
  readonly onReturn: () => void;
  readonly onLeave: () => void;
  readonly onInterval: () => void;
}

/** Changing windows changes only the focus; changing tabs changes the visibility. */
function watchWindow({ onReturn, onLeave, onInterval: onBeat }: WindowWatch): () => void {
  const isVisible = () => document.visibilityState !== 'hidden';
  const changed = () => (isVisible() ? onReturn() : onLeave());
  const interval = setInterval(() => isVisible() && onBeat(), REREAD_MS);
  window.addEventListener('visibilitychange', changed);
  window.addEventListener('focus', changed);
  return () => {
    clearInterval(interval);
    window.removeEventListener('visibilitychange', changed);
    window.removeEventListener('focus', changed);
  };
}

/** Key of data that is removed when the session ends. */
export const personalKey = (...parts: readonly string[]) => [PERSONAL, ...parts] as const;

export const forgetPersonalAnswers = (client: QueryClient): void => client.removeQueries({ queryKey: [PERSONAL] });

export const rereadOrganization = (client: QueryClient, login: string): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [kind, ...parts] }) =>
      kind === PERSONAL && parts.some((part) => String(part).toLowerCase() === login.toLowerCase()),
  });

export interface StoppedReads {
  /** Allows reads again and, if `beginAgain`, restarts the cancelled ones. */
  end(options: { readonly beginAgain: boolean }): void;
}

/** Cancels all personal reads, including new ones until `end`. Cached data stays. */
export function stopPersonalReads(client: QueryClient): StoppedReads {
  const stopped = new Set<Query>();
  const stop = (query: Query) => {
    stopped.add(query);
    void query.cancel({ revert: true });
  };
  const allow = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch' || event.query.queryKey[0] !== PERSONAL) return;
    // The read can be cancelled only after it has started.
    queueMicrotask(() => stop(event.query));
  });
  for (const query of client.getQueryCache().findAll({ queryKey: [PERSONAL], fetchStatus: 'fetching' })) stop(query);
  return {
    end: ({ beginAgain }) => {
      allow();
      if (beginAgain) void client.refetchQueries({ predicate: (query) => stopped.has(query), type: 'active' });
    },
  };
}

function isWorthAnotherTry(failures: number, thrown: unknown): boolean {
  if (failures >= RETRIES || !(thrown instanceof HttpFailure)) return false;
  if (thrown.status !== null && thrown.status < 500) return false;
  return thrown.retryAt === null || (thrown.outage !== null && waitMsOf(thrown) <= OUTAGE_WAIT_MAX_MS);
}

const waitMsOf = (thrown: Error): number => Math.max(0, (retryAtOf(thrown)?.getTime() ?? 0) - Date.now());
