import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { NEEDED_EVENTS } from '../../domain/installation.ts';
import { JOB_KINDS, ROW_OUTCOMES } from '../../domain/job.ts';
import type {
  CallCredential,
  CallOutcome,
  DeliveryAttempt,
  Observations,
  RemainingLimit,
} from '../../domain/observations.ts';
import {
  APP_SEEN_MS,
  ATTEMPTS_COUNTED_MS,
  KEPT_RECEIPTS_MAX,
  LIMIT_SEEN_MS,
  LIMIT_SHARES_MAX,
} from '../../lib/limits/operate.ts';
import { METRICS, type MetricName, type Times } from './metric-table.ts';

const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DELAY_SECONDS = [1, 2, 5, 10, 30, 60, 300, 1800, 7200, 43_200];
const ROUND_SECONDS = [0.5, 1, 5, 15, 60, 300, 900, 3600];
/** These outcomes prove that the App is accepted. */
const ACCEPTED: ReadonlySet<string> = new Set<CallOutcome>(['ok', 'not-modified', 'missing']);
const RESOURCES: ReadonlySet<string> = new Set(['core', 'graphql']);
/** The last five are sent to every App without a subscription. */
const EVENTS: ReadonlySet<string> = new Set<string>([
  ...NEEDED_EVENTS,
  'installation',
  'installation_repositories',
  'installation_target',
  'github_app_authorization',
  'ping',
]);

/** Fixed label values bound the number of series. */
export function createObserving(
  { counter, gauge, histogram }: Meters,
  { now, elapsed }: Times,
): Observations & { readonly beforeScrape: () => void } {
  const calls = counter('orgdesk_code_host_calls_total');
  const callSeconds = histogram('orgdesk_code_host_call_duration_seconds', CALL_SECONDS);
  const signIns = counter('orgdesk_sign_ins_total');
  const refreshes = counter('orgdesk_token_refreshes_total');
  const deliveries = counter('orgdesk_webhook_deliveries_total');
  const delays = histogram('orgdesk_webhook_delay_seconds', DELAY_SECONDS);
  const redeliveries = counter('orgdesk_webhook_redeliveries_total');
  const rounds = counter('orgdesk_comparisons_total');
  const roundSeconds = histogram('orgdesk_comparison_duration_seconds', ROUND_SECONDS);
  const differences = counter('orgdesk_comparison_differences_total');
  const lists = counter('orgdesk_comparison_lists_total');
  const rows = counter('orgdesk_job_rows_total');
  const jobFailures = counter('orgdesk_job_failures_total');
  const trailFailures = counter('orgdesk_audit_trail_failures_total');
  const heads = counter('orgdesk_audit_heads_total');
  const refusals = counter('orgdesk_requests_refused_total');
  const streams = gauge('orgdesk_open_streams');
  /** The metric is absent until its first value. */
  let comparedAt: ReturnType<typeof gauge<'orgdesk_comparison_last_success_timestamp_seconds'>> | null = null;
  let installations: ReturnType<typeof gauge<'orgdesk_installations'>> | null = null;
  const appAccepted = gauge('orgdesk_code_host_app_accepted');
  appAccepted.remove();
  let appSeenAt = Number.NEGATIVE_INFINITY;
  const attempted = gauge('orgdesk_webhook_attempts');
  const limits = createSmallestShares(elapsed);
  const remaining = gauge('orgdesk_code_host_limit_remaining_ratio');
  const receipts = createReceipts(now);

  // No rate can be computed from an absent series.
  for (const outcome of ROW_OUTCOMES) rows.inc({ outcome }, 0);
  for (const event of [...EVENTS, 'other'])
    for (const outcome of ['ok', 'refused', 'failed']) deliveries.inc({ event, outcome }, 0);
  for (const outcome of ['signed-in', 'app-refused', 'state-refused', 'failed']) signIns.inc({ outcome }, 0);
  for (const outcome of ['refreshed', 'spent', 'lost', 'rate-limited', 'rejected', 'unreachable'])
    refreshes.inc({ outcome }, 0);
  for (const outcome of ['ok', 'limited', 'stopped', 'failed']) rounds.inc({ outcome }, 0);
  for (const change of ['added', 'changed', 'removed']) differences.inc({ change }, 0);
  for (const outcome of ['fetched', 'failed']) lists.inc({ outcome }, 0);
  for (const kind of JOB_KINDS) jobFailures.inc({ kind }, 0);
  for (const part of ['intent', 'outcome', 'event']) trailFailures.inc({ part }, 0);
  for (const outcome of ['signed', 'refused', 'unsent']) heads.inc({ outcome }, 0);
  for (const bound of ['client-address', 'person', 'list', 'events', 'file']) refusals.inc({ bound }, 0);
  for (const kind of ['list', 'events']) streams.set({ kind }, 0);

  return {
    noteCall({ kind, credential, outcome, seconds, left }) {
      calls.inc({ kind, credential, outcome });
      callSeconds.observe({ kind }, seconds);
      if (left !== null) limits.note(credential, left);
      if (credential !== 'app' || !(outcome === 'unauthorized' || ACCEPTED.has(outcome))) return;
      appSeenAt = elapsed();
      appAccepted.set(outcome === 'unauthorized' ? 0 : 1);
    },
    noteRefresh: (outcome) => refreshes.inc({ outcome }),
    noteSignIn: (outcome) => signIns.inc({ outcome }),
    noteDelivery({ event, delivery, outcome }) {
      deliveries.inc({ event: event !== null && EVENTS.has(event) ? event : 'other', outcome });
      if (delivery !== null && outcome === 'ok') receipts.note(delivery);
    },
    noteAttempts: (attempts) => {
      for (const seconds of receipts.delaysOf(attempts)) delays.observe(seconds);
      const since = now() - ATTEMPTS_COUNTED_MS;
      const latest = attempts.filter(({ deliveredAt }) => deliveredAt.getTime() > since);
      const delivered = latest.filter(({ succeeded }) => succeeded).length;
      attempted.set({ outcome: 'delivered' }, delivered);
      attempted.set({ outcome: 'failed' }, latest.length - delivered);
    },
    noteRound({ outcome, seconds, report }) {
      rounds.inc({ outcome });
      roundSeconds.observe(seconds);
      if (outcome === 'ok') {
        comparedAt ??= gauge('orgdesk_comparison_last_success_timestamp_seconds');
        comparedAt.set(now() / 1000);
      }
      if (report === null) return;
      // The first comparison finds everything new, which means no missed event.
      const added = report.added === report.onCodeHost ? 0 : report.added;
      for (const [change, count] of Object.entries({ added, changed: report.changed, removed: report.removed }))
        differences.inc({ change }, count);
      lists.inc({ outcome: 'fetched' }, report.listsFetched);
      lists.inc({ outcome: 'failed' }, report.listsFailed);
      redeliveries.inc(report.redelivered ?? 0);
      installations ??= gauge('orgdesk_installations');
      installations.set(report.onCodeHost);
    },
    noteRow: (outcome) => rows.inc({ outcome }),
    noteJobFailure: (kind) => jobFailures.inc({ kind }),
    noteTrailFailure: (part) => trailFailures.inc({ part }),
    noteHead: (outcome) => heads.inc({ outcome }),
    noteRefusal: (bound) => refusals.inc({ bound }),
    noteStream: (kind, change) => streams.inc({ kind }, change),
    beforeScrape() {
      if (elapsed() - appSeenAt > APP_SEEN_MS) appAccepted.remove();
      remaining.reset();
      for (const { credential, resource, share } of limits.smallest()) remaining.set({ credential, resource }, share);
    },
  };
}

/** Each user and installation has a limit of its own; the smallest share shows whether refusals are near. */
function createSmallestShares(elapsed: Times['elapsed']) {
  interface ObservedShare {
    readonly share: number;
    readonly at: number;
  }
  const kinds = new Map<
    string,
    { readonly credential: CallCredential; readonly resource: string; shares: ObservedShare[] }
  >();

  return {
    note(credential: CallCredential, { resource: named, remaining, limit }: RemainingLimit): void {
      const resource = RESOURCES.has(named) ? named : 'other';
      const key = `${credential} ${resource}`;
      const entry = kinds.get(key) ?? { credential, resource, shares: [] };
      kinds.set(key, entry);
      const now = { share: Math.min(1, remaining / limit), at: elapsed() };
      // Earlier shares are kept only if smaller, so shares ascend with time.
      const smaller = entry.shares.filter(({ share, at }) => share < now.share && now.at - at < LIMIT_SEEN_MS);
      entry.shares = [...smaller.slice(0, LIMIT_SHARES_MAX - 1), now];
    },
    smallest() {
      const since = elapsed() - LIMIT_SEEN_MS;
      return [...kinds.values()].flatMap(({ credential, resource, shares: seen }) => {
        const smallest = seen.find(({ at }) => at >= since);
        return smallest === undefined ? [] : [{ credential, resource, share: smallest.share }];
      });
    },
  };
}

function createReceipts(now: Times['now']) {
  const receivedAt = new LRUCache<string, number>({ max: KEPT_RECEIPTS_MAX });
  return {
    note: (delivery: string) => void receivedAt.set(delivery, now()),
    /** In seconds; never negative, as clocks differ. */
    delaysOf(attempts: readonly DeliveryAttempt[]): readonly number[] {
      const delays: number[] = [];
      for (const { guid, deliveredAt, succeeded } of attempts) {
        const at = receivedAt.get(guid);
        if (at === undefined || !succeeded) continue;
        receivedAt.delete(guid);
        delays.push(Math.max(0, at - deliveredAt.getTime()) / 1000);
      }
      return delays;
    },
  };
}

type NamesOf<Type> = { [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never }[MetricName];
type LabelsOf<Name extends MetricName> = (typeof METRICS)[Name] extends { readonly labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never;

export function createMeters(registry: Registry) {
  const configuration = <Name extends MetricName>(name: Name) => {
    const row: { readonly help: string; readonly labels?: object } = METRICS[name];
    return {
      name,
      help: row.help,
      labelNames: Object.keys(row.labels ?? {}) as LabelsOf<Name>[],
      registers: [registry],
    };
  };
  return {
    counter: <Name extends NamesOf<'counter'>>(name: Name) => new Counter<LabelsOf<Name>>(configuration(name)),
    gauge: <Name extends NamesOf<'gauge'>>(name: Name) => new Gauge<LabelsOf<Name>>(configuration(name)),
    histogram: <Name extends NamesOf<'histogram'>>(name: Name, buckets: readonly number[]) =>
      new Histogram<LabelsOf<Name>>({ ...configuration(name), buckets: [...buckets] }),
  };
}

export type Meters = ReturnType<typeof createMeters>;
