import type { ChangedPerson, ChangePeopleAnswer, PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/client';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { halted, IDLE, isRunning, obstacleIn, type Run } from '../../../components/run/run.ts';
import { NO_RESPONSE, RATE_LIMITED, SIGN_IN_EXPIRED } from '../../../lib/words/failure-words.ts';

export interface ChosenPerson {
  readonly id: number;
  readonly login: string;
}

/** Sends one preview per request. */
export interface PeopleChangeRun extends Run<PreviewPeopleAnswer, ChangedPerson> {
  /** People in this sending. */
  readonly people: number;
}

export const IDLE_RUN: PeopleChangeRun = { ...IDLE, people: 0 };

export const willingPeople = ({ people }: PreviewPeopleAnswer): readonly PreviewedPerson[] =>
  people.filter(({ verdict }) => verdict === 'will-change');

export const allWillingPeople = (previews: readonly PreviewPeopleAnswer[]): readonly PreviewedPerson[] =>
  previews.flatMap(willingPeople);

/** Returns true also if several small requests exceed the limit together. */
export const needsConfirmation = (previews: readonly PreviewPeopleAnswer[]): boolean =>
  previews.some((preview) => preview.needsConfirmation) || allWillingPeople(previews).length > UNCONFIRMED_PEOPLE_MAX;

/** Reasons that affect all remaining people. */
const STOP_REASONS = {
  'token-rejected': SIGN_IN_EXPIRED,
  'rate-limited': RATE_LIMITED,
  unreachable: NO_RESPONSE,
} as const;

/** Applies the answer to the next preview. Stops if the rest would fail for the same reason. */
export function answeredRun(
  run: PeopleChangeRun,
  sent: PreviewPeopleAnswer,
  answer: ChangePeopleAnswer,
  now: Date,
): PeopleChangeRun {
  const byId = new Map(answer.results.map((result) => [result.id, result]));
  const fresh = resultsFor(sent, 'not-confirmed').map((result) => byId.get(result.id) ?? result);
  const waiting = run.waiting.filter((preview) => preview !== sent);
  const after = { ...run, results: merged(run.results, fresh), waiting };
  const stopReason = obstacleIn(fresh, ['token-rejected', 'rate-limited']);
  if (stopReason === null) return after;
  const { retryAfterSeconds } = answer;
  return halted(after, { obstacle: stopReason, message: STOP_REASONS[stopReason], retryAfterSeconds, now });
}

/** Includes the people whom the run did not get to. The first request of a failed run may have been carried out. */
export const resultsOf = (run: PeopleChangeRun): readonly ChangedPerson[] =>
  isRunning(run)
    ? run.results
    : merged(
        run.results,
        run.waiting.flatMap((preview, index) =>
          resultsFor(preview, run.state === 'failed' && index === 0 ? 'not-confirmed' : 'not-tried'),
        ),
      );

export const processedCount = ({ people, waiting }: PeopleChangeRun): number =>
  people - allWillingPeople(waiting).length;

const resultsFor = (preview: PreviewPeopleAnswer, outcome: ChangedPerson['outcome']): readonly ChangedPerson[] =>
  willingPeople(preview).flatMap((person) => resultOf(person, outcome));

// People without an ID cannot be changed.
const resultOf = ({ id, login }: PreviewedPerson, outcome: ChangedPerson['outcome']): readonly ChangedPerson[] =>
  id === null ? [] : [{ id, login, outcome, error: null, reason: null }];

const merged = (before: readonly ChangedPerson[], fresh: readonly ChangedPerson[]): readonly ChangedPerson[] => [
  ...new Map([...before, ...fresh].map((result) => [result.id, result])).values(),
];

/** Outcomes that can be tried again. */
const UNSETTLED: ReadonlySet<ChangedPerson['outcome']> = new Set([
  'changed-since',
  'refused',
  'not-confirmed',
  'not-tried',
]);

export const unsettledPeople = (run: PeopleChangeRun): readonly ChangedPerson[] =>
  resultsOf(run).filter(({ outcome }) => UNSETTLED.has(outcome));

/** Settles people for whom a later preview leaves nothing to do. */
export function settledRun(run: PeopleChangeRun, previews: readonly PreviewPeopleAnswer[]): PeopleChangeRun {
  const open = new Set(unsettledPeople(run).map(({ id }) => id));
  const settled = previews.flatMap(({ change, people }) =>
    people.flatMap((person) => {
      const isSo = person.verdict === 'nothing-to-do' || (person.verdict === 'not-there' && change.kind === 'remove');
      return isSo && person.id !== null && open.has(person.id) ? resultOf(person, 'nothing-to-do') : [];
    }),
  );
  return { ...run, results: merged(resultsOf(run), settled), waiting: [] };
}
