import { focusManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpFailure, retryAtOf } from './http-client.ts';

const FRESH_MS = 30_000;
const REREAD_MS = 30_000;
/** As long as somebody may come back to a list, with all rows that were loaded. */
const KEPT_MS = 30 * 60_000;
const RETRIES = 1;
const RETRY_DELAY_MS = 500;
/** An outage that is said to last no longer is waited for; a longer one is shown. */
const OUTAGE_WAIT_MAX_MS = 2_500;
const PERSONAL = 'personal';

interface QueryClientSettings {
  /** Told about every failed read, after its last attempt. */
  readonly onFailure: (thrown: unknown, client: QueryClient) => void;
}

/**
 * For answers that others change while the page is open: they are read again twice a minute as long as the page is
 * visible, and at once when the person comes back to its window.
 */
export const keptFresh = {
  meta: { isKeptFresh: true },
  refetchOnWindowFocus: (query: RereadQuery) => (isHeldOff(query) ? false : ('always' as const)),
};

/** Reads answers for the page: each is fresh for half a minute, then read again when the window returns. */
export function createQueryClient({ onFailure }: QueryClientSettings): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (thrown) => onFailure(thrown, client) }),
    defaultOptions: {
      // "always": a browser that believes to be offline shows the failure instead of waiting silently.
      queries: {
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
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

/**
 * Lets the answers of a client be read again by themselves, each time after asking whether there is still somebody to
 * read them for. Gives back what ends that.
 */
export function keepRereading(client: QueryClient, mayReread: () => Promise<boolean>): () => void {
  const reread = async (read: () => void) => {
    // While somebody signs out, an answer would be a refusal.
    if (client.isMutating() === 0 && (await mayReread())) read();
  };
  focusManager.setEventListener((changed) =>
    watchWindow({
      onReturn: () => void reread(changed),
      onLeave: changed,
      onBeat: () => {
        const kept = { type: 'active', predicate: isKeptFresh } as const;
        if (client.getQueryCache().findAll(kept).length === 0) return;
        void reread(() => void client.refetchQueries(kept, { cancelRefetch: false }));
      },
    }),
  );
  return () => focusManager.setEventListener(() => undefined);
}

type RereadQuery = Pick<Query, 'state'>;

const isKeptFresh = (query: Query): boolean => query.meta?.isKeptFresh === true && !isHeldOff(query);

/** Whether the last answer said from when on asking again makes sense, and that is still to come. */
function isHeldOff({ state: { error } }: RereadQuery): boolean {
  const retryAt = retryAtOf(error);
  return retryAt !== null && retryAt.getTime() > Date.now();
}

interface WindowWatch {
  readonly onReturn: () => void;
  readonly onLeave: () => void;
  /** Called twice a minute while the page is visible. */
  readonly onBeat: () => void;
}

/** Coming back from another window beside this one changes the focus only, from another tab the visibility. */
function watchWindow({ onReturn, onLeave, onBeat }: WindowWatch): () => void {
  const isVisible = () => document.visibilityState !== 'hidden';
  const changed = () => (isVisible() ? onReturn() : onLeave());
  const beat = setInterval(() => isVisible() && onBeat(), REREAD_MS);
  window.addEventListener('visibilitychange', changed);
  window.addEventListener('focus', changed);
  return () => {
    clearInterval(beat);
    window.removeEventListener('visibilitychange', changed);
    window.removeEventListener('focus', changed);
  };
}

/** Key of an answer that belongs to the signed-in person, and is forgotten with the session. */
export const personalKey = (...parts: readonly string[]) => [PERSONAL, ...parts] as const;

/** Drops every answer kept under a `personalKey`. */
export const forgetPersonalAnswers = (client: QueryClient): void => client.removeQueries({ queryKey: [PERSONAL] });

/** Everything that is kept of an organization is read again: at once where it shows. */
export const rereadOrganization = (client: QueryClient, login: string): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [kind, ...parts] }) =>
      kind === PERSONAL && parts.some((part) => String(part).toLowerCase() === login.toLowerCase()),
  });

/** Reads that have to wait for something else. */
export interface StoppedReads {
  /** Lets reads begin again; those that were given up do so at once if they are wished to. */
  end(options: { readonly beginAgain: boolean }): void;
}

/** Gives up every read of an answer kept under a `personalKey`, and each that begins from now on. What was read stays. */
export function stopPersonalReads(client: QueryClient): StoppedReads {
  const stopped = new Set<Query>();
  const stop = (query: Query) => {
    stopped.add(query);
    void query.cancel({ revert: true });
  };
  const allow = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch' || event.query.queryKey[0] !== PERSONAL) return;
    // The read begins right after this: only then it can be given up.
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
