import type { PeopleChange, PreviewPeopleAnswer } from '@orgdesk/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { batchesOf } from '../../../lib/moments/batches.ts';
import { answerOf, clientOf, HttpFailure, hasStatus, retryAtOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import {
  answeredRun,
  type ChangeRun,
  endedRun,
  settledRun,
  startedRun,
  willingPeople,
  withResult,
} from './change-run.ts';

/** The service makes several code host calls for each of up to 50 people. */
const ANSWER_LIMIT_MS = 120_000;
const LEAVE_QUESTION =
  'People are being changed. When you leave this page, no more are changed than those under way. Leave it?';

export type ChangeStep =
  | { readonly name: 'choosing' }
  | { readonly name: 'looking'; readonly done: number; readonly total: number }
  | { readonly name: 'not-looked'; readonly failure: unknown; readonly logins: readonly string[] }
  | { readonly name: 'preview'; readonly previews: readonly PreviewPeopleAnswer[] }
  | { readonly name: 'run' };

/**
 * Previews and makes a change in one session, 50 people per request. Nothing is sent twice: unanswered requests count
 * as not confirmed, and a retry needs a new preview.
 */
export function useChange(organization: string) {
  const { id: sessionId } = useSignedIn();
  const [step, setStep] = useState<ChangeStep>({ name: 'choosing' });
  const [run, setRun] = useState<ChangeRun | null>(null);
  const [change, setChange] = useState<PeopleChange | null>(null);
  // The latest state, readable between renders.
  const latest = useRef<ChangeRun | null>(null);
  const left = useRef<AbortController>(null);
  const isSending = useRef<boolean>(false);
  const path = { login: organization };

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  const note = (next: ChangeRun) => {
    latest.current = next;
    if (left.current?.signal.aborted !== true) setRun(next);
  };

  const isUnderWay = run?.state === 'sending' || run?.state === 'stopping';
  const { history } = useRouter();
  useEffect(() => {
    if (!isUnderWay) return;
    // The browser itself confirms closing or reloading.
    return history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && !window.confirm(LEAVE_QUESTION),
    });
  }, [isUnderWay, history]);

  const look = async (wanted: PeopleChange, logins: readonly string[]) => {
    const signal = left.current?.signal;
    setChange(wanted);
    const previews: PreviewPeopleAnswer[] = [];
    let done = 0;
    try {
      for (const batch of batchesOf(logins)) {
        setStep({ name: 'looking', done, total: logins.length });
        const sent = { path, body: { change: wanted, logins: [...batch] } };
        const { data } = await answerOf((options) => clientOf(sessionId).previewPeopleChange({ ...sent, ...options }), {
          ...(signal === undefined ? {} : { signal }),
          limitMs: ANSWER_LIMIT_MS,
        });
        previews.push(data);
        done += batch.length;
      }
      if (latest.current !== null) note(settledRun(latest.current, previews));
      setStep({ name: 'preview', previews });
    } catch (failure) {
      if (signal?.aborted !== true) setStep({ name: 'not-looked', failure, logins });
    }
  };

  const send = async (previews: readonly PreviewPeopleAnswer[], confirmation: string | null) => {
    // A second press can arrive before the button disappears.
    if (isSending.current) return;
    isSending.current = true;
    const pieces = previews.filter((preview) => willingPeople(preview).length > 0);
    let current = startedRun(latest.current, pieces);
    note(current);
    setStep({ name: 'run' });
    for (const [place, piece] of pieces.entries()) {
      if (latest.current?.state !== 'sending' || left.current?.signal.aborted === true) {
        current = withResult({ ...current, state: 'stopped' }, pieces.slice(place), 'not-tried', null);
        break;
      }
      const body = { preview: piece.preview, ...(confirmation === null ? {} : { confirmation }) };
      try {
        const { data } = await answerOf((options) => clientOf(sessionId).changePeople({ path, body, ...options }), {
          limitMs: ANSWER_LIMIT_MS,
        });
        current = answeredRun(current, piece, data, new Date());
      } catch (thrown) {
        current = brokenOff(current, piece, thrown);
      }
      if (current.state !== 'sending') {
        current = withResult(current, pieces.slice(place + 1), 'not-tried', null);
        break;
      }
      // The person may have stopped it meanwhile.
      note({ ...current, state: latest.current?.state ?? 'sending' });
    }
    isSending.current = false;
    note(endedRun(current));
  };

  return {
    step,
    run,
    /** Null until chosen. */
    change,
    look: (wanted: PeopleChange, logins: readonly string[]) => void look(wanted, logins),
    send: (previews: readonly PreviewPeopleAnswer[], confirmation: string | null) => void send(previews, confirmation),
    /** Stops after the current request. */
    stop: () => {
      if (latest.current?.state === 'sending') note({ ...latest.current, state: 'stopping' });
    },
    showRun: () => setStep({ name: 'run' }),
  };
}

/** Handles a failed request. A refusal means that nothing changed. */
function brokenOff(run: ChangeRun, piece: PreviewPeopleAnswer, thrown: unknown): ChangeRun {
  const sentence = thrown instanceof HttpFailure ? thrown.message : 'The answer could not be understood.';
  const isRefused = thrown instanceof HttpFailure && thrown.status !== null && thrown.status < 500;
  const stopped: ChangeRun = {
    ...run,
    state: hasStatus(thrown, 401) ? 'signed-out' : 'stopped',
    sentence,
    notBefore: retryAtOf(thrown),
  };
  return withResult(stopped, [piece], isRefused ? 'not-tried' : 'not-confirmed', null);
}
