import type { RowFinding } from '../reporting/results.ts';

/*
 * What a day of a person is taken to be. docs/scale.md does its arithmetic with the same figures.
 */

/** Database work of one action. Each read of a session is one transaction. */
export interface Written {
  readonly transactions: number;
  /**
   * Rows added, changed or removed, by table; of those where their number follows from what is done. It does not where one
   * statement is for several at once: uses of sessions, heads of audit logs.
   */
  readonly rows: Readonly<Record<string, number>>;
}

/** Something that happens many times a day. */
export interface Kind extends Written {
  readonly name: KindName;
  /** For each person. */
  readonly aDay: number;
  /** Spread over the hours as people are, or evenly, as what code hosts tell. */
  readonly comes: 'with people' | 'evenly';
  /** Microseconds of the service's processor time, by a run of the bench; null where it measures none. */
  readonly benchMicros: ((results: readonly RowFinding[]) => number) | null;
}

export type KindName =
  | 'sign-in'
  | 'session'
  | 'organizations'
  | 'organization'
  | 'status, unchanged'
  | 'GraphQL query'
  | 'mass invite of five'
  | 'event, logged'
  | 'event, a list changed'
  | 'sign-out';

/** The figure at the beginning of a text, in microseconds. */
function microsIn(text: string): number {
  const [, figure = '', unit] = /([\d.]+) (µs|ms)/.exec(text) ?? [];
  return Number(figure) * (unit === 'ms' ? 1000 : 1);
}

function foundIn(results: readonly RowFinding[], what: string): RowFinding {
  const found = results.find((finding) => finding.what.startsWith(what));
  if (found === undefined) throw new Error(`the results have nothing about ${what}`);
  return found;
}

const oursOf = (what: string) => (results: readonly RowFinding[]) => microsIn(foundIn(results, what).ours);

export const KINDS: readonly Kind[] = [
  {
    name: 'sign-in',
    aDay: 1,
    comes: 'with people',
    // Instances and PostgreSQL together, then PostgreSQL alone.
    benchMicros: (results) => {
      const text = foundIn(results, '200 sign-ins at once').reference;
      return microsIn(text) - 1000 * Number(/PostgreSQL ([\d.]+)/.exec(text)?.[1]);
    },
    transactions: 4,
    rows: { sessions: 1, session_installations: 3, used_states: 1 },
  },
  {
    name: 'session',
    aDay: 14,
    comes: 'with people',
    benchMicros: oursOf('GET /api/auth/session, PostgreSQL'),
    transactions: 1,
    rows: {},
  },
  {
    name: 'organizations',
    aDay: 6,
    comes: 'with people',
    benchMicros: oursOf('GET /api/organizations, PostgreSQL'),
    transactions: 1,
    rows: {},
  },
  {
    name: 'organization',
    aDay: 5,
    comes: 'with people',
    benchMicros: oursOf('GET /api/organizations/{login}, PostgreSQL'),
    transactions: 1,
    rows: {},
  },
  {
    name: 'status, unchanged',
    aDay: 5,
    comes: 'with people',
    // A session read, and one query more.
    benchMicros: (results) => {
      const { ours, reference } = foundIn(results, 'GET /api/auth/session, PostgreSQL');
      return microsIn(ours) + microsIn(reference);
    },
    transactions: 2,
    rows: {},
  },
  {
    name: 'GraphQL query',
    aDay: 1,
    comes: 'with people',
    benchMicros: (results) => {
      const time = foundIn(results, 'GraphQL proxy').limit?.find((line) => line.startsWith('processor time'));
      return microsIn(time ?? '');
    },
    transactions: 1,
    rows: {},
  },
  {
    name: 'mass invite of five',
    aDay: 0.02,
    comes: 'with people',
    benchMicros: null,
    transactions: 13,
    rows: { audit_rows: 10, invitation_batches: 1 },
  },
  {
    name: 'event, logged',
    aDay: 2,
    comes: 'evenly',
    benchMicros: oursOf('POST /api/install/webhook'),
    transactions: 0,
    rows: {},
  },
  {
    name: 'event, a list changed',
    aDay: 0.05,
    comes: 'evenly',
    benchMicros: null,
    transactions: 6,
    rows: { host_observations: 2, host_installations: 2, host_repository_looks: 1, host_installation_repositories: 1 },
  },
  {
    name: 'sign-out',
    aDay: 0.2,
    comes: 'with people',
    benchMicros: null,
    transactions: 1,
    rows: { sessions: 1, session_installations: 3 },
  },
];

/** How busy each hour is beside the average; the busiest is five times as busy. */
export const HOURS: readonly number[] = [
  0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.8, 2.2, 5, 3.4, 2.4, 1.4, 1.6, 1.6, 1.5, 1.2, 0.7, 0.4, 0.3, 0.2, 0.1, 0.05,
  0.05,
];

/** Of a kind, in an hour. */
export function inHour({ aDay, comes }: Kind, hour: number, people: number): number {
  const share = comes === 'evenly' ? 1 : (HOURS[hour] ?? 0);
  return (people * aDay * share) / HOURS.length;
}
