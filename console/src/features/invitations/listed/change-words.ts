import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import {
  type ChangeAction,
  type ChangeOutcome,
  type ChangeResult,
  type InvitationChangeRun,
  resultsWith,
} from './change-run.ts';
import { ALREADY_INVITED, NO_REASON } from './invitation-words.ts';

interface ActionWords {
  readonly doing: string;
  readonly done: string;
  readonly button: (count: number) => string;
  readonly rest: (count: number) => string;
}

const others = (count: number): string => (count === 1 ? 'the remaining one' : `the remaining ${formatCount(count)}`);

export const ACTION_WORDS: Readonly<Record<ChangeAction, ActionWords>> = {
  cancel: {
    doing: 'Cancelling invitations',
    done: 'Cancelled',
    button: (count) => `Cancel ${counted(count, 'invitation', 'invitations')}`,
    rest: (count) => `Cancel ${others(count)}`,
  },
  dismiss: {
    doing: 'Dismissing failed invitations',
    done: 'Dismissed',
    button: (count) => `Dismiss ${formatCount(count)} failed`,
    rest: (count) => `Dismiss ${others(count)}`,
  },
  'send-again': {
    doing: 'Resending invitations',
    done: 'Resent',
    button: (count) => `Resend ${formatCount(count)}`,
    rest: (count) => `Resend ${others(count)}`,
  },
};

export const outcomeWords = (action: ChangeAction, outcome: ChangeOutcome): string =>
  outcome === 'done' ? ACTION_WORDS[action].done : OUTCOME_WORDS[outcome];

const OUTCOME_WORDS = {
  gone: 'No longer open',
  'already-invited': 'Already invited',
  refused: 'Refused',
  'not-confirmed': 'Not confirmed',
} as const satisfies Record<Exclude<ChangeOutcome, 'done'>, string>;

/** Most urgent outcome first. */
export const URGENCY = ['refused', 'not-confirmed', 'already-invited', 'gone', 'done'] as const;

export function reasonWords({ outcome, error }: ChangeResult): string {
  switch (outcome) {
    case 'done':
      return '';
    case 'gone':
      return 'It was accepted, declined, cancelled, or dismissed in the meantime.';
    case 'already-invited':
      return ALREADY_INVITED;
    case 'refused':
      return error ?? NO_REASON;
    case 'not-confirmed':
      return 'GitHub didn’t respond. The change may have been made: check the list.';
  }
}

export function progressMessage(run: InvitationChangeRun): string {
  const outcomes = URGENCY.toReversed().flatMap((outcome) => {
    const { length } = resultsWith(run, outcome);
    return length === 0 ? [] : [`${formatCount(length)} ${outcomeWords(run.action, outcome).toLowerCase()}`];
  });
  const sum = outcomes.length === 0 ? 'no changes' : outcomes.join(', ');
  if (run.state === 'finished') return `Done: ${sum}.`;
  const done = run.total - run.waiting.length;
  const progress = `${formatCount(done)} of ${formatCount(run.total)} processed`;
  if (outcomes.length === 0) return `${progress}.`;
  // Includes results of earlier requests.
  return run.results.length > done ? `${progress}. In total: ${sum}.` : `${progress}: ${sum}.`;
}
