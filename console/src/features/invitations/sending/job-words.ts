import type { InvitationJob, InvitationJobRow } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
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
  failed: { words: 'Not known', variant: 'attention', counted: 'not known' },
  'already-member': { words: 'Member already', variant: 'secondary', counted: 'there already' },
  'already-invited': { words: 'Invited already', variant: 'secondary', counted: 'invited already' },
  sent: { words: 'Invited', variant: 'success', counted: 'invited' },
  sending: { words: 'Being sent', variant: 'accent', counted: 'being sent' },
  ready: { words: 'Not sent yet', variant: 'secondary', counted: 'not sent yet' },
  cancelled: { words: 'Not sent', variant: 'secondary', counted: 'not sent' },
} as const satisfies Record<RowOutcome, unknown>;

const OUTCOMES_OF_ADDING = {
  ...OUTCOMES,
  sent: { words: 'Added', variant: 'success', counted: 'added' },
  sending: { words: 'Being added', variant: 'accent', counted: 'being added' },
  ready: { words: 'Not added yet', variant: 'secondary', counted: 'not added yet' },
  cancelled: { words: 'Not added', variant: 'secondary', counted: 'not added' },
} as const satisfies Record<RowOutcome, unknown>;

export const outcomesOf = ({ addsPeople }: JobKind) => (addsPeople ? OUTCOMES_OF_ADDING : OUTCOMES);

export const OUTCOME_ORDER = Object.keys(OUTCOMES) as readonly RowOutcome[];

/** Used if the code host gives no reason. */
const REASONS: Readonly<Partial<Record<RowOutcome, string>>> = {
  'not-found': 'The code host knows nobody with this login.',
  'already-invited': 'There was an open invitation already, so nothing new was sent.',
  failed: 'It may have arrived: the code host could not be asked.',
  cancelled: 'The job was cancelled before.',
};

export const reasonOf = (outcome: RowOutcome, { addsPeople }: JobKind): string | undefined =>
  addsPeople && outcome === 'failed' ? 'They may have been added: the code host could not be asked.' : REASONS[outcome];

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
export const countsSentence = ({ counts, addsPeople }: JobKind & Pick<InvitationJob, 'counts'>): string =>
  COUNTED.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${outcomesOf({ addsPeople })[outcome].counted}`)
    .join(', ');

export const peopleIn = ({ counts }: Pick<InvitationJob, 'counts'>): string =>
  counted(totalOf(counts), 'person', 'people');

const TENTHS = 10;

/** Changes every ten percent, to limit announcements. */
export function progressStep(job: JobKind & Pick<InvitationJob, 'state' | 'counts' | 'endedAt'>): string {
  const { words } = stateWords(job);
  if (isOver(job)) return `${words}: ${countsSentence(job)}`;
  const tenths = Math.floor((settledOf(job.counts) * TENTHS) / totalOf(job.counts));
  return `${words}, ${(100 / TENTHS) * tenths} percent done`;
}

interface StopWords {
  readonly why: (runner: string) => string;
  /** Shown if the job does not continue by itself. */
  readonly next: string;
}

const OTHER_ADMIN = 'Any admin can take it over: it then goes on with their sign-in, and in their name.';

export const STOP_WORDS: Readonly<Record<StopReason, StopWords>> = {
  'over-quota': {
    why: () => 'The organization has sent as many invitations as the code host allows it in 24 hours.',
    next: 'Let it go on once the code host allows more.',
  },
  'no-seat': {
    why: () => 'The organization has no free seat.',
    next: 'Buy seats, or remove people from the organization. Then let it go on.',
  },
  'token-rejected': { why: (runner) => `The code host no longer accepts the sign-in of ${runner}.`, next: OTHER_ADMIN },
  'session-ended': { why: (runner) => `The session of ${runner} has ended.`, next: OTHER_ADMIN },
  'rights-lost': { why: (runner) => `${runner} may no longer invite people here.`, next: OTHER_ADMIN },
  unreachable: {
    why: () => 'The code host gave no usable answer, several times.',
    next: 'Let it go on once the code host works.',
  },
  'rate-limited': {
    why: (runner) => `The code host takes no more requests from ${runner} for now.`,
    next: 'Let it go on later.',
  },
};
