import type { Job } from '@orgdesk/client';
import { Label } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { OUTDATED_LIST } from '../../lib/failure-texts.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { ReadState } from '../list/read-state.tsx';
import { Nothing } from '../messages/nothing.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { headOf, isLinkedJob, isOver, jobsQuery } from './get-jobs.ts';
import type { JobKindTexts } from './job-kind.ts';
import { JobPanel } from './job-panel.tsx';
import { shortLabel, stateBadge } from './job-texts.ts';
import './job-panel.css';

const SKELETON_ROWS = 3;

interface JobListProps {
  readonly login: string;
  readonly texts: JobKindTexts;
  readonly mayRead: boolean;
  readonly title: ReactNode;
  /** Beside the title. */
  readonly link?: ReactNode;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly children?: ReactNode;
  /** Shown if there are none. */
  readonly empty: Pick<ComponentProps<typeof Nothing>, 'icon' | 'title' | 'children' | 'actions'>;
  readonly actions?: (job: Job) => ReactNode;
}

/** Unfinished jobs come first, in queue order. The page watches its jobs. */
export function JobList(props: JobListProps) {
  const { login, texts, mayRead, title, link, heading: givenHeading, children, empty, actions } = props;
  const id = useId();
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const heading = givenHeading ?? ownHeading;
  const reading = useQuery({ ...jobsQuery(login, texts.kind), enabled: mayRead });
  const jobs = reading.data;
  const { shown, folded } = useSplit(jobs ?? []);
  const panel = (isFolded: boolean) => (job: Job) => (
    <JobPanel key={job.id} login={login} job={job} texts={texts} isFolded={isFolded}>
      {actions?.(job)}
    </JobPanel>
  );
  return (
    <section className="stack-16" aria-labelledby={id}>
      <SectionHeading id={id} heading={heading} title={title}>
        {link}
      </SectionHeading>
      {children}
      {mayRead && (
        <ReadState
          reading={reading}
          failed={`Couldn’t load ${texts.noun.many}`}
          outdated={OUTDATED_LIST}
          focus={heading}
          loading={`Loading ${texts.noun.many}`}
          rows={SKELETON_ROWS}
        />
      )}
      <Nothing
        {...empty}
        read={readFrom(reading, { all: texts.noun.many, value: ({ length }) => length })}
        what={texts.noun.many}
        onRetry={() => void reading.refetch()}
        isRetrying={reading.isFetching}
      />
      {shown.map(panel(false))}
      {folded.length > 0 && (
        <details className="jobs-earlier" open={folded.some(isLinkedJob)}>
          <summary>Earlier ({formatCount(folded.length)})</summary>
          <div className="stack-16">{folded.map(panel(true))}</div>
        </details>
      )}
    </section>
  );
}

/** Keeps the position of jobs that end while shown. */
function useSplit(jobs: readonly Job[]) {
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const fresh = jobs.filter((job, index) => (index === 0 || !isOver(job)) && !watched.has(job.id));
  if (fresh.length > 0) setWatched(new Set([...watched, ...fresh.map(({ id }) => id)]));
  const isShown = ({ id }: Job) => watched.has(id);
  const open = jobs.filter((job) => isShown(job) && !isOver(job)).toReversed();
  return {
    shown: [...open, ...jobs.filter((job) => isShown(job) && isOver(job))],
    folded: jobs.filter((job) => !isShown(job)),
  };
}

interface JobLabelProps {
  readonly jobs: readonly Job[];
  readonly texts: JobKindTexts;
}

/** Shows the state of the oldest unfinished job. */
export function JobLabel({ jobs, texts }: JobLabelProps) {
  const head = headOf(jobs);
  if (head === null) return null;
  const now = new Date();
  return (
    <Label className="job-label" variant={stateBadge(head, texts, now).variant}>
      {shortLabel(head, texts, now)}
    </Label>
  );
}
