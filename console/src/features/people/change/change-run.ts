import type { ChangedPerson, ChangePeopleAnswer, PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/client';

export interface ChosenPerson {
  readonly id: number;
  readonly login: string;
}

/** `stopped`: by the person or because the rest would fail too. */
export type ChangeState = 'sending' | 'stopping' | 'finished' | 'stopped' | 'signed-out';

export interface ChangeRun {
  readonly state: ChangeState;
  /** The latest result for each person sent. */
  readonly results: readonly ChangedPerson[];
  /** Counts for the current sending. */
  readonly total: number;
  readonly done: number;
  /** Why it stopped by itself; otherwise null. */
  readonly sentence: string | null;
  /** When the rest can be sent; null means now. */
  readonly notBefore: Date | null;
}

/** Larger changes require typing the organization's login. */
const UNASKED_MAX = 5;

export const willingPeople = ({ people }: PreviewPeopleAnswer): readonly PreviewedPerson[] =>
  people.filter(({ verdict }) => verdict === 'will-change');

const allWillingPeople = (previews: readonly PreviewPeopleAnswer[]): readonly PreviewedPerson[] =>
  previews.flatMap(willingPeople);

/** Also if several small requests exceed the limit together. */
export const needsConfirmation = (previews: readonly PreviewPeopleAnswer[]): boolean =>
  previews.some((preview) => preview.needsConfirmation) || allWillingPeople(previews).length > UNASKED_MAX;

/** Keeps results of earlier runs. */
export const startedRun = (before: ChangeRun | null, previews: readonly PreviewPeopleAnswer[]): ChangeRun => ({
  state: 'sending',
  results: before?.results ?? [],
  total: allWillingPeople(previews).length,
  done: 0,
  sentence: null,
  notBefore: null,
});

/** Reasons that affect all remaining people. */
const OBSTACLES = {
  'token-rejected': 'The code host no longer accepts your sign-in: sign in again.',
  'rate-limited': 'The code host takes no more requests from you for now.',
  unreachable: 'The code host gives no usable answer at the moment.',
} as const;

/** Applies the answer to one request. Stops if the rest would fail for the same reason. */
export function answeredRun(
  run: ChangeRun,
  sent: PreviewPeopleAnswer,
  answer: ChangePeopleAnswer,
  now: Date,
): ChangeRun {
  const byId = new Map(answer.results.map((result) => [result.id, result]));
  const fresh = willingPeople(sent).flatMap((person) => {
    const result = person.id === null ? undefined : byId.get(person.id);
    return result ?? resultOf(person, 'not-confirmed', null);
  });
  const after = { ...run, results: merged(run.results, fresh), done: run.done + fresh.length };
  const obstacle = obstacleIn(fresh);
  if (obstacle === null) return after;
  const { retryAfterSeconds: seconds } = answer;
  return {
    ...after,
    state: 'stopped',
    sentence: OBSTACLES[obstacle],
    notBefore: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
  };
}

/** The code host counts as unreachable only if the last call failed. */
function obstacleIn(results: readonly ChangedPerson[]): keyof typeof OBSTACLES | null {
  const met = new Set(results.map(({ reason }) => reason));
  if (met.has('token-rejected')) return 'token-rejected';
  if (met.has('rate-limited')) return 'rate-limited';
  const last = results.at(-1);
  return last?.reason === 'unreachable' || last?.outcome === 'not-confirmed' ? 'unreachable' : null;
}

/** Gives everyone in these previews the same outcome. */
export const withResult = (
  run: ChangeRun,
  sent: readonly PreviewPeopleAnswer[],
  outcome: ChangedPerson['outcome'],
  error: string | null,
): ChangeRun => ({
  ...run,
  results: merged(
    run.results,
    allWillingPeople(sent).flatMap((person) => resultOf(person, outcome, error)),
  ),
});

function resultOf(
  { id, login }: PreviewedPerson,
  outcome: ChangedPerson['outcome'],
  error: string | null,
): readonly ChangedPerson[] {
  // People without an ID cannot be changed.
  return id === null ? [] : [{ id, login, outcome, error, reason: null }];
}

const merged = (before: readonly ChangedPerson[], fresh: readonly ChangedPerson[]): readonly ChangedPerson[] => [
  ...new Map([...before, ...fresh].map((result) => [result.id, result])).values(),
];

export function endedRun(run: ChangeRun): ChangeRun {
  if (run.state === 'signed-out') return run;
  const hasRest = run.results.some(({ outcome }) => outcome === 'not-tried');
  return { ...run, state: hasRest ? 'stopped' : 'finished' };
}

/** Outcomes that can be tried again. */
const UNSETTLED: ReadonlySet<ChangedPerson['outcome']> = new Set([
  'changed-since',
  'refused',
  'not-confirmed',
  'not-tried',
]);

export const unsettledPeople = ({ results }: ChangeRun): readonly ChangedPerson[] =>
  results.filter(({ outcome }) => UNSETTLED.has(outcome));

/** Settles people for whom nothing is left to do. */
export function settledRun(run: ChangeRun, previews: readonly PreviewPeopleAnswer[]): ChangeRun {
  const open = new Set(unsettledPeople(run).map(({ id }) => id));
  const settled = previews.flatMap(({ change, people }) =>
    people.flatMap((person) => {
      const isSo = person.verdict === 'nothing-to-do' || (person.verdict === 'not-there' && change.kind === 'remove');
      return isSo && person.id !== null && open.has(person.id) ? resultOf(person, 'nothing-to-do', null) : [];
    }),
  );
  return { ...run, results: merged(run.results, settled) };
}
