import type { Job, JobKind, RowOutcome } from '@orgdesk/client';
import type { LabelProps } from '@primer/react';
import { counted, formatCount, formatMinuteBy } from '../../lib/reader-locale.ts';
import { countOf, isOver } from './get-jobs.ts';
import type { JobKindTexts, JobRowTexts, OutcomeBadge } from './job-kind.ts';
import { REASONS } from './job-reasons.ts';

interface StateBadge {
  readonly label: string;
  readonly variant: NonNullable<LabelProps['variant']>;
}

/** Rows of jobs whose texts name nothing else. */
export const PEOPLE_ROWS: JobRowTexts = {
  heading: 'Person',
  one: 'person',
  many: 'people',
  nameOf: ({ login, email }) => login ?? email ?? 'Email address no longer stored',
};

export function stateBadge(job: Job, { notDone }: JobKindTexts, now: Date): StateBadge {
  switch (job.state) {
    case 'queued':
      return { label: 'Queued', variant: 'secondary' };
    case 'running':
      return { label: 'Running', variant: 'accent' };
    case 'paused':
      return { label: 'Paused', variant: 'attention' };
    case 'limited': {
      const until = untilText(job, now);
      return { label: until === null ? 'Waiting' : `Waiting until ${until}`, variant: 'attention' };
    }
    case 'failed':
      return {
        label: job.reason === null ? 'Stopped' : `Stopped: ${REASONS[job.reason].label}`,
        variant: 'danger',
      };
    case 'done': {
      const problem = notDone(job);
      return problem === null
        ? { label: 'Done', variant: 'success' }
        : { label: `Done, ${problem}`, variant: 'attention' };
    }
    case 'cancelled':
      return { label: isOver(job) ? 'Cancelled' : 'Cancelling', variant: 'secondary' };
  }
}

/** Beside the state; null if the job is over or stopped, or ends with the session. */
export const continuesText = (job: Pick<Job, 'continuesAfterSignOut' | 'state' | 'endedAt'>): string | null =>
  job.continuesAfterSignOut && job.state !== 'failed' && !isOver(job) ? 'Continues after sign-out' : null;

/** What a queued job waits for. */
export function queueText({ waitsFor }: Pick<Job, 'waitsFor'>, { noun }: Pick<JobKindTexts, 'noun'>): string {
  // An older instance does not say it.
  const how = waitsFor == null ? undefined : STOPPED[waitsFor.state];
  if (waitsFor == null || how === undefined) return `Starts when earlier ${noun.many} finish.`;
  const { title, runBy } = waitsFor;
  const name = title === null ? `an earlier ${noun.one}` : `“${title}”`;
  return `Waits for ${name} of ${runBy}, which ${how}. Resume or cancel that one first.`;
}

const STOPPED: Readonly<Partial<Record<Job['state'], string>>> = {
  paused: 'is paused',
  limited: 'waits to go on',
  failed: 'has stopped',
};

export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean => state === 'running' || state === 'queued';

const NOUNS: Readonly<Record<JobKind, string>> = {
  invitations: 'Batch',
  'people-change': 'Change',
  'access-export': 'Export',
  'organization-file': 'Plan',
};

/** Such as "Batch finished", for a job that was under way. */
export function newsText(job: Job, now: Date): string {
  const noun = NOUNS[job.kind];
  switch (job.state) {
    case 'queued':
    case 'running':
      return `${noun} running`;
    case 'done':
      return `${noun} finished`;
    case 'failed':
      return `${noun} stopped${job.reason === null ? '' : `: ${REASONS[job.reason].label}`}`;
    case 'limited': {
      const until = untilText(job, now);
      return `${noun} waiting${until === null ? '' : ` until ${until}`}`;
    }
    case 'paused':
      return `${noun} paused`;
    case 'cancelled':
      return `${noun} cancelled`;
  }
}

export const untilText = ({ until }: Pick<Job, 'until'>, now: Date): string | null =>
  until === null ? null : formatMinuteBy(new Date(until), now);

interface Viewer {
  readonly login: string;
  /** When the session of the person who reads this ends. */
  readonly sessionEndsAt: string;
}

/** When a waiting job resumes, and whether it also does after a sign-out. */
export function resumesText(
  job: Pick<Job, 'until' | 'runBy' | 'continuesAfterSignOut'>,
  { login, sessionEndsAt }: Viewer,
  now: Date,
): string {
  const { until, runBy } = job;
  const isOwn = runBy === login;
  const at = untilText(job, now);
  const when = at === null ? 'Resumes automatically' : `Resumes automatically at ${at}`;
  if (job.continuesAfterSignOut) return `${when}, also if ${isOwn ? 'you are' : `${runBy} is`} signed out.`;
  const text = `${when} if ${isOwn ? 'you are' : `${runBy} is`} still signed in then.`;
  const endsBefore = isOwn && until !== null && Date.parse(sessionEndsAt) < Date.parse(until);
  return endsBefore ? `${text} This session ends before that, at ${untilText({ until: sessionEndsAt }, now)}.` : text;
}

/** Such as "2 of 6" for the head of a queue while it runs. */
export const shortLabel = (job: Job, texts: JobKindTexts, now: Date): string =>
  job.state === 'running' && job.progress.total !== null
    ? `${formatCount(job.progress.done)} of ${formatCount(job.progress.total)}`
    : stateBadge(job, texts, now).label;

/** Such as "40 invited, 2 not found", without unprocessed rows. */
export const countsMessage = (job: Job, { outcomes }: JobKindTexts): string =>
  outcomeEntries(outcomes(job))
    .filter(([outcome]) => job.counts[outcome] > 0 && outcome !== 'ready' && outcome !== 'sending')
    .map(([outcome, { label, counted: text }]) => `${formatCount(job.counts[outcome])} ${text ?? label.toLowerCase()}`)
    .join(', ');

export const outcomeEntries = (outcomes: ReturnType<JobKindTexts['outcomes']>) =>
  Object.entries(outcomes) as readonly [RowOutcome, OutcomeBadge][];

/** Completes "Done, …"; null if all rows succeeded. */
export function problemText(job: Job, failed: string, outcomes: readonly RowOutcome[]): string | null {
  const problems = [
    [countOf(job, ...outcomes), failed],
    [countOf(job, 'failed'), 'unknown'],
  ] as const;
  const texts = problems.flatMap(([count, text]) => (count === 0 ? [] : [`${formatCount(count)} ${text}`]));
  return texts.length === 0 ? null : texts.join(', ');
}

/** Such as "2 of 6 done: 2 invited" or "12 of 300 repositories, 4,312 rows". */
export function progressMessage(job: Job, texts: JobKindTexts): string {
  const { done, total } = job.progress;
  const { file } = job;
  if (total === null) return 'Not counted yet';
  if (file !== null) {
    const repositories = counted(total, 'repository', 'repositories');
    return `${formatCount(done)} of ${repositories}, ${counted(file.rows, 'row', 'rows')}`;
  }
  const counts = countsMessage(job, texts);
  if (isOver(job)) return counts;
  return `${formatCount(done)} of ${formatCount(total)} done${counts === '' ? '' : `: ${counts}`}`;
}

export const percentOf = ({ progress: { done, total } }: Pick<Job, 'progress'>): number =>
  total === null || total === 0 ? 0 : Math.min(100, (done * 100) / total);

const TENTH = 10;

/** Changes every ten percent, to limit announcements. */
export function progressStep(job: Job, texts: JobKindTexts, now: Date): string {
  const { label: state } = stateBadge(job, texts, now);
  if (isOver(job)) return `${state}: ${progressMessage(job, texts)}`;
  return `${state}, ${Math.floor(percentOf(job) / TENTH) * TENTH}% done`;
}
