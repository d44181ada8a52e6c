import { COMPARISON_LIMIT_MS, ROUND_LEASE_MS } from '../../domain/limits/installations.ts';
import type { LeaseStore } from '../../ports/storage/leases.ts';
import type { Clock, Entropy, Log } from '../../ports/system.ts';
import { randomHex } from '../../security/secrets.ts';
import type { WorkKind } from '../due-work/work-kind.ts';
import type { Round, RoundEnd } from './rounds.ts';

export interface ComparisonKindDeps {
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** The one item of this kind. */
export const COMPARISON = { organizationId: 0, kind: 'comparison', key: '' } as const;

/** Held by one instance while any runs. */
const LEADER_LEASE = 'upkeep-turn';

/**
 * Compares at each interval; also at once when an instance starts alone or the leader vanished, because events may be
 * lost. The App's rate limit delays the next comparison.
 */
export function createComparisonKind(
  round: Round,
  everyMs: number,
  { leases, clock, entropy, log }: ComparisonKindDeps,
): WorkKind {
  const holder = randomHex(entropy, 16);
  let isStart = true;

  return {
    name: COMPARISON.kind,
    limitMs: COMPARISON_LIMIT_MS,
    schedule: { firstAfterMs: everyMs, everyMs },
    async open(now) {
      const leftMs = await leases.leftMs(LEADER_LEASE);
      const isLeader = await leases.acquire(LEADER_LEASE, holder, ROUND_LEASE_MS);
      const isDue = isLeader && (isStart || leftMs === 0);
      isStart = false;
      return isDue ? [{ ...COMPARISON, dueAt: now, requestId: null }] : [];
    },
    async close() {
      isStart = true;
      await leases.release(LEADER_LEASE, holder);
    },
    async work(_, stop) {
      const ended = await round(undefined, stop).catch((error: unknown) => {
        log.error({ err: error }, 'could not compare the cache with the code host');
        return null;
      });
      if (ended !== null) logEnd(ended, log);
      const now = clock.now().getTime();
      if (ended?.outcome.ok === false && ended.outcome.refusal.kind === 'stopped') return new Date(now);
      return new Date(Math.max(now + everyMs, ended?.limit?.retryAt?.getTime() ?? 0));
    },
  };
}

function logEnd({ outcome }: RoundEnd, log: Log): void {
  if (outcome.ok) log.info(outcome.value, 'compared the cache with the code host');
  else if (outcome.refusal.kind === 'busy') log.debug({}, 'another comparison is running');
  else if (outcome.refusal.kind === 'stopped') log.debug({}, 'comparison of the cache with the code host stopped');
  else log.warn({ refusal: outcome.refusal }, 'could not compare the cache with the code host');
}
