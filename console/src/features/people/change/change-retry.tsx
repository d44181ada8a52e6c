import type { Job, PeopleChange } from '@orgdesk/client';
import { JobRetry } from '../../../components/jobs/job-retry.tsx';
import type { ChosenPerson } from './change-words.ts';

interface ChangeRetryProps {
  readonly login: string;
  readonly job: Job;
  readonly onRetry: (change: PeopleChange, people: readonly ChosenPerson[]) => void;
}

export function ChangeRetry({ login, job, onRetry }: ChangeRetryProps) {
  const { change } = job;
  if (change === null) return null;
  return (
    <JobRetry
      login={login}
      job={job}
      outcomes={['changed-since', 'refused', 'failed', 'cancelled']}
      verb="Retry"
      onRows={(rows) =>
        onRetry(
          change,
          // People without an ID cannot be changed.
          rows.flatMap(({ userId: id, login: person }) =>
            id === null || person === null ? [] : [{ id, login: person }],
          ),
        )
      }
    />
  );
}
