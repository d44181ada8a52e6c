import type { Job } from '../../../client/src/index.ts';
import type { Columns } from '../output/rows.ts';

const DONE: ReadonlySet<string> = new Set(['sent', 'changed', 'already-member', 'already-invited', 'nothing-to-do']);
const OPEN: ReadonlySet<string> = new Set(['ready', 'sending']);

export const countsOf = ({ counts }: Pick<Job, 'counts'>): string =>
  Object.entries(counts)
    .filter(([outcome, count]) => count > 0 && !OPEN.has(outcome))
    .map(([outcome, count]) => `${count} ${outcome.replaceAll('-', ' ')}`)
    .join(', ');

export const failuresIn = ({ counts }: Pick<Job, 'counts'>): number =>
  Object.entries(counts).reduce(
    (sum, [outcome, count]) => (DONE.has(outcome) || OPEN.has(outcome) ? sum : sum + count),
    0,
  );

export function stateWords({ state, reason, words, until, waitsFor }: Job): string {
  // An older instance does not say it.
  if (state === 'queued' && waitsFor != null)
    return `queued: waits for job ${waitsFor.id} of ${waitsFor.runBy} (${waitsFor.state})`;
  const why = words ?? reason?.replaceAll('-', ' ') ?? null;
  const wait = state === 'limited' && until !== null ? ` until ${until}` : '';
  return `${state === 'limited' ? 'waiting' : state}${wait}${why === null ? '' : `: ${why}`}`;
}

export const JOB_COLUMNS: Columns<Job> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  title: ({ title }) => title,
  state: stateWords,
  results: countsOf,
  'started-by': ({ startedBy }) => startedBy,
  'created-at': ({ createdAt }) => createdAt,
};
