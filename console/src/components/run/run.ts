/**
 * `stopped`: by the person or because the rest would fail too. `rejected`: token refused, session valid. `signed-out`:
 * session ended. `failed`: a request failed.
 */
export type RunState = 'idle' | 'sending' | 'stopping' | 'finished' | 'stopped' | 'rejected' | 'signed-out' | 'failed';
export type EndState = Exclude<RunState, 'idle' | 'sending' | 'stopping'>;

/** One action on many items, sent in consecutive requests. */
export interface Run<Item, Result> {
  readonly state: RunState;
  /** In sending order. */
  readonly results: readonly Result[];
  readonly waiting: readonly Item[];
  /** Item count when this sending started. */
  readonly total: number;
  /** Why the run stopped by itself; otherwise null. */
  readonly message: string | null;
  /** When the rest can be sent, in epoch milliseconds; null if unknown. */
  readonly notBefore: number | null;
}

type AnyRun = Run<unknown, unknown>;

export const IDLE: Run<never, never> = {
  state: 'idle',
  results: [],
  waiting: [],
  total: 0,
  message: null,
  notBefore: null,
};

export const isRunning = ({ state }: Pick<AnyRun, 'state'>): boolean => state === 'sending' || state === 'stopping';

/** Starts a run and keeps earlier results. */
export const started = <Item, Sent extends Run<Item, unknown>>(run: Sent, items: readonly Item[]): Sent => ({
  ...run,
  state: 'sending',
  waiting: items,
  total: items.length,
  message: null,
  notBefore: null,
});

export const ended = <Sent extends AnyRun>(
  run: Sent,
  state: EndState,
  message: string | null = null,
  notBefore: number | null = null,
): Sent => ({ ...run, state, message, notBefore });

/** Discards the waiting items. A run without results becomes idle. */
export const withoutWaiting = <Sent extends AnyRun>(run: Sent): Sent =>
  run.results.length === 0
    ? { ...run, ...IDLE }
    : ended({ ...run, total: run.total - run.waiting.length, waiting: [] }, 'finished');

interface Answered {
  readonly outcome: string;
  readonly reason: string | null;
}

/**
 * Returns the reason of one result that all remaining items would meet too, the most lasting one. The code host counts
 * as unreachable only if the last call failed.
 */
export function obstacleIn<Lasting extends string>(
  results: readonly (Answered | undefined)[],
  lasting: readonly Lasting[],
): Lasting | 'unreachable' | null {
  const met = new Set(results.map((result) => result?.reason));
  const last = results.at(-1);
  const isOut = last?.reason === 'unreachable' || last?.outcome === 'not-confirmed';
  return lasting.find((reason) => met.has(reason)) ?? (isOut ? 'unreachable' : null);
}

interface Halt {
  readonly obstacle: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
  readonly now: Date;
}

export const halted = <Sent extends AnyRun>(run: Sent, { obstacle, message, retryAfterSeconds, now }: Halt): Sent =>
  ended(
    run,
    obstacle === 'token-rejected' ? 'rejected' : 'stopped',
    message,
    retryAfterSeconds === null ? null : now.getTime() + retryAfterSeconds * 1000,
  );

/** In these states the last request may have been sent. */
const CUT_OFF: ReadonlySet<unknown> = new Set<RunState>(['sending', 'stopping', 'failed']);

interface KeptParts<Item, Result> {
  readonly parseItem: (kept: unknown) => Item | null;
  readonly parseResult: (kept: unknown) => Result | null;
}

/** Restores a stored run; returns null if invalid. An interrupted run has failed or stopped. */
export function parseKeptRun<Item, Result>(
  kept: unknown,
  { parseItem, parseResult }: KeptParts<Item, Result>,
): Run<Item, Result> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { state, results, waiting, total, message, notBefore }: Partial<Record<keyof AnyRun, unknown>> = kept;
  if (!Array.isArray(results) || !Array.isArray(waiting) || typeof total !== 'number') return null;
  const done = results.map(parseResult);
  const left = waiting.map(parseItem);
  if (!done.every((result) => result !== null) || !left.every((item) => item !== null)) return null;
  if (done.length + left.length === 0) return null;
  const isCutOff = left.length > 0 && CUT_OFF.has(state);
  const endState = isCutOff ? 'failed' : left.length > 0 ? 'stopped' : 'finished';
  const restored = { state: endState, results: done, waiting: left, total } as const;
  // Other reasons may be outdated.
  if (state !== 'stopped' || typeof message !== 'string') return { ...restored, message: null, notBefore: null };
  return { ...restored, message, notBefore: typeof notBefore === 'number' ? notBefore : null };
}
