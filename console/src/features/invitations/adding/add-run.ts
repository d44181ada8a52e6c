import type { InvitationFailureReason, MassInviteAnswer } from '@orgdesk/client';
import { ended, parseKeptRun, type Run } from '../runs/run.ts';

const OUTCOMES = ['added', 'already', 'unconfirmed', 'failed'] as const;
/** `already`: a member before. `unconfirmed`: may be added by now. */
export type AddOutcome = (typeof OUTCOMES)[number];

/** What became of one login. */
export interface AddResult {
  readonly login: string;
  /** Why it was not added; null when it was. */
  readonly error: string | null;
  readonly outcome: AddOutcome;
}

/** People on their way into an organization. */
export type AddRun = Run<string, AddResult>;

/** Who was not added and may be tried again. Whoever is there already, or may be added by now, is none of them. */
export const failedLogins = (run: AddRun): readonly string[] => loginsWith(run, 'failed');
/** Who may be added by now: the code host was asked to, and did not confirm it. */
export const unconfirmedLogins = (run: AddRun): readonly string[] => loginsWith(run, 'unconfirmed');

/** Who came out like this, in the order of sending. */
export const loginsWith = (run: AddRun, wanted: AddOutcome): readonly string[] =>
  resultsWith(run, wanted).map(({ login }) => login);

/** The results that came out like this, likewise. */
export const resultsWith = ({ results }: AddRun, wanted: AddOutcome): readonly AddResult[] =>
  results.filter(({ outcome }) => outcome === wanted);

/**
 * The run after a request for these logins was answered, at `now`. A login that was tried again has its result replaced.
 * Where the next ones would fare no better, the run stops, and those to whom for such a reason nothing was sent go on
 * waiting. Where nobody waits then, it is finished.
 */
export function answered(run: AddRun, logins: readonly string[], answer: MassInviteAnswer, now: Date): AddRun {
  const failed = new Map(answer.failed.map((failure) => [failure.login, failure]));
  const invited = new Set(answer.success);
  const reasonOf = (login: string) => (invited.has(login) ? null : (failed.get(login)?.reason ?? null));
  const obstacle = obstacleIn(logins.map(reasonOf));
  const isKeptBack = (login: string) => obstacle !== null && isObstacle(reasonOf(login));
  const processed = logins.filter((login) => !isKeptBack(login));
  const fresh = processed.map((login): AddResult => {
    if (invited.has(login)) return { login, error: null, outcome: 'added' };
    const error = failed.get(login)?.error ?? 'The service did not say what became of this one.';
    return { login, error, outcome: outcomeFor(reasonOf(login)) };
  });
  const results = new Map([...run.results, ...fresh].map((result) => [result.login.toLowerCase(), result]));
  const done = new Set(processed);
  const after = { ...run, results: [...results.values()], waiting: run.waiting.filter((login) => !done.has(login)) };
  if (obstacle === null) return after;
  if (after.waiting.length === 0) return ended(after, 'finished');
  const sentence = OBSTACLES[obstacle];
  if (obstacle === 'token-rejected') return ended(after, 'rejected', sentence);
  if (obstacle !== 'rate-limited') return ended(after, 'stopped', sentence);
  const { retryAfterSeconds: seconds } = answer;
  if (seconds === undefined) return ended(after, 'stopped', `${sentence} Its limit is counted by the hour.`);
  return ended(after, 'stopped', sentence, now.getTime() + seconds * 1000);
}

function outcomeFor(reason: InvitationFailureReason | null): AddOutcome {
  if (reason === 'already-there') return 'already';
  return reason === 'not-confirmed' ? 'unconfirmed' : 'failed';
}

/** What the next logins would meet as well, and with what nobody was added. The most lasting comes first. */
const OBSTACLES = {
  'token-rejected': 'The code host no longer accepts your sign-in.',
  'over-quota': 'The organization has sent as many invitations as the code host allows it in 24 hours.',
  'rate-limited': 'The code host takes no more requests from you for now.',
  'not-tried': 'Not all could be sent in time.',
  unreachable: 'The code host gives no usable answer at the moment.',
} as const satisfies Partial<Record<InvitationFailureReason, string>>;
type Obstacle = keyof typeof OBSTACLES;

const isObstacle = (reason: string | null): reason is Obstacle => reason !== null && Object.hasOwn(OBSTACLES, reason);

/**
 * What stops a run, by the reasons of one request. A code host that gave a usable answer for the last login is not out,
 * whatever became of those before.
 */
function obstacleIn(reasons: readonly (InvitationFailureReason | null)[]): Obstacle | null {
  const met: ReadonlySet<string | null> = new Set(reasons.filter((reason) => reason !== 'unreachable'));
  const lasting = Object.keys(OBSTACLES).filter(isObstacle);
  const last = reasons.at(-1);
  const isOut = last === 'unreachable' || last === 'not-confirmed';
  return lasting.find((obstacle) => met.has(obstacle)) ?? (isOut ? 'unreachable' : null);
}

/** A run that was kept, or null when what was kept is none. */
export const parseRun = (kept: unknown): AddRun | null =>
  parseKeptRun(kept, { parseItem: (item) => (typeof item === 'string' ? item : null), parseResult });

function parseResult(kept: unknown): AddResult | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { login, error, outcome }: Partial<Record<keyof AddResult, unknown>> = kept;
  if (typeof login !== 'string' || !(error === null || typeof error === 'string')) return null;
  const otherwise = error === null ? 'added' : 'failed';
  return { login, error, outcome: OUTCOMES.find((known) => known === outcome) ?? otherwise };
}
