import type { PeopleChange, PreviewPeopleAnswer } from '@orgdesk/client';
import { CHANGED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useRun } from '../../../components/run/use-run.ts';
import { batchesOf } from '../../../lib/moments/batches.ts';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import {
  allWillingPeople,
  answeredRun,
  IDLE_RUN,
  type PeopleChangeRun,
  settledRun,
  willingPeople,
} from './change-run.ts';

/** The service makes several code host calls for each of up to `CHANGED_PEOPLE_MAX` people. */
const ANSWER_LIMIT_MS = 120_000;
const LEAVE_QUESTION = 'Changes are in progress. If you leave this page, the remaining people won’t be changed. Leave?';

export type ChangeStep =
  | { readonly name: 'choosing' }
  | { readonly name: 'loading-preview'; readonly done: number; readonly total: number }
  | { readonly name: 'preview-failed'; readonly failure: unknown; readonly logins: readonly string[] }
  | { readonly name: 'preview'; readonly previews: readonly PreviewPeopleAnswer[] }
  | { readonly name: 'run' };

/**
 * Previews and makes a change in one session, in batches. Nothing is sent twice: unanswered requests count
 * as not confirmed, and a retry needs a new preview.
 */
export function useChange(organization: string) {
  const session = useSignedIn();
  const [step, setStep] = useState<ChangeStep>({ name: 'choosing' });
  const [change, setChange] = useState<PeopleChange | null>(null);
  const confirmation = useRef<string | null>(null);
  const left = useRef<AbortController>(null);
  const path = { login: organization };

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  const running = useRun<PreviewPeopleAnswer, PeopleChangeRun>(
    {
      key: null,
      idle: IDLE_RUN,
      parse: () => null,
      size: 1,
      send: async ([preview], sessionId) => {
        if (preview === undefined) return (run) => run;
        const typed = confirmation.current === null ? {} : { confirmation: confirmation.current };
        const body = { preview: preview.preview, ...typed };
        const { data } = await answerOf((options) => clientOf(sessionId).changePeople({ path, body, ...options }), {
          limitMs: ANSWER_LIMIT_MS,
        });
        const now = new Date();
        return (run) => answeredRun(run, preview, data, now);
      },
      leaveQuestion: LEAVE_QUESTION,
    },
    session,
  );

  const loadPreview = async (requestedChange: PeopleChange, logins: readonly string[]) => {
    const signal = left.current?.signal;
    setChange(requestedChange);
    const previews: PreviewPeopleAnswer[] = [];
    let done = 0;
    try {
      for (const batch of batchesOf(logins, CHANGED_PEOPLE_MAX)) {
        setStep({ name: 'loading-preview', done, total: logins.length });
        const sent = { path, body: { change: requestedChange, logins: [...batch] } };
        const { data } = await answerOf(
          (options) => clientOf(session.id).previewPeopleChange({ ...sent, ...options }),
          {
            ...(signal === undefined ? {} : { signal }),
            limitMs: ANSWER_LIMIT_MS,
          },
        );
        previews.push(data);
        done += batch.length;
      }
      running.change((run) => settledRun(run, previews));
      setStep({ name: 'preview', previews });
    } catch (failure) {
      if (signal?.aborted !== true) setStep({ name: 'preview-failed', failure, logins });
    }
  };

  return {
    step,
    /** Idle until a change was sent. */
    run: running.run,
    /** Null until chosen. */
    change,
    loadPreview: (requestedChange: PeopleChange, logins: readonly string[]) =>
      void loadPreview(requestedChange, logins),
    send: (previews: readonly PreviewPeopleAnswer[], typed: string | null) => {
      confirmation.current = typed;
      const willing = previews.filter((preview) => willingPeople(preview).length > 0);
      running.send(willing, { ...running.run, people: allWillingPeople(willing).length });
      setStep({ name: 'run' });
    },
    stop: running.stop,
    showRun: () => setStep({ name: 'run' }),
  };
}
