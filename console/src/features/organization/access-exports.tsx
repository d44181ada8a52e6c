import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { jobOf } from '../../components/jobs/change-job.ts';
import { headOf, jobsQuery, updateCachedJob } from '../../components/jobs/get-jobs.ts';
import type { JobKindTexts } from '../../components/jobs/job-kind.ts';
import { JobList } from '../../components/jobs/job-list.tsx';
import { useWatchedJobs } from '../../components/jobs/use-watched-jobs.ts';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { clientOf } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';

interface AccessExportsProps {
  readonly login: string;
  readonly organization: string;
}

export function AccessExports({ login, organization }: AccessExportsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const jobs = useWatchedJobs(login, EXPORTS.kind, { mayRead: true });
  const { mutate, isPending, error } = useMutation({
    // The browser's cookie may belong to another person by now.
    mutationFn: () => jobOf((options) => clientOf(sessionId).startAccessExport({ path: { login }, ...options })),
    // The pressed button disappears.
    onMutate: () => heading.current?.focus(),
    onSuccess: (job) => updateCachedJob(queries, login, job),
    onError: () => queries.invalidateQueries(jobsQuery(login, EXPORTS.kind)),
  });
  const startButton = (
    <Button variant="primary" inactive={isPending} onClick={() => !isPending && mutate()}>
      {isPending ? 'Starting…' : 'Start export'}
    </Button>
  );
  return (
    <JobList
      login={login}
      texts={EXPORTS}
      mayRead
      title="Export access list"
      link={
        <PageLink to="/organizations/$login/repositories" params={{ login }}>
          All repositories
        </PageLink>
      }
      heading={heading}
      empty={{
        icon: DownloadIcon,
        title: 'No exports yet',
        actions: startButton,
        children: 'Files are kept for 24 hours.',
      }}
    >
      <p className="job-hint">
        A CSV file of everyone with access to a repository of {organization} that the App covers, with their permission
        and what grants it. Runs in the background with your access. The file lists anything that couldn’t be read. The
        audit log shows that you started it.
      </p>
      {error !== null && (
        <FailureNotice
          title="Couldn’t start the export"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
      )}
      {jobs.length > 0 && headOf(jobs) === null && <div>{startButton}</div>}
    </JobList>
  );
}

export const EXPORTS: JobKindTexts = {
  kind: 'access-export',
  noun: { one: 'export', many: 'exports' },
  task: 'see who has access here',
  title: () => 'Access list',
  outcomes: () => ({}),
  progressLabel: 'Repositories exported',
  left: ({ progress: { done, total } }) =>
    total === null ? null : `${counted(total - done, 'repository', 'repositories')} not exported yet`,
  notDone: ({ file }) => (file === null || file.unseen === 0 ? null : `${formatCount(file.unseen)} not read`),
  running: '',
  paused: 'Nothing is read until an owner resumes the export.',
  cancel: ({ file }) => ({
    title: 'Cancel export?',
    text: file === null || file.rows === 0 ? 'Nothing was exported yet.' : 'The file keeps what was exported so far.',
    yes: 'Cancel export',
    no: 'Keep running',
  }),
  takeOver: () => 'The remaining repositories will be exported',
};
