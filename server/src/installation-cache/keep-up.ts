import { UPKEEP_LEASE_MS } from '../domain/limits.ts';
import type { LeaseStore } from '../ports/storage.ts';
import type { Entropy, Log } from '../ports/system.ts';
import { REST, type UpkeepRound } from './rounds.ts';

export interface KeepUpDeps {
  readonly round: UpkeepRound;
  readonly leases: LeaseStore;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** Ends the rounds, the one under way too; resolves when that has given its leases back. */
export type StopUpkeep = () => Promise<void>;

/** Who of all instances does the rounds; held for as long as that one lives. */
const TURN = 'upkeep-turn';

/**
 * Does rounds of upkeep, if it is this instance's turn: at once when nobody had the turn at the start, or when whoever
 * had it vanished, since events may have been lost then; otherwise when the rest after the last round is over, whoever
 * did that. A round that fails is logged; the next one tries again.
 */
export function keepUp({ round, leases, entropy, log }: KeepUpDeps): StopUpkeep {
  const holder = Buffer.from(entropy.bytes(16)).toString('hex');
  const stop = new AbortController();
  let isStart = true;
  let underWay: Promise<void> | null = null;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const leftMs = await leases.leftMs(TURN);
    const isMine = await leases.acquire(TURN, holder, UPKEEP_LEASE_MS);
    const isDue = isStart || leftMs === 0 || ((await leases.leftMs(REST)) ?? 0) === 0;
    isStart = false;
    if (!isMine) log.debug({}, 'another instance compares cache and code host');
    else if (isDue && underWay === null && !stop.signal.aborted) {
      underWay = logged(round(undefined, stop.signal), log).finally(() => {
        underWay = null;
      });
    }
  }
  const start = () => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'whose turn it is to compare could not be looked up'))
      .finally(() => {
        looking = null;
      });
  };
  const timer = setInterval(start, UPKEEP_LEASE_MS / 3);
  start();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await looking;
    await underWay;
    await leases.release(TURN, holder).catch((error: unknown) => {
      log.warn({ err: error }, 'the turn to compare could not be given back; it runs out by itself');
    });
  };
}

async function logged(round: ReturnType<UpkeepRound>, log: Log): Promise<void> {
  try {
    const report = await round;
    if (report.ok) log.info(report.value, 'cache and code host were compared');
    else if (report.refusal.kind === 'busy') log.debug({}, 'somebody else compares cache and code host');
    else if (report.refusal.kind === 'stopped') log.debug({}, 'stopped before cache and code host were compared');
    else log.warn({ refusal: report.refusal }, 'cache and code host could not be compared');
  } catch (error) {
    log.error({ err: error }, 'cache and code host could not be compared');
  }
}
