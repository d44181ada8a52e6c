import type { SessionView } from '@orgdesk/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { batchesOf } from '../../../lib/batches.ts';
import { hasStatus, isRefusal, retryAtOf } from '../../../lib/reading/http-client.ts';
import { readFromTab, removeFromTab, storeInTab } from '../../../lib/storage.ts';

/**
 * `stopped`: by the person or because the rest would fail too. `rejected`: token refused, session valid. `signed-out`:
 * session ended. `failed`: a request failed.
 */
type RunState = 'idle' | 'sending' | 'stopping' | 'finished' | 'stopped' | 'rejected' | 'signed-out' | 'failed';
type EndState = Exclude<RunState, 'idle' | 'sending' | 'stopping'>;

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

interface RunKind<Item, Sent extends Run<Item, unknown>> {
  /** Session storage key. */
  readonly key: string;
  readonly idle: Sent;
  readonly parse: (kept: unknown) => Sent | null;
  /** Items per request. */
  readonly size: number;
  readonly send: (batch: readonly Item[], sessionId: string, run: Sent) => Promise<(run: Sent) => Sent>;
  readonly leaveQuestion: string;
  readonly onEnd?: () => void;
}

/**
 * Sends items in consecutive requests. Stores progress in this tab, to continue after a reload or new sign-in.
 */
export function useRun<Item, Sent extends Run<Item, unknown>>(
  { key, idle, parse, size, send: sendBatch, leaveQuestion, onEnd }: RunKind<Item, Sent>,
  { id: sessionId }: SessionView,
) {
  const [run, setRun] = useState<Sent>(() => parse(readFromTab(key)) ?? idle);
  const latest = useRef(run);
  const isLeft = useRef<boolean>(false);
  const latestSessionId = useRef(sessionId);

  const change = (next: Sent) => {
    latest.current = next;
    // After sign-out, a late answer must not restore data.
    if (!isLeft.current || readFromTab(key) !== null) {
      if (next.results.length + next.waiting.length > 0) storeInTab(key, next);
      else removeFromTab(key);
    }
    if (!isLeft.current) setRun(next);
  };

  useEffect(() => {
    // The person may sign in again during the run.
    latestSessionId.current = sessionId;
  }, [sessionId]);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const isSending = isRunning(run);
  const { history } = useRouter();
  useEffect(() => {
    if (!isSending) return;
    // The browser itself confirms closing or reloading.
    return history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && !window.confirm(leaveQuestion),
    });
  }, [isSending, history, leaveQuestion]);

  const sendAll = async (before: Sent, items: readonly Item[]) => {
    // A second press can arrive before the button disappears.
    if (isRunning(latest.current)) return;
    change(started(before, items));
    try {
      for (const batch of batchesOf(items, size)) {
        if (!isRunning(latest.current)) return;
        if (latest.current.state !== 'sending' || isLeft.current) return change(ended(latest.current, 'stopped'));
        const answered = await sendBatch(batch, latestSessionId.current, latest.current);
        change(answered(latest.current));
      }
      if (!isRunning(latest.current)) return;
      const { waiting, message } = latest.current;
      change(ended(latest.current, waiting.length === 0 ? 'finished' : 'stopped', message));
    } catch (thrown) {
      change(brokenOff(latest.current, thrown));
    }
  };

  return {
    run,
    /** `before` defaults to the current run. */
    send: (items: readonly Item[], before: Sent = latest.current) => void sendAll(before, items).finally(onEnd),
    /** Stops after the current request. */
    stop: () => {
      if (latest.current.state === 'sending') change({ ...latest.current, state: 'stopping' });
    },
    leaveOut: () => change(withoutWaiting(latest.current)),
    clear: () => change(idle),
  };
}

/** If the service refuses a request, it changed nothing. */
function brokenOff<Sent extends Run<unknown, unknown>>(run: Sent, thrown: unknown): Sent {
  const message = thrown instanceof Error ? thrown.message : null;
  if (hasStatus(thrown, 401)) return ended(run, 'signed-out', message);
  return ended(run, isRefusal(thrown) ? 'stopped' : 'failed', message, retryAtOf(thrown)?.getTime() ?? null);
}
