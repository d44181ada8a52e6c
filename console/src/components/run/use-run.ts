import type { SessionView } from '@orgdesk/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { batchesOf } from '../../lib/batches.ts';
import { hasStatus, isRefusal, retryAtOf } from '../../lib/reading/http-client.ts';
import { readFromTab, removeFromTab, storeInTab } from '../../lib/storage.ts';
import { ended, isRunning, type Run, started, withoutWaiting } from './run.ts';

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
