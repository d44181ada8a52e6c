import type { InvitationJob } from '@orgdesk/client';
import { Button, Label, LinkButton, ProgressBar, VisuallyHidden } from '@primer/react';
import { useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { client } from '../../../lib/reading/http-client.ts';
import { counted, formatCount, formatMinute } from '../../../lib/words/reader-locale.ts';
import { AgainStep } from '../results/again-step.tsx';
import { JobResults } from '../results/job-results.tsx';
import { isOver, jobAnchor, settledOf, totalOf } from './get-jobs.ts';
import { JobActions } from './job-actions.tsx';
import { countsMessage, peopleIn, progressStep, stateWords } from './job-words.ts';
import './job-panel.css';
import { StopNotice } from './stop-notice.tsx';

interface JobPanelProps {
  readonly login: string;
  readonly job: InvitationJob;
  readonly isFolded?: boolean;
}

/** Jobs up to this size show their people. */
const FEW = 10;

export function JobPanel({ login, job, isFolded = false }: JobPanelProps) {
  const id = jobAnchor(job);
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsRows, setShowsRows] = useState(!isFolded && totalOf(job.counts) <= FEW);
  const { state, stop, counts } = job;
  const { words, variant } = stateWords(job);
  const total = totalOf(counts);
  const done = settledOf(counts);
  const hint = HINTS[state];

  return (
    <section className="job" aria-labelledby={id}>
      <div className="job-heading">
        <h3 className="job-title" id={id} ref={heading} tabIndex={-1}>
          {peopleIn(job)}
        </h3>
        <Label variant={variant}>{words}</Label>
        <span className="job-by">{origin(job)}</span>
      </div>
      {!isOver(job) && (
        <ProgressBar
          aria-label="People processed"
          aria-valuenow={Math.floor((done * 100) / total)}
          aria-valuetext={`${formatCount(done)} of ${formatCount(total)}`}
          progress={(done * 100) / total}
        />
      )}
      <p className="job-counts">{progressMessage(job)}</p>
      <VisuallyHidden role="status">{progressStep(job)}</VisuallyHidden>
      {hint !== null && <p className="job-hint">{hint}</p>}
      {stop !== null && <StopNotice login={login} job={job} stop={stop} />}
      {counts.failed > 0 && (
        <p className="job-hint">
          Couldn’t confirm the result for {counted(counts.failed, 'person', 'people')}:{' '}
          {job.addsPeople ? 'they may have been added' : 'the invitation may have been sent'}. Check the{' '}
          <PageLink
            inline
            to={job.addsPeople ? '/organizations/$login/people' : '/organizations/$login/invitations'}
            params={{ login }}
          >
            {job.addsPeople ? 'people of the organization' : 'open invitations'}
          </PageLink>{' '}
          before you try again.
        </p>
      )}
      <JobActions login={login} job={job} heading={heading}>
        <AgainStep login={login} job={job} />
        <Button aria-expanded={showsRows} onClick={() => setShowsRows(!showsRows)}>
          {showsRows ? 'Hide people' : 'Show people'}
        </Button>
        <LinkButton
          href={client.addressOf('downloadInvitationJobResults', { path: { login, id: job.id } })}
          download=""
        >
          Download CSV
        </LinkButton>
      </JobActions>
      {showsRows && <JobResults login={login} job={job} label={id} />}
    </section>
  );
}

const HINTS: Readonly<Record<InvitationJob['state'], string | null>> = {
  waiting: 'Starts when earlier batches finish.',
  running: 'Up to one person per second. You can close this page. The batch continues.',
  paused: 'Nothing is sent until an owner resumes the batch.',
  stopped: null,
  cancelling: 'Nothing more will be sent. Confirming the result of one invitation.',
  finished: null,
  cancelled: null,
};

function progressMessage(job: InvitationJob): string {
  const sum = countsMessage(job);
  if (isOver(job)) return `${sum}.`;
  const progress = `${formatCount(settledOf(job.counts))} of ${formatCount(totalOf(job.counts))} done`;
  return sum === '' ? `${progress}.` : `${progress}: ${sum}.`;
}

function origin({ startedBy, runBy, createdAt }: InvitationJob): string {
  const started = `started by ${startedBy}, ${formatMinute(createdAt) ?? createdAt}`;
  return startedBy === runBy ? started : `${started}; taken over by ${runBy}`;
}
