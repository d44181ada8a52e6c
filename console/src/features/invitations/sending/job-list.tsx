import type { InvitationJob } from '@orgdesk/client';
import { PaperAirplaneIcon } from '@primer/octicons-react';
import { VisuallyHidden } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { OUTDATED_LIST } from '../../../lib/words/failure-words.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { isOver, jobsQuery } from './get-jobs.ts';
import { JobPanel } from './job-panel.tsx';

const SKELETON_ROWS = 3;

interface JobListProps {
  readonly login: string;
  readonly organization: string;
  readonly mayRead: boolean;
}

/** Lists unfinished jobs first, in queue order. Older finished ones are collapsed. */
export function JobList({ login, organization, mayRead }: JobListProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const reading = useQuery({ ...jobsQuery(login), enabled: mayRead });
  const jobs = reading.data;
  const { shown, folded } = useSplit(jobs ?? []);
  return (
    <section className="jobs" aria-labelledby={id}>
      <SectionHeading
        id={id}
        heading={heading}
        title={
          <>
            Batches
            <VisuallyHidden> for {organization}</VisuallyHidden>
          </>
        }
      />
      {mayRead && (
        <ReadState
          reading={reading}
          failed="Couldn’t load batches"
          outdated={OUTDATED_LIST}
          focus={heading}
          loading="Loading batches"
          rows={SKELETON_ROWS}
        />
      )}
      {jobs?.length === 0 && (
        <EmptyState
          icon={PaperAirplaneIcon}
          title="No batches yet"
          actions={
            <PageLinkButton to="/organizations/$login/invitations/invite" params={{ login }}>
              Invite people to {organization}
            </PageLinkButton>
          }
        >
          Invitations appear here while they’re sent, and for a few weeks after.
        </EmptyState>
      )}
      {shown.map((job) => (
        <JobPanel key={job.id} login={login} job={job} />
      ))}
      {folded.length > 0 && (
        <details className="jobs-earlier">
          <summary>Earlier ({formatCount(folded.length)})</summary>
          <div className="jobs">
            {folded.map((job) => (
              <JobPanel key={job.id} login={login} job={job} isFolded />
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

/** Keeps the position of jobs that end while shown. */
function useSplit(jobs: readonly InvitationJob[]) {
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const fresh = jobs.filter((job, index) => (index === 0 || !isOver(job)) && !watched.has(job.id));
  if (fresh.length > 0) setWatched(new Set([...watched, ...fresh.map(({ id }) => id)]));
  const isShown = ({ id }: InvitationJob) => watched.has(id);
  const open = jobs.filter((job) => isShown(job) && !isOver(job)).toReversed();
  return {
    shown: [...open, ...jobs.filter((job) => isShown(job) && isOver(job))],
    folded: jobs.filter((job) => !isShown(job)),
  };
}
