import type { ChangedInvitation, ChangeInvitationsAnswer } from '@orgdesk/client';
import { NO_RESPONSE, NO_SEAT, OVER_QUOTA, RATE_LIMITED, SIGN_IN_EXPIRED } from '../../../lib/words/failure-words.ts';
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
export interface ChangeResult extends ChosenInvitation {
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
