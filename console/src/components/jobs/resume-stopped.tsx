import type { Job } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { personalKey } from '../../lib/reading/query-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { ContinueTick } from '../app-work/continue-tick.tsx';
import { SignInStep } from '../app-work/sign-in-step.tsx';
import { useContinuing } from '../app-work/use-continuing.ts';
import { FailureNotice } from '../messages/failure-notice.tsx';
import { changeJob } from './change-job.ts';
import { continuedThroughApp } from './job-reasons.ts';
import './job-panel.css';

interface ResumeStoppedProps {
  readonly login: string;
  readonly job: Job;
  /** Names the job. */
  readonly label: string;
  /** Gets the focus when the job is no longer offered. */
  readonly heading: RefObject<HTMLElement | null>;
  /** Beside the button. */
  readonly children: ReactNode;
}

/** Continues the person's own stopped job with their sign-in. Asks again about a sign-out where the App did the job. */
export function ResumeStopped({ login, job, label, heading, children }: ResumeStoppedProps) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const asks = continuedThroughApp(job);
  const continuing = useContinuing([{ login }], asks);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeJob(sessionId, 'take-over', { login, id: job.id }, continuing.approval),
    onSuccess: () => heading.current?.focus(),
    onSettled: () => queries.invalidateQueries({ queryKey: personalKey('jobs', login) }),
  });
  const resume = () => {
    if (!isPending) mutate();
  };
  return (
    <>
      <span className="job-actions">
        <Button size="small" variant="primary" inactive={isPending} aria-label={label} onClick={resume}>
          {isPending ? 'Resuming…' : 'Resume'}
        </Button>
        {children}
      </span>
      {(asks || error !== null) && (
        <div className="job-beneath stack-8">
          {asks && <ContinueTick continuing={continuing} />}
          {error !== null && (
            <FailureNotice title="Couldn’t resume it" failure={error} onRetry={resume} isRetrying={isPending}>
              <SignInStep failure={error} wasApproved={continuing.isChosen} />
            </FailureNotice>
          )}
        </div>
      )}
    </>
  );
}
