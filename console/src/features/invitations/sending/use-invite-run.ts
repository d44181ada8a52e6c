import type { SessionView } from '@orgdesk/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hasStatus } from '../../../lib/http-client.ts';
import { forgetKept, keepInTab, readKept } from '../../../lib/kept-in-tab.ts';
import { batchesOf } from './batches.ts';
import { invitePeople } from './invite-people.ts';
import { answered, ended, IDLE, type InviteRun, isUnderWay, parseRun, started, withoutWaiting } from './invite-run.ts';

const LEAVE_QUESTION =
  'Invitations are being sent. When you leave this page, no more are sent than those under way. Leave it?';

/**
 * Sends invitations in requests of fifty, one after the other, and keeps what came of them in this tab: after a reload,
 * a crash, or a new sign-in of the same person, what was done and who waits are there again. Leaving the page while
 * something is under way asks first.
 */
export function useInviteRun(organization: string, { id: sessionId, user: { id: userId } }: SessionView) {
  const key = `invitations.${userId}.${organization.toLowerCase()}`;
  const [run, setRun] = useState<InviteRun>(() => parseRun(readKept(key)) ?? IDLE);
  // What the loop and the end of the page see between two renderings.
  const latest = useRef(run);
  const isLeft = useRef<boolean>(false);
  const latestSessionId = useRef(sessionId);

  const change = (next: InviteRun) => {
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
        currentLocation.pathname !== nextLocation.pathname && !window.confirm(LEAVE_QUESTION),
    });
  }, [isSending, history]);

  const send = async (logins: readonly string[]) => {
    change(started(latest.current, logins));
    try {
      for (const batch of batchesOf(logins)) {
        if (!isUnderWay(latest.current)) return;
        if (latest.current.state !== 'sending' || isLeft.current) return change(ended(latest.current, 'stopped'));
        const answer = await invitePeople(latestSessionId.current, organization, batch);
        change(answered(latest.current, batch, answer, new Date()));
      }
      if (!isUnderWay(latest.current)) return;
      change(ended(latest.current, 'finished'));
    } catch (thrown) {
      const sentence = thrown instanceof Error ? thrown.message : null;
      change(ended(latest.current, hasStatus(thrown, 401) ? 'signed-out' : 'failed', sentence));
    }
  };

  return {
    run,
    send: (logins: readonly string[]) => void send(logins),
    /** Lets the request that is under way end, and sends no other. */
    stop: () => {
      if (latest.current.state === 'sending') change({ ...latest.current, state: 'stopping' });
    },
    /** Gives up those who still wait. */
    leaveOut: () => change(withoutWaiting(latest.current)),
    clear: () => change(IDLE),
  };
}
