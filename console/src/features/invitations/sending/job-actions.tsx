import type { InvitationJob } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../../components/messages/question-dialog.tsx';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { counted } from '../../../lib/words/reader-locale.ts';
import { changeJob, type JobAction } from './change-job.ts';
import { isOver, jobsQuery, updateCachedJob } from './get-jobs.ts';
import { jobVerb, type StopReason } from './job-words.ts';

/** The runner's token cannot continue the job. */
const NEEDS_OTHER_TOKEN: ReadonlySet<StopReason> = new Set(['token-rejected', 'session-ended', 'rights-lost']);

interface JobActionsProps {
  readonly login: string;
  readonly job: InvitationJob;
  /** Receives the focus when the pressed button disappears. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Actions for an unfinished job. Irreversible ones are confirmed. */
export function JobActions({ login, job, heading, children }: JobActionsProps) {
  const { id: sessionId, user } = useSignedIn();
  const queries = useQueryClient();
  const [actionToConfirm, setActionToConfirm] = useState<'cancel' | 'take-over' | null>(null);
  const [pendingAction, setPendingAction] = useState<JobAction | null>(null);
  const [failed, setFailed] = useState<{ readonly change: JobAction; readonly thrown: unknown } | null>(null);
  const isPressed = useRef<boolean>(false);
  const hasFocus = useRef<boolean>(false);
  const isOwn = job.runBy === user.login;
  const main = mainChange(job);
  const isLeft = isOver(job) || job.state === 'cancelling';
  const goesOnByItself = typeof job.stop?.until === 'string';
  const { state } = job;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the state that takes a button away.
  useEffect(() => {
    // The button also disappears when the job ends.
    if ((isPressed.current || hasFocus.current) && document.activeElement === document.body) heading.current?.focus();
    isPressed.current = false;
  }, [state, heading]);

  const noteFocus = {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
  const change = async (action: JobAction) => {
    isPressed.current = true;
    setFailed(null);
    setPendingAction(action);
    try {
      updateCachedJob(queries, login, await changeJob(sessionId, action, { login, id: job.id }));
    } catch (thrown) {
      setFailed({ change: action, thrown });
      void queries.invalidateQueries(jobsQuery(login));
    } finally {
      setPendingAction(null);
    }
  };
  const press = (action: JobAction) => {
    if (action === 'cancel' || (action === 'take-over' && !isOwn)) setActionToConfirm(action);
    else void change(action);
  };
  const wordsOfMain =
    main === 'take-over' && isOwn
      ? 'Resume with your sign-in'
      : { pause: 'Pause', resume: 'Resume', 'take-over': 'Take over' }[main];
  const mayTakeOver = !isOwn && main === 'resume';

  return (
    <>
      {failed !== null && (
        <FailureNotice
          title="Couldn’t update the batch"
          failure={failed.thrown}
          onRetry={() => void change(failed.change)}
          isRetrying={pendingAction !== null}
        />
      )}
      <div className="job-actions">
        {!isLeft && (
          <>
            <Button
              // Waiting is better if the job continues by itself.
              variant={main === 'pause' || goesOnByItself ? 'default' : 'primary'}
              inactive={pendingAction !== null}
              {...noteFocus}
              onClick={() => press(main)}
            >
              {wordsOfMain}
            </Button>
            {mayTakeOver && (
              <Button inactive={pendingAction !== null} {...noteFocus} onClick={() => press('take-over')}>
                Take over
              </Button>
            )}
            <Button variant="danger" inactive={pendingAction !== null} {...noteFocus} onClick={() => press('cancel')}>
              Cancel
            </Button>
          </>
        )}
        <span className="job-actions-beside">{children}</span>
      </div>
      {actionToConfirm === 'cancel' && (
        <QuestionDialog
          title={
            job.addsPeople
              ? `Stop adding the remaining ${counted(job.counts.ready, 'person', 'people')}?`
              : `Cancel the remaining ${counted(job.counts.ready, 'invitation', 'invitations')}?`
          }
          yes="Cancel remaining"
          no="Keep sending"
          tone="danger"
          onAnswer={(isYes) => {
            setActionToConfirm(null);
            if (isYes) void change('cancel');
          }}
        >
          {job.addsPeople ? 'People already added stay.' : 'Invitations already sent stay valid.'} You can edit and
          resend the rest later.
        </QuestionDialog>
      )}
      {actionToConfirm === 'take-over' && (
        <QuestionDialog
          title="Take over this batch?"
          yes="Take over"
          no="Cancel"
          tone="primary"
          onAnswer={(isYes) => {
            setActionToConfirm(null);
            if (isYes) void change('take-over');
          }}
        >
          The remaining people will be {jobVerb(job)} by you ({user.login}) instead of {job.runBy}.
        </QuestionDialog>
      )}
    </>
  );
}

function mainChange({ state, stop }: InvitationJob): 'pause' | 'resume' | 'take-over' {
  if (stop !== null && NEEDS_OTHER_TOKEN.has(stop.reason)) return 'take-over';
  return state === 'paused' || state === 'stopped' ? 'resume' : 'pause';
}
