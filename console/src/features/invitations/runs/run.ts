/**
 * `stopped`: by the person, or because the next ones would fare no better. `rejected`: the code host no longer takes the
 * person's token, though the session goes on. `signed-out`: the session has ended. `failed`: a request broke off.
 */
export type RunState = 'idle' | 'sending' | 'stopping' | 'finished' | 'stopped' | 'rejected' | 'signed-out' | 'failed';
export type EndState = Exclude<RunState, 'idle' | 'sending' | 'stopping'>;

/** Something done to many, in requests one after the other: what came of those that were sent, and who still waits. */
export interface Run<Item, Result> {
  readonly state: RunState;
  /** One for each, in the order of sending. */
  readonly results: readonly Result[];
  readonly waiting: readonly Item[];
  /** How many this sending had at its start. */
  readonly total: number;
  /** Why it failed or stopped by itself; null when it did not. */
  readonly sentence: string | null;
  /** From when on the others may be sent, in milliseconds since 1970 by the page's clock; null when that is not known. */
  readonly notBefore: number | null;
}

type AnyRun = Run<unknown, unknown>;

export const IDLE: Run<never, never> = {
  state: 'idle',
  results: [],
  waiting: [],
  total: 0,
  sentence: null,
  notBefore: null,
};

export const isUnderWay = ({ state }: Pick<AnyRun, 'state'>): boolean => state === 'sending' || state === 'stopping';

/** The run that sends these; results of earlier ones stay. */
export const started = <Item, Sent extends Run<Item, unknown>>(run: Sent, items: readonly Item[]): Sent => ({
  ...run,
  state: 'sending',
  waiting: items,
  total: items.length,
  sentence: null,
  notBefore: null,
});

export const ended = <Sent extends AnyRun>(
  run: Sent,
  state: EndState,
  sentence: string | null = null,
  notBefore: number | null = null,
): Sent => ({ ...run, state, sentence, notBefore });

/** The run without those who still wait: one that was never begun where nobody was sent. */
export const withoutWaiting = <Sent extends AnyRun>(run: Sent): Sent =>
  run.results.length === 0
    ? { ...run, ...IDLE }
    : ended({ ...run, total: run.total - run.waiting.length, waiting: [] }, 'finished');

/** The states of which it is not known whether the next ones were sent, once the page that sent them is gone. */
const CUT_OFF: ReadonlySet<unknown> = new Set<RunState>(['sending', 'stopping', 'failed']);

interface KeptParts<Item, Result> {
  /** Null when what was kept is none. */
  readonly parseItem: (kept: unknown) => Item | null;
  readonly parseResult: (kept: unknown) => Result | null;
}

/** A run that was kept, or null when what was kept is none. Whatever was under way has stopped or broken off. */
export function parseKeptRun<Item, Result>(
  kept: unknown,
  { parseItem, parseResult }: KeptParts<Item, Result>,
): Run<Item, Result> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { state, results, waiting, total, sentence, notBefore }: Partial<Record<keyof AnyRun, unknown>> = kept;
  if (!Array.isArray(results) || !Array.isArray(waiting) || typeof total !== 'number') return null;
  const done = results.map(parseResult);
  const left = waiting.map(parseItem);
  if (!done.every((result) => result !== null) || !left.every((item) => item !== null)) return null;
  if (done.length + left.length === 0) return null;
  const isCutOff = left.length > 0 && CUT_OFF.has(state);
  const endState = isCutOff ? 'failed' : left.length > 0 ? 'stopped' : 'finished';
  const known = { state: endState, results: done, waiting: left, total } as const;
  // Only why it stopped by itself holds: a session that ended is another one by now.
  if (state !== 'stopped' || typeof sentence !== 'string') return { ...known, sentence: null, notBefore: null };
  return { ...known, sentence, notBefore: typeof notBefore === 'number' ? notBefore : null };
}
