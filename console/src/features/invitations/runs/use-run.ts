import type { SessionView } from '@orgdesk/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { forgetKept, keepInTab, readKept } from '../../../lib/keeping/kept-in-tab.ts';
import { batchesOf } from '../../../lib/moments/batches.ts';
import { hasStatus, retryAtOf } from '../../../lib/reading/http-client.ts';
import { ended, isUnderWay, type Run, started, withoutWaiting } from './run.ts';

/** What is done to many in a run. */
interface RunKind<Item, Sent extends Run<Item, unknown>> {
  /** Under which it is kept in this tab. */
  readonly key: string;
  /** The run before anything is sent. */
  readonly idle: Sent;
  /** A run that was kept, or null when what was kept is none. */
  readonly parse: (kept: unknown) => Sent | null;
  /** Sends fifty of them at most in a session, and gives back what the answer makes of the run. */
  readonly send: (batch: readonly Item[], sessionId: string, run: Sent) => Promise<(run: Sent) => Sent>;
  /** Asked when the page is to be left while something is under way. */
  readonly leaveQuestion: string;
  /** Told once nothing is under way any more. */
  readonly onEnd: () => void;
}

/**
 * Does something to many in requests of fifty, one after the other, and keeps what came of them in this tab: after a
 * reload, a crash, or a new sign-in of the same person, what was done and who waits are there again. Leaving the page
 * while something is under way asks first.
 */
export function useRun<Item, Sent extends Run<Item, unknown>>(
  { key, idle, parse, send: sendBatch, leaveQuestion, onEnd }: RunKind<Item, Sent>,
  { id: sessionId }: SessionView,
) {
  const [run, setRun] = useState<Sent>(() => parse(readKept(key)) ?? idle);
  // What the loop and the end of the page see between two renderings.
  const latest = useRef(run);
  const isLeft = useRef<boolean>(false);
  const latestSessionId = useRef(sessionId);

  const change = (next: Sent) => {
    latest.current = next;
    // Once the person has signed out, a late answer must not bring back what was forgotten.
    if (!isLeft.current || readKept(key) !== null) {
      if (next.results.length + next.waiting.length > 0) keepInTab(key, next);
      else forgetKept(key);
    }
    if (!isLeft.current) setRun(next);
  };

  useEffect(() => {
    // The same person may sign in again while something is under way.
    latestSessionId.current = sessionId;
  }, [sessionId]);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const isSending = isUnderWay(run);
  const { history } = useRouter();
  useEffect(() => {
    if (!isSending) return;
    // Where the page is closed or loaded again, the browser asks in its own words.
    return history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && !window.confirm(leaveQuestion),
    });
  }, [isSending, history, leaveQuestion]);

  const sendAll = async (before: Sent, items: readonly Item[]) => {
    change(started(before, items));
    try {
      for (const batch of batchesOf(items)) {
        if (!isUnderWay(latest.current)) return;
        if (latest.current.state !== 'sending' || isLeft.current) return change(ended(latest.current, 'stopped'));
        const answered = await sendBatch(batch, latestSessionId.current, latest.current);
        change(answered(latest.current));
      }
      if (!isUnderWay(latest.current)) return;
      const { waiting, sentence } = latest.current;
      change(ended(latest.current, waiting.length === 0 ? 'finished' : 'stopped', sentence));
    } catch (thrown) {
      change(brokenOff(latest.current, thrown));
    }
  };

  return {
    run,
    /** Sends these, as a part of the run that is given: by default the one there is. */
    send: (items: readonly Item[], before: Sent = latest.current) => void sendAll(before, items).finally(onEnd),
    /** Lets the request that is under way end, and sends no other. */
    stop: () => {
      if (latest.current.state === 'sending') change({ ...latest.current, state: 'stopping' });
    },
    /** Gives up those who still wait. */
    leaveOut: () => change(withoutWaiting(latest.current)),
    clear: () => change(idle),
  };
}

/** The run whose last request brought no answer. Where the service takes none for a while, nothing of it was done. */
function brokenOff<Sent extends Run<unknown, unknown>>(run: Sent, thrown: unknown): Sent {
  const sentence = thrown instanceof Error ? thrown.message : null;
  if (hasStatus(thrown, 401)) return ended(run, 'signed-out', sentence);
  if (hasStatus(thrown, 429)) return ended(run, 'stopped', sentence, retryAtOf(thrown)?.getTime() ?? null);
  return ended(run, 'failed', sentence);
}
