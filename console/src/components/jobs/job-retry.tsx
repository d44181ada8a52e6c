import type { Job, JobRow, RowOutcome } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMutation } from '@tanstack/react-query';
import { formatCount } from '../../lib/words/reader-locale.ts';
import { FailureNotice } from '../messages/failure-notice.tsx';
import { allRows, countOf, isOver } from './get-jobs.ts';

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
