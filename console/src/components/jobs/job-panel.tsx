import type { Job } from '@orgdesk/client';
import { Button, Label, LinkButton, ProgressBar, VisuallyHidden } from '@primer/react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { billingHref } from '../../lib/address/paths.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { allowNotifications, notificationState, stopNotifications } from '../../lib/notifications.ts';
import { counted, formatCount, formatMinute } from '../../lib/reader-locale.ts';
import { client } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { atSentenceStart } from '../../lib/sentence-start.ts';
import { PageLink } from '../controls/page-link.tsx';
import { Notice } from '../messages/notice.tsx';
import { countOf, isLinkedJob, isOver, jobAnchor } from './get-jobs.ts';
import { JobActions } from './job-actions.tsx';
import type { JobKindTexts } from './job-kind.ts';
import { nextText, REASONS } from './job-reasons.ts';
import { JobRows } from './job-rows.tsx';
import {
  continuesText,
  isUnderWay,
  PEOPLE_ROWS,
  percentOf,
  progressMessage,
  progressStep,
  queueText,
  resumesText,
  stateBadge,
} from './job-texts.ts';
import './job-panel.css';

interface JobPanelProps {
  readonly login: string;
  readonly job: Job;
  readonly texts: JobKindTexts;
  readonly isFolded?: boolean;
  readonly heading?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

/** Jobs up to this size show their rows. */
const FEW = 10;

/** The page watches its jobs with `useWatchedJobs`. */
export function JobPanel({ login, job, texts, isFolded = false, heading, children }: JobPanelProps) {
  const id = jobAnchor(job);
  const title = useRef<HTMLHeadingElement>(null);
  const { progress, file } = job;
  const [showsRows, setShowsRows] = useState(
    () => file === null && ((!isFolded && (progress.total ?? 0) <= FEW) || isLinkedJob(job)),
  );
  const now = new Date();
  const state = stateBadge(job, texts, now);
  const percent = percentOf(job);
  const hint = hintOf(job, texts);
  const continues = continuesText(job);
  return (
    <section className="job stack-12" aria-labelledby={id}>
      <div className="job-heading">
        {heading === undefined ? (
          <h3 className="job-title" id={id} ref={title} tabIndex={-1}>
            {texts.title(job)}
          </h3>
        ) : (
          <VisuallyHidden id={id}>{texts.title(job)}</VisuallyHidden>
        )}
        <Label variant={state.variant}>{state.label}</Label>
        {continues !== null && <Label variant="secondary">{continues}</Label>}
        <span className="job-by">{origin(job)}</span>
      </div>
      {!isOver(job) && (
        <ProgressBar
          aria-label={texts.progressLabel}
          aria-valuenow={Math.floor(percent)}
          aria-valuetext={
            progress.total === null
              ? 'Not counted yet'
              : `${formatCount(progress.done)} of ${formatCount(progress.total)}`
          }
          progress={percent}
        />
      )}
      <p className="job-counts">{progressMessage(job, texts)}.</p>
      <VisuallyHidden role="status">{progressStep(job, texts, now)}</VisuallyHidden>
      {hint !== null && <p className="job-hint">{hint}</p>}
      <StopNotice login={login} job={job} texts={texts} now={now} />
      <UnknownHint login={login} job={job} texts={texts} />
      {file !== null && file.unseen > 0 && (
        <p className="job-hint">
          {counted(file.unseen, 'row is', 'rows are')} marked “not seen” because the people couldn’t be read. Each gives
          the reason.
        </p>
      )}
      {file !== null && hasResults(job) && file.expiresAt !== null && (
        <p className="job-hint">
          Available until <time dateTime={file.expiresAt}>{formatMinute(file.expiresAt) ?? file.expiresAt}</time>.
        </p>
      )}
      <JobActions login={login} job={job} texts={texts} heading={heading ?? title}>
        {children}
        {file === null && (
          <Button aria-expanded={showsRows} onClick={() => setShowsRows(!showsRows)}>
            {showsRows ? 'Hide' : 'Show'} {(texts.rows ?? PEOPLE_ROWS).many}
          </Button>
        )}
        <NotifyButton job={job} />
        {file !== null && hasResults(job) && (
          <LinkButton href={client.addressOf('downloadJobResults', { path: { login, id: job.id } })} download="">
            Download CSV
          </LinkButton>
        )}
      </JobActions>
      {showsRows && <JobRows login={login} job={job} texts={texts} label={id} />}
    </section>
  );
}

/** A file is complete or offered with the reason why it is not. */
function hasResults({ file, state }: Job): boolean {
  if (file === null || state === 'done') return true;
  return file.rows > 0 && state !== 'queued' && state !== 'running';
}

function hintOf(job: Job, texts: JobKindTexts): string | null {
  const { noun, running, paused } = texts;
  switch (job.state) {
    case 'queued':
      return queueText(job, texts);
    case 'running':
      return `${running} You can close this page${job.continuesAfterSignOut ? ' and sign out' : ''}. The ${noun.one} continues.`.trimStart();
    case 'paused':
      return paused;
    case 'cancelled':
      return isOver(job) ? null : 'Nothing more is sent. Confirming the result for one person.';
    case 'limited':
    case 'failed':
    case 'done':
      return null;
  }
}

function UnknownHint({ login, job, texts: { unknown } }: Pick<JobPanelProps, 'login' | 'job' | 'texts'>) {
  const count = countOf(job, 'failed');
  if (count === 0 || unknown === undefined) return null;
  const { text, to, link } = unknown(job);
  return (
    <p className="job-hint">
      Couldn’t confirm the result for {counted(count, 'person', 'people')}: {text}. Check the{' '}
      <PageLink inline to={to} params={{ login }}>
        {link}
      </PageLink>{' '}
      before you try again.
    </p>
  );
}

function origin({ title, startedBy, runBy, createdAt }: Job): string {
  const started = `started by ${startedBy}, ${formatMinute(createdAt) ?? createdAt}`;
  const takenOver = startedBy === runBy ? '' : `; taken over by ${runBy}`;
  return `${title === null ? '' : `${title}; `}${started}${takenOver}`;
}

interface StopNoticeProps {
  readonly login: string;
  readonly job: Job;
  readonly texts: JobKindTexts;
  readonly now: Date;
}

/** Renders nothing unless the job is limited or failed. */
function StopNotice({ login, job, texts: { noun, task, left }, now }: StopNoticeProps) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  const { user, expiresAt } = useSignedIn();
  const isOwn = job.runBy === user.login;
  if (job.reason === null || (job.state !== 'limited' && job.state !== 'failed')) return null;
  const { why } = REASONS[job.reason];
  const isWaiting = job.state === 'limited';
  const rest = left(job);
  return (
    <Notice
      tone="warning"
      title={`${isWaiting ? 'Waiting' : 'Stopped'}${rest === null ? '' : `. ${rest}`}`}
      action={
        job.reason === 'no-seat' && codeHostUrl !== null ? (
          <LinkButton href={billingHref(codeHostUrl, login)}>Organization billing</LinkButton>
        ) : job.reason === 'token-rejected' && isOwn ? (
          <LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>
        ) : undefined
      }
    >
      <p>{why({ runner: job.runBy, codeHost: atSentenceStart(codeHost), task })}</p>
      {job.message !== null && (
        <p>
          {atSentenceStart(codeHost)} responded: “{job.message}”
        </p>
      )}
      <p>
        {isWaiting
          ? resumesText(job, { login: user.login, sessionEndsAt: expiresAt }, now)
          : nextText(job, noun.one, isOwn)}
      </p>
    </Notice>
  );
}

/** Renders nothing where the browser has no notifications, or for jobs that others run. */
function NotifyButton({ job }: { readonly job: Job }) {
  const { user } = useSignedIn();
  const [state, setState] = useState(notificationState);
  const [wasAsked, setAsked] = useState(false);
  if (state === 'unavailable' || job.runBy !== user.login || !isUnderWay(job)) return null;
  if (state === 'blocked') {
    return wasAsked ? (
      <span className="job-by" role="status">
        This browser blocks notifications.
      </span>
    ) : null;
  }
  const press = async () => {
    setAsked(true);
    setState(state === 'on' ? stopNotifications() : await allowNotifications());
  };
  return (
    <Button aria-pressed={state === 'on'} onClick={() => void press()}>
      Notify me when it’s done
    </Button>
  );
}
