import type { ChangedInvitation, ChangeInvitationsAnswer } from '@orgdesk/client';
import { NO_RESPONSE, NO_SEAT, OVER_QUOTA, RATE_LIMITED, SIGN_IN_EXPIRED } from '../../../lib/failure-texts.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { ALREADY_INVITED, NO_REASON } from './invitation-texts.ts';
import { ended, halted, IDLE, obstacleIn, parseKeptRun, type Run } from './run.ts';

const ACTIONS = ['cancel', 'dismiss', 'send-again'] as const;
/** `cancel` is for open invitations, `dismiss` for failed ones. */
export type ChangeAction = (typeof ACTIONS)[number];

/** Includes the invitee, because the list may lose the invitation. */
export interface ChosenInvitation {
  readonly id: number;
  readonly invitee: string;
}

const OUTCOMES = ['done', 'gone', 'already-invited', 'refused', 'not-confirmed'] as const;
export type ChangeOutcome = (typeof OUTCOMES)[number];

/** Invitations that were not tried stay in `waiting`. */
interface ChangeResult extends ChosenInvitation {
  readonly outcome: ChangeOutcome;
  /** Why it was refused; otherwise null. */
  readonly error: string | null;
}

export interface InvitationChangeRun extends Run<ChosenInvitation, ChangeResult> {
  readonly action: ChangeAction;
}

export const idleRun = (action: ChangeAction): InvitationChangeRun => ({ ...IDLE, action });

type Reason = NonNullable<ChangedInvitation['reason']>;

/** Reasons that affect all remaining invitations, most lasting first. */
const STOP_REASONS = {
  'token-rejected': SIGN_IN_EXPIRED,
  'over-quota': OVER_QUOTA,
  'no-seat': NO_SEAT,
  'rate-limited': RATE_LIMITED,
  unreachable: NO_RESPONSE,
} as const satisfies Partial<Record<Reason, string>>;

/** Explains items that were skipped without such a reason. */
const PASSED_OVER = 'The request ran out of time, or these people were selected twice.';

/**
 * Applies the answer to one request. Stops if the rest would fail for the same reason. Invitations refused for it stay
 * waiting, except when sending again: the old invitation may be gone.
 */
export function withAnswer(
  run: InvitationChangeRun,
  batch: readonly ChosenInvitation[],
  answer: ChangeInvitationsAnswer,
  now: Date,
): InvitationChangeRun {
  const byId = new Map(answer.results.map((result) => [result.id, result]));
  const stopReason = obstacleIn(
    batch.map(({ id }) => byId.get(id)),
    LASTING,
  );
  const fresh = batch.flatMap(({ id, invitee }): readonly ChangeResult[] => {
    const result = byId.get(id);
    if (result === undefined) return [{ id, invitee, outcome: 'not-confirmed', error: null }];
    const { outcome, error, reason } = result;
    if (outcome === 'not-tried') return [];
    if (outcome === 'refused' && reason === stopReason && run.action !== 'send-again') return [];
    return [{ id, invitee, outcome, error }];
  });
  const results = new Map([...run.results, ...fresh].map((result) => [result.id, result]));
  const processed = new Set(fresh.map(({ id }) => id));
  const waiting = run.waiting.filter(({ id }) => !processed.has(id));
  const isPassedOver = batch.some(({ id }) => !processed.has(id));
  const after = { ...run, results: [...results.values()], waiting };
  if (stopReason === null) return isPassedOver ? { ...after, message: PASSED_OVER } : after;
  if (waiting.length === 0) return ended(after, 'finished');
  const { retryAfterSeconds } = answer;
  return halted(after, { obstacle: stopReason, message: STOP_REASONS[stopReason], retryAfterSeconds, now });
}

const LASTING = ['token-rejected', 'over-quota', 'no-seat', 'rate-limited'] as const;

export const resultsWith = (
  { results }: InvitationChangeRun,
  selectedOutcome: ChangeOutcome,
): readonly ChangeResult[] => results.filter(({ outcome }) => outcome === selectedOutcome);

export function parseRun(stored: unknown): InvitationChangeRun | null {
  const run = parseKeptRun(stored, { parseItem: parseChosen, parseResult });
  if (run === null) return null;
  const { action: storedAction }: { readonly action?: unknown } = stored as object;
  const action = ACTIONS.find((candidate) => candidate === storedAction);
  return action === undefined ? null : { ...run, action };
}

function parseChosen(stored: unknown): ChosenInvitation | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, invitee }: Partial<Record<keyof ChosenInvitation, unknown>> = stored;
  return typeof id === 'number' && typeof invitee === 'string' ? { id, invitee } : null;
}

function parseResult(stored: unknown): ChangeResult | null {
  const chosen = parseChosen(stored);
  if (chosen === null) return null;
  const { outcome: storedOutcome, error }: Partial<Record<keyof ChangeResult, unknown>> = stored as object;
  const outcome = OUTCOMES.find((candidate) => candidate === storedOutcome);
  return outcome === undefined ? null : { ...chosen, outcome, error: typeof error === 'string' ? error : null };
}

interface ActionTexts {
  readonly doing: string;
  readonly done: string;
  readonly button: (count: number) => string;
  readonly rest: (count: number) => string;
}

const others = (count: number): string => (count === 1 ? 'the remaining one' : `the remaining ${formatCount(count)}`);

export const ACTION_TEXTS: Readonly<Record<ChangeAction, ActionTexts>> = {
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

export const outcomeLabel = (action: ChangeAction, outcome: ChangeOutcome): string =>
  outcome === 'done' ? ACTION_TEXTS[action].done : OUTCOME_LABELS[outcome];

const OUTCOME_LABELS = {
  gone: 'No longer open',
  'already-invited': 'Already invited',
  refused: 'Refused',
  'not-confirmed': 'Not confirmed',
} as const satisfies Record<Exclude<ChangeOutcome, 'done'>, string>;

/** Most urgent outcome first. */
export const URGENCY = ['refused', 'not-confirmed', 'already-invited', 'gone', 'done'] as const;

export function reasonText({ outcome, error }: ChangeResult): string {
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
    return length === 0 ? [] : [`${formatCount(length)} ${outcomeLabel(run.action, outcome).toLowerCase()}`];
  });
  const sum = outcomes.length === 0 ? 'no changes' : outcomes.join(', ');
  if (run.state === 'finished') return `Done: ${sum}.`;
  const done = run.total - run.waiting.length;
  const progress = `${formatCount(done)} of ${formatCount(run.total)} processed`;
  if (outcomes.length === 0) return `${progress}.`;
  // Includes results of earlier requests.
  return run.results.length > done ? `${progress}. In total: ${sum}.` : `${progress}: ${sum}.`;
}
