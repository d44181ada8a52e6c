import type { InvitationJob, InvitationJobRow } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { ALREADY_INVITED, NO_SEAT, OVER_QUOTA } from '../limit-words.ts';
import { isOver, settledOf, totalOf } from './get-jobs.ts';

type JobState = InvitationJob['state'];
export type StopReason = NonNullable<InvitationJob['stop']>['reason'];
export type RowOutcome = InvitationJobRow['outcome'];

const STATES = {
  waiting: { words: 'Waiting', variant: 'secondary' },
  running: { words: 'Sending', variant: 'accent' },
  paused: { words: 'Paused', variant: 'attention' },
  stopped: { words: 'Stopped', variant: 'attention' },
  cancelling: { words: 'Cancelling', variant: 'secondary' },
  finished: { words: 'Done', variant: 'success' },
  cancelled: { words: 'Cancelled', variant: 'secondary' },
} as const satisfies Record<JobState, unknown>;

type JobKind = Pick<InvitationJob, 'addsPeople'>;

export const jobVerb = ({ addsPeople }: JobKind): string => (addsPeople ? 'added' : 'invited');

export const stateWords = ({ state, addsPeople }: JobKind & Pick<InvitationJob, 'state'>) => ({
  ...STATES[state],
  ...(state === 'running' && addsPeople ? { words: 'Adding' } : {}),
});

/** Most urgent first. */
const OUTCOMES = {
  refused: { words: 'Refused', variant: 'danger', counted: 'refused' },
  'not-found': { words: 'Not found', variant: 'danger', counted: 'not found' },
  failed: { words: 'Unknown', variant: 'attention', counted: 'unknown' },
  'already-member': { words: 'Already a member', variant: 'secondary', counted: 'already joined' },
  'already-invited': { words: 'Already invited', variant: 'secondary', counted: 'already invited' },
  sent: { words: 'Invited', variant: 'success', counted: 'invited' },
  sending: { words: 'Sending', variant: 'accent', counted: 'sending' },
  ready: { words: 'Not sent yet', variant: 'secondary', counted: 'not sent yet' },
  cancelled: { words: 'Not sent', variant: 'secondary', counted: 'not sent' },
} as const satisfies Record<RowOutcome, unknown>;

const OUTCOMES_OF_ADDING = {
  ...OUTCOMES,
  sent: { words: 'Added', variant: 'success', counted: 'added' },
  sending: { words: 'Adding', variant: 'accent', counted: 'adding' },
  ready: { words: 'Not added yet', variant: 'secondary', counted: 'not added yet' },
  cancelled: { words: 'Not added', variant: 'secondary', counted: 'not added' },
} as const satisfies Record<RowOutcome, unknown>;

export const outcomesOf = ({ addsPeople }: JobKind) => (addsPeople ? OUTCOMES_OF_ADDING : OUTCOMES);

export const OUTCOME_ORDER = Object.keys(OUTCOMES) as readonly RowOutcome[];

/** Used if the code host gives no reason. */
const REASONS: Readonly<Partial<Record<RowOutcome, string>>> = {
  'not-found': 'No account with this username.',
  'already-invited': ALREADY_INVITED,
  failed: 'Couldn’t confirm the result. The invitation may have been sent.',
  cancelled: 'The batch was cancelled first.',
};

export const reasonOf = (outcome: RowOutcome, { addsPeople }: JobKind): string | undefined =>
  addsPeople && outcome === 'failed' ? 'Couldn’t confirm the result. They may have been added.' : REASONS[outcome];

/** The order of counts, successes first. */
const COUNTED = [
  'sent',
  'already-invited',
  'already-member',
  'refused',
  'not-found',
  'failed',
  'cancelled',
] as const satisfies readonly RowOutcome[];

/** Returns text such as "40 invited, 2 not found". */
export const countsMessage = ({ counts, addsPeople }: JobKind & Pick<InvitationJob, 'counts'>): string =>
  COUNTED.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${outcomesOf({ addsPeople })[outcome].counted}`)
    .join(', ');

export const peopleIn = ({ counts }: Pick<InvitationJob, 'counts'>): string =>
  counted(totalOf(counts), 'person', 'people');

const TENTHS = 10;

/** Changes every ten percent, to limit announcements. */
export function progressStep(job: JobKind & Pick<InvitationJob, 'state' | 'counts' | 'endedAt'>): string {
  const { words } = stateWords(job);
  if (isOver(job)) return `${words}: ${countsMessage(job)}`;
  const tenths = Math.floor((settledOf(job.counts) * TENTHS) / totalOf(job.counts));
  return `${words}, ${(100 / TENTHS) * tenths}% done`;
}

interface StopWords {
  readonly why: (runner: string) => string;
  /** Shown if the job does not continue by itself. */
  readonly next: string;
}

const OTHER_OWNER = 'Any owner can take over the batch and continue it under their name.';

export const STOP_WORDS: Readonly<Record<StopReason, StopWords>> = {
  'over-quota': {
    why: () => OVER_QUOTA,
    next: 'Resume when the limit allows more invitations.',
  },
  'no-seat': {
    why: () => NO_SEAT,
    next: 'Add seats or remove people, then resume.',
  },
  'token-rejected': { why: (runner) => `The sign-in of ${runner} is no longer valid.`, next: OTHER_OWNER },
  'session-ended': { why: (runner) => `The session of ${runner} has ended.`, next: OTHER_OWNER },
  'rights-lost': { why: (runner) => `${runner} can no longer invite people here.`, next: OTHER_OWNER },
  unreachable: {
    why: () => 'GitHub didn’t respond after several attempts.',
    next: 'Resume when GitHub is available.',
  },
  'rate-limited': {
    why: (runner) => `${runner} reached the rate limit.`,
    next: 'Resume later.',
  },
};
