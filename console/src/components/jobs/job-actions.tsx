import type { Job, JobRow, RowOutcome } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/reader-locale.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { ContinueTick } from '../app-work/continue-tick.tsx';
import { SignInStep } from '../app-work/sign-in-step.tsx';
import { useContinuing } from '../app-work/use-continuing.ts';
import { QuestionDialog } from '../messages/dialog-frame.tsx';
import { FailureNotice } from '../messages/failure-notice.tsx';
import { changeJob, type JobAction } from './change-job.ts';
import { allRows, countOf, isOver, jobsQuery, updateCachedJob } from './get-jobs.ts';
import type { JobKindTexts } from './job-kind.ts';
import { continuedThroughApp, needsTakeOver } from './job-reasons.ts';

interface JobActionsProps {
  readonly login: string;
  readonly job: Job;
  readonly texts: JobKindTexts;
  readonly heading: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function JobActions({ login, job, texts, heading, children }: JobActionsProps) {
  const { id: sessionId, user } = useSignedIn();
  const queries = useQueryClient();
  const [question, setQuestion] = useState<'cancel' | 'take-over' | null>(null);
  const hadFocus = useRef<boolean>(false);
  const isOwn = job.runBy === user.login;
  const main = mainAction(job);
  // The App does not make exports.
  const isResumed = (main === 'resume' || main === 'take-over') && job.kind !== 'access-export';
  const continuing = useContinuing([{ login }], isResumed);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (action: JobAction) => changeJob(sessionId, action, { login, id: job.id }, continuing.approval),
    onSuccess(changed) {
      updateCachedJob(queries, login, changed);
      continuing.choose(false);
    },
    onError: () => queries.invalidateQueries(jobsQuery(login, job.kind)),
  });
  const { state } = job;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the state that takes a button away.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) heading.current?.focus();
  }, [state, heading]);

  const press = (action: JobAction) => {
    if (isPending) return;
    hadFocus.current = true;
    // Whoever approves that a job continues runs it from then on.
    if (action === 'cancel') setQuestion(action);
    else if (!isOwn && (action === 'take-over' || continuing.isChosen)) setQuestion('take-over');
    else mutate(action);
  };
  const answer = (action: JobAction) => (isYes: boolean) => {
    setQuestion(null);
    if (isYes) mutate(action);
  };
  const button = (action: JobAction, text: string, variant: 'default' | 'primary' | 'danger' = 'default') => (
    <Button variant={variant} inactive={isPending} onClick={() => press(action)}>
      {text}
    </Button>
  );
  const cancelling = texts.cancel(job);
  return (
    <>
      {error !== null && variables !== undefined && (
        <FailureNotice
          title={`Couldn’t update the ${texts.noun.one}`}
          failure={error}
          onRetry={() => mutate(variables)}
          isRetrying={isPending}
        >
          <SignInStep failure={error} wasApproved={isResumed && continuing.isChosen} />
        </FailureNotice>
      )}
      {isResumed && (continuedThroughApp(job) || continuing.isPossible) && <ContinueTick continuing={continuing} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes the focus of its buttons. */}
      <div
        className="job-actions"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={() => {
          hadFocus.current = false;
        }}
      >
        {main !== null &&
          button(
            main,
            main === 'take-over' && isOwn ? 'Resume with your sign-in' : ACTION_NAMES[main],
            // Waiting is better if the job continues by itself.
            main === 'pause' || state === 'limited' ? 'default' : 'primary',
          )}
        {main === 'resume' && !isOwn && button('take-over', ACTION_NAMES['take-over'])}
        {main !== null && !isOver(job) && button('cancel', 'Cancel…', 'danger')}
        <span className="job-actions-beside">{children}</span>
      </div>
      {question === 'cancel' && (
        <QuestionDialog {...cancelling} tone="danger" onAnswer={answer('cancel')}>
          {cancelling.text}
        </QuestionDialog>
      )}
      {question === 'take-over' && (
        <QuestionDialog
          title={`Take over this ${texts.noun.one}?`}
          yes="Take over"
          no="Cancel"
          tone="primary"
          onAnswer={answer('take-over')}
        >
          {texts.takeOver(job)} by you ({user.login}) instead of {job.runBy}.
        </QuestionDialog>
      )}
    </>
  );
}

const ACTION_NAMES = { pause: 'Pause', resume: 'Resume', 'take-over': 'Take over' } as const;

/** Null if nothing can be changed. */
function mainAction(job: Job): keyof typeof ACTION_NAMES | null {
  switch (job.state) {
    case 'queued':
    case 'running':
      return 'pause';
    case 'paused':
    case 'limited':
      return 'resume';
    case 'failed':
      return needsTakeOver(job.reason) ? 'take-over' : 'resume';
    case 'done':
    case 'cancelled':
      return null;
  }
}

interface JobRetryProps {
  readonly login: string;
  readonly job: Job;
  readonly outcomes: readonly RowOutcome[];
  readonly verb: string;
  readonly onRows: (rows: readonly JobRow[]) => unknown;
}

/** Renders nothing unless the job has ended with such outcomes. */
export function JobRetry({ login, job, outcomes, verb, onRows }: JobRetryProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => onRows(await allRows({ login, id: job.id }, outcomes)),
  });
  const count = countOf(job, ...outcomes);
  if (!isOver(job) || count === 0) return null;
  return (
    <>
      <Button inactive={isPending} onClick={() => !isPending && mutate()}>
        {verb} {formatCount(count)}
      </Button>
      {error !== null && (
        <FailureNotice
          title="Couldn’t load these people"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
      )}
    </>
  );
}
