import type { ChangedPerson, ChangePeopleAnswer, PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/client';

/** Somebody who is to be changed. */
export interface ChosenPerson {
  readonly id: number;
  readonly login: string;
}

/** `stopped`: by the person, or because the next ones would fare no better. */
export type ChangeState = 'sending' | 'stopping' | 'finished' | 'stopped' | 'signed-out';

/** What came of a change so far. */
export interface ChangeRun {
  readonly state: ChangeState;
  /** One for each who was sent, the latest word on each. */
  readonly results: readonly ChangedPerson[];
  /** How many are changed by this sending, and of how many it is known by now. */
  readonly total: number;
  readonly done: number;
  /** Why it ended early; null when it did not, or somebody stopped it. */
  readonly sentence: string | null;
  /** From when on the others may be sent; null when nothing speaks against it at once. */
  readonly notBefore: Date | null;
}

/** More than these, and somebody has to write for which organization. */
const UNASKED_MAX = 5;

/** Those of a preview who will be changed. */
export const willingPeople = ({ people }: PreviewPeopleAnswer): readonly PreviewedPerson[] =>
  people.filter(({ verdict }) => verdict === 'will-change');

export const allWillingPeople = (previews: readonly PreviewPeopleAnswer[]): readonly PreviewedPerson[] =>
  previews.flatMap(willingPeople);

/** Whether the login of the organization has to be written: also where it takes several requests, each of few. */
export const needsConfirmation = (previews: readonly PreviewPeopleAnswer[]): boolean =>
  previews.some((preview) => preview.needsConfirmation) || allWillingPeople(previews).length > UNASKED_MAX;

/** The run that makes these changes; what came of earlier ones stays. */
export const startedRun = (before: ChangeRun | null, previews: readonly PreviewPeopleAnswer[]): ChangeRun => ({
  state: 'sending',
  results: before?.results ?? [],
  total: allWillingPeople(previews).length,
  done: 0,
  sentence: null,
  notBefore: null,
});

/** What the next ones would meet as well. */
const OBSTACLES = {
  'token-rejected': 'The code host no longer accepts your sign-in: sign in again.',
  'rate-limited': 'The code host takes no more requests from you for now.',
  unreachable: 'The code host gives no usable answer at the moment.',
} as const;

/** The run after a request was answered, at `now`. Where the next ones would fare no better, it stops. */
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

/** A code host that gave a usable answer for the last one is not out, whatever became of those before. */
function obstacleIn(results: readonly ChangedPerson[]): keyof typeof OBSTACLES | null {
  const met = new Set(results.map(({ reason }) => reason));
  if (met.has('token-rejected')) return 'token-rejected';
  if (met.has('rate-limited')) return 'rate-limited';
  const last = results.at(-1);
  return last?.reason === 'unreachable' || last?.outcome === 'not-confirmed' ? 'unreachable' : null;
}

/** What is known of people of whom a request told nothing. */
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
  // Nobody without a number is changed.
  return id === null ? [] : [{ id, login, outcome, error, reason: null }];
}

const merged = (before: readonly ChangedPerson[], fresh: readonly ChangedPerson[]): readonly ChangedPerson[] => [
  ...new Map([...before, ...fresh].map((result) => [result.id, result])).values(),
];

/** The run once nothing more is sent: finished where everybody was. */
export function endedRun(run: ChangeRun): ChangeRun {
  if (run.state === 'signed-out') return run;
  const hasRest = run.results.some(({ outcome }) => outcome === 'not-tried');
  return { ...run, state: hasRest ? 'stopped' : 'finished' };
}

/** Outcomes after which the same may be tried again: nobody is what was wanted. */
const UNSETTLED: ReadonlySet<ChangedPerson['outcome']> = new Set([
  'changed-since',
  'refused',
  'not-confirmed',
  'not-tried',
]);

/** Those with whom it may be tried again. */
export const unsettledPeople = ({ results }: ChangeRun): readonly ChangedPerson[] =>
  results.filter(({ outcome }) => UNSETTLED.has(outcome));

/** The same run once a later preview tells that somebody is what was wanted after all. */
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
