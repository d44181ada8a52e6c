import type { InvitationFailureReason, MassInviteAnswer } from '@orgdesk/client';

const OUTCOMES = ['invited', 'already', 'unconfirmed', 'failed'] as const;
/** `already`: a member, or invited before. `unconfirmed`: may be invited by now. */
export type InviteOutcome = (typeof OUTCOMES)[number];

/** What became of one login. */
export interface InviteResult {
  readonly login: string;
  /** Why it was not invited; null when it was. */
  readonly error: string | null;
  readonly outcome: InviteOutcome;
}

/**
 * `stopped`: by the person, or because the next ones would fare no better. `rejected`: the code host no longer takes the
 * person's token, though the session goes on. `signed-out`: the session has ended. `failed`: a request broke off.
 */
export type InviteRunState =
  | 'idle'
  | 'sending'
  | 'stopping'
  | 'finished'
  | 'stopped'
  | 'rejected'
  | 'signed-out'
  | 'failed';

/** Invitations on their way: what came of those that were sent, and who still waits. */
export interface InviteRun {
  readonly state: InviteRunState;
  /** One for each login, in the order of sending. */
  readonly results: readonly InviteResult[];
  readonly waiting: readonly string[];
  /** How many logins this sending had at its start. */
  readonly total: number;
  /** Why it failed or stopped by itself; null when it did not. */
  readonly sentence: string | null;
  /** From when on the others may be sent, in milliseconds since 1970 by the page's clock; null when that is not known. */
  readonly notBefore: number | null;
}

export const IDLE: InviteRun = { state: 'idle', results: [], waiting: [], total: 0, sentence: null, notBefore: null };

export const isUnderWay = ({ state }: InviteRun): boolean => state === 'sending' || state === 'stopping';

/** Who was not invited and may be tried again. Whoever is there already, or may be invited by now, is none of them. */
export const failedLogins = (run: InviteRun): readonly string[] => loginsWith(run, 'failed');
/** Who may be invited by now: the code host was asked to, and did not confirm it. */
export const unconfirmedLogins = (run: InviteRun): readonly string[] => loginsWith(run, 'unconfirmed');

/** Who came out like this, in the order of sending. */
export const loginsWith = (run: InviteRun, wanted: InviteOutcome): readonly string[] =>
  resultsWith(run, wanted).map(({ login }) => login);

/** The results that came out like this, likewise. */
export const resultsWith = ({ results }: InviteRun, wanted: InviteOutcome): readonly InviteResult[] =>
  results.filter(({ outcome }) => outcome === wanted);

/** The run that sends these logins; results of earlier ones stay. */
export const started = (run: InviteRun, logins: readonly string[]): InviteRun => ({
  ...run,
  state: 'sending',
  waiting: logins,
  total: logins.length,
  sentence: null,
  notBefore: null,
});

/**
 * The run after a request for these logins was answered, at `now`. A login that was tried again has its result replaced.
 * Where the next ones would fare no better, the run stops, and those to whom for such a reason nothing was sent go on
 * waiting. Where nobody waits then, it is finished.
 */
export function answered(run: InviteRun, logins: readonly string[], answer: MassInviteAnswer, now: Date): InviteRun {
  const failed = new Map(answer.failed.map((failure) => [failure.login, failure]));
  const invited = new Set(answer.success);
  const reasonOf = (login: string) => (invited.has(login) ? null : (failed.get(login)?.reason ?? null));
  const obstacle = obstacleIn(logins.map(reasonOf));
  const isKeptBack = (login: string) => obstacle !== null && isObstacle(reasonOf(login));
  const processed = logins.filter((login) => !isKeptBack(login));
  const fresh = processed.map((login): InviteResult => {
    if (invited.has(login)) return { login, error: null, outcome: 'invited' };
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

function outcomeFor(reason: InvitationFailureReason | null): InviteOutcome {
  if (reason === 'already-there') return 'already';
  return reason === 'not-confirmed' ? 'unconfirmed' : 'failed';
}

/** What the next logins would meet as well, and with what nobody was invited. The most lasting comes first. */
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

export const ended = (
  run: InviteRun,
  state: Exclude<InviteRunState, 'idle' | 'sending' | 'stopping'>,
  sentence: string | null = null,
  notBefore: number | null = null,
): InviteRun => ({ ...run, state, sentence, notBefore });

/** The run without those who still wait: none where nobody was sent. */
export const withoutWaiting = (run: InviteRun): InviteRun =>
  run.results.length === 0 ? IDLE : ended({ ...run, total: run.total - run.waiting.length, waiting: [] }, 'finished');

/** The states of which it is not known whether the next fifty were sent, once the page that sent them is gone. */
const CUT_OFF: ReadonlySet<unknown> = new Set<InviteRunState>(['sending', 'stopping', 'failed']);

/** A run that was kept, or null when what was kept is none. Whatever was under way has stopped or broken off. */
export function parseRun(kept: unknown): InviteRun | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { state, results, waiting, total, sentence, notBefore }: Partial<Record<keyof InviteRun, unknown>> = kept;
  if (!Array.isArray(results) || !Array.isArray(waiting) || typeof total !== 'number') return null;
  const read = results.map(parseResult);
  if (!read.every((result) => result !== null)) return null;
  if (!waiting.every((login): login is string => typeof login === 'string')) return null;
  if (results.length + waiting.length === 0) return null;
  const isCutOff = waiting.length > 0 && CUT_OFF.has(state);
  const endState = isCutOff ? 'failed' : waiting.length > 0 ? 'stopped' : 'finished';
  const known = { state: endState, results: read, waiting, total } as const;
  // Only why it stopped by itself holds: a session that ended is another one by now.
  if (state !== 'stopped' || typeof sentence !== 'string') return { ...known, sentence: null, notBefore: null };
  return { ...known, sentence, notBefore: typeof notBefore === 'number' ? notBefore : null };
}

/** Pages of an earlier version kept no outcomes. */
function parseResult(kept: unknown): InviteResult | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { login, error, outcome }: Partial<Record<keyof InviteResult, unknown>> = kept;
  if (typeof login !== 'string' || !(error === null || typeof error === 'string')) return null;
  const otherwise = error === null ? 'invited' : 'failed';
  return { login, error, outcome: OUTCOMES.find((known) => known === outcome) ?? otherwise };
}
