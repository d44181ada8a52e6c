import type { Finding } from '../finding.ts';
import type { Instance } from '../instance.ts';
import type { Outage } from './outages.ts';
import { type Attempt, countAccepted, type SignIns } from './sign-ins.ts';

const BACK_LIMIT_MS = 2_000;

/** When each instance completed its first sign-in after a new leader, in milliseconds. */
function backAfter({ leaderAt }: Outage, attempts: readonly Attempt[]): readonly number[] {
  const indexes = [...new Set(attempts.map(({ index }) => index))].sort();
  return indexes.map((index) => {
    const later = attempts.filter((one) => one.index === index && one.ok && one.endedAt > leaderAt);
    return Math.min(...later.map(({ endedAt }) => endedAt)) - leaderAt;
  });
}

/** How long it took to find a leader, and then to sign in. */
export function judgeTimes(outages: readonly Outage[], attempts: readonly Attempt[]): readonly Finding[] {
  const kinds = [...Map.groupBy(outages, ({ kind }) => kind)].map(([kind, list]): Finding => {
    const back = list.flatMap((outage) => backAfter(outage, attempts));
    const away = list.map(({ faultAt, leaderAt }) => Math.round(leaderAt - faultAt));
    return {
      what: `first sign-in at each instance after another leader; ${kind}, ${list.length} times`,
      bound: `within ${BACK_LIMIT_MS} ms`,
      seen: `${back.map(Math.round).join(', ')} ms (leader after ${away.join(', ')} ms)`,
      ok: Math.max(...back) <= BACK_LIMIT_MS,
    };
  });
  const isCalm = ({ beganAt, endedAt }: Attempt) =>
    outages.every(({ faultAt, leaderAt }) => endedAt < faultAt || beganAt > leaderAt + BACK_LIMIT_MS);
  const calm = attempts.filter(isCalm);
  const failed = calm.filter(({ ok }) => !ok);
  const longestMs = Math.max(...calm.map(({ beganAt, endedAt }) => endedAt - beganAt));
  return [
    ...kinds,
    {
      what: 'sign-ins while there is a leader',
      bound: 'none failed',
      seen: `${calm.length}, ${failed.length} failed, the longest took ${Math.round(longestMs)} ms${when(failed, outages)}`,
      ok: calm.length > 0 && failed.length === 0,
    },
  ];
}

/** Says after which outages something failed, and how many seconds after their new leader. */
function when(failed: readonly Attempt[], outages: readonly Outage[]): string {
  const afterwards = Map.groupBy(failed, ({ beganAt }) => outages.findLastIndex(({ leaderAt }) => leaderAt < beganAt));
  return [...afterwards]
    .map(([index, list]) => {
      const { kind = 'start', leaderAt = 0 } = outages[index] ?? {};
      const seconds = list.map(({ beganAt }) => (beganAt - leaderAt) / 1_000);
      return `; ${list.length} from ${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s after outage ${index + 1} (${kind})`;
    })
    .join('');
}

/** What was acknowledged about sessions is so on both instances. */
export async function judgeSessions(
  outages: readonly Outage[],
  { kept, ended, revivals }: SignIns,
  instances: readonly Instance[],
): Promise<readonly Finding[]> {
  const found = await countAccepted(kept, instances);
  const alive = await countAccepted(
    ended.map(({ session }) => session),
    instances,
  );
  /** Without a database, only the instance that ended a session knows it. */
  const endsEverywhereAt = (acknowledgedAt: number): number => {
    const during = outages.find(
      ({ faultAt, leaderAt }) => acknowledgedAt > faultAt && acknowledgedAt < leaderAt + BACK_LIMIT_MS,
    );
    return during === undefined ? acknowledgedAt : during.leaderAt + BACK_LIMIT_MS;
  };
  const wrong = revivals.filter(({ acknowledgedAt, readAt }) => readAt > endsEverywhereAt(acknowledgedAt));
  return [
    {
      what: 'acknowledged sign-ins that work afterwards, at both instances',
      bound: `all ${kept.length}`,
      seen: `${found / instances.length}`,
      ok: kept.length > 0 && found === kept.length * instances.length,
    },
    {
      what: `ended sessions that worked later (2 s after the new leader if ended without one), of ${ended.length}`,
      bound: 'none',
      seen: `${wrong.length}, and ${alive} at the end; ${revivals.length - wrong.length} within the 2 s`,
      ok: ended.length > 0 && wrong.length === 0 && alive === 0,
    },
  ];
}
