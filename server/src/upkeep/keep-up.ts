import type { Log } from '../ports/system.ts';
import type { UpkeepRound } from './upkeep-round.ts';

/** Ends the rounds, the one under way too; resolves when that has given its lease back. */
export type StopUpkeep = () => Promise<void>;

/** Does a round now and then one every interval. A round that fails is logged; the next one tries again. */
export function keepUp(round: UpkeepRound, everyMs: number, log: Log): StopUpkeep {
  let underWay: { readonly over: Promise<void>; readonly stop: AbortController } | null = null;
  const start = () => {
    if (underWay !== null) return;
    const stop = new AbortController();
    const over = logged(() => round(undefined, stop.signal), log).finally(() => {
      underWay = null;
    });
    underWay = { over, stop };
  };
  const timer = setInterval(start, everyMs);
  start();
  return async () => {
    clearInterval(timer);
    underWay?.stop.abort();
    await underWay?.over;
  };
}

async function logged(round: () => ReturnType<UpkeepRound>, log: Log): Promise<void> {
  try {
    const report = await round();
    if (report.ok) log.info(report.value, 'cache and code host were compared');
    else if (report.refusal.kind === 'busy') log.debug({}, 'another instance compares cache and code host');
    else if (report.refusal.kind === 'stopped') log.debug({}, 'stopped before cache and code host were compared');
    else log.warn({ refusal: report.refusal }, 'cache and code host could not be compared');
  } catch (error) {
    log.error({ err: error }, 'cache and code host could not be compared');
  }
}
