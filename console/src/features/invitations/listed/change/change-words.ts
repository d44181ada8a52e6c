import { counted, formatCount } from '../../../../lib/words/reader-locale.ts';
import {
  type ChangeAction,
  type ChangeOutcome,
  type ChangeResult,
  type InvitationChangeRun,
  resultsWith,
} from './change-run.ts';

interface ActionWords {
  /** The running action as a noun. */
  readonly doing: string;
  /** The outcome label. */
  readonly done: string;
  readonly button: (count: number) => string;
  readonly rest: (count: number) => string;
}

const others = (count: number): string => (count === 1 ? 'the other one' : `the other ${formatCount(count)}`);

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
    doing: 'Sending invitations again',
    done: 'Sent again',
    button: (count) => `Send ${formatCount(count)} again`,
    rest: (count) => `Send ${others(count)} again`,
  },
};

export const outcomeWords = (action: ChangeAction, outcome: ChangeOutcome): string =>
  outcome === 'done' ? ACTION_WORDS[action].done : OUTCOME_WORDS[outcome];

const OUTCOME_WORDS = {
  gone: 'Gone already',
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
      return 'It was accepted, declined, cancelled or dismissed in the meantime.';
    case 'already-invited':
      return 'There is another open invitation already, so nothing new was sent.';
    case 'refused':
      return error ?? 'The code host does not say why.';
    case 'not-confirmed':
      return 'The code host gave no usable answer, so that it may have happened. The list shows whether it did.';
  }
}

export function progressSentence(run: InvitationChangeRun): string {
  const outcomes = URGENCY.toReversed().flatMap((outcome) => {
    const { length } = resultsWith(run, outcome);
    return length === 0 ? [] : [`${formatCount(length)} ${outcomeWords(run.action, outcome).toLowerCase()}`];
  });
  const sum = outcomes.length === 0 ? 'nothing changed' : outcomes.join(', ');
  if (run.state === 'finished') return `Done: ${sum}.`;
  const done = run.total - run.waiting.length;
  const progress = `${formatCount(done)} of ${formatCount(run.total)} processed`;
  if (outcomes.length === 0) return `${progress}.`;
  // Includes results of earlier requests.
  return run.results.length > done ? `${progress}. All together: ${sum}.` : `${progress}: ${sum}.`;
}
