import type { MassInviteAnswer } from '@orgdesk/client';

/** What became of one login. */
export interface InviteResult {
  readonly login: string;
  /** Why it was not invited; null when it was. */
  readonly error: string | null;
}

export type InviteRunState = 'idle' | 'sending' | 'stopping' | 'finished' | 'stopped' | 'signed-out' | 'failed';

/** Invitations on their way: what came of those that were sent, and who still waits. */
export interface InviteRun {
  readonly state: InviteRunState;
  /** One for each login, in the order of sending. */
  readonly results: readonly InviteResult[];
  readonly waiting: readonly string[];
  /** How many logins this sending had at its start. */
  readonly total: number;
  /** Why it failed; null when it did not. */
  readonly sentence: string | null;
}

export const IDLE: InviteRun = { state: 'idle', results: [], waiting: [], total: 0, sentence: null };

export const isUnderWay = ({ state }: InviteRun): boolean => state === 'sending' || state === 'stopping';
/** Who was not invited and may be tried again. Whoever is there already is none of them. */
export const failedLogins = ({ results }: InviteRun): readonly string[] =>
  results.filter((result) => outcomeOf(result) === 'failed').map(({ login }) => login);

/** `already`: the person is a member, or was invited before. Only the code host's words tell. */
export type InviteOutcome = 'invited' | 'already' | 'failed';
export function outcomeOf({ error }: InviteResult): InviteOutcome {
  if (error === null) return 'invited';
  return /\balready\b/i.test(error) ? 'already' : 'failed';
}

/** What stands beside a login that the code host had no room for. Specification: Mass invite, Processing. */
const RATE_LIMITED = 'API rate limit exceeded';

/** The run that sends these logins; results of earlier ones stay. */
export const started = (run: InviteRun, logins: readonly string[]): InviteRun => ({
  ...run,
  state: 'sending',
  waiting: logins,
  total: logins.length,
  sentence: null,
});

/**
 * The run after a request for these logins was answered. A login that was tried again has its result replaced. Those that
 * a rate limit kept back go on waiting, and the run stops: the next ones would fare no better.
 */
export function answered(run: InviteRun, logins: readonly string[], answer: MassInviteAnswer): InviteRun {
  const errors = new Map(answer.failed.map(({ login, error }) => [login, error]));
  const invited = new Set(answer.success);
  const isLimited = (login: string) => !invited.has(login) && errors.get(login) === RATE_LIMITED;
  const processed = logins.filter((login) => !isLimited(login));
  const fresh = processed.map((login): InviteResult => {
    if (invited.has(login)) return { login, error: null };
    return { login, error: errors.get(login) ?? 'The service did not say what became of this one.' };
  });
  const results = new Map([...run.results, ...fresh].map((result) => [result.login.toLowerCase(), result]));
  const done = new Set(processed);
  const after = { ...run, results: [...results.values()], waiting: run.waiting.filter((login) => !done.has(login)) };
  return processed.length === logins.length ? after : ended(after, 'stopped', LIMITED_SENTENCE);
}

const LIMITED_SENTENCE =
  'The code host takes no more requests from you for now. Its limit is counted by the hour: send the others later.';

export const ended = (
  run: InviteRun,
  state: Exclude<InviteRunState, 'idle' | 'sending' | 'stopping'>,
  sentence: string | null = null,
): InviteRun => ({ ...run, state, sentence });

/** The run without those who still wait. */
export const withoutWaiting = (run: InviteRun): InviteRun =>
  ended({ ...run, total: run.total - run.waiting.length, waiting: [] }, 'finished');

/** The states of which it is not known whether the next fifty were sent, once the page that sent them is gone. */
const CUT_OFF: ReadonlySet<unknown> = new Set<InviteRunState>(['sending', 'stopping', 'failed']);

/** A run that was kept, or null when what was kept is none. Whatever was under way has stopped or broken off. */
export function parseRun(kept: unknown): InviteRun | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { state, results, waiting, total }: Partial<Record<keyof InviteRun, unknown>> = kept;
  if (!Array.isArray(results) || !Array.isArray(waiting) || typeof total !== 'number') return null;
  if (!results.every(isResult) || !waiting.every((login): login is string => typeof login === 'string')) return null;
  if (results.length + waiting.length === 0) return null;
  const isCutOff = waiting.length > 0 && CUT_OFF.has(state);
  const endState = isCutOff ? 'failed' : waiting.length > 0 ? 'stopped' : 'finished';
  return { state: endState, results, waiting, total, sentence: null };
}

function isResult(kept: unknown): kept is InviteResult {
  if (typeof kept !== 'object' || kept === null) return false;
  const { login, error }: Partial<Record<keyof InviteResult, unknown>> = kept;
  return typeof login === 'string' && (error === null || typeof error === 'string');
}
