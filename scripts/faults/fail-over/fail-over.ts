import { setTimeout as pause } from 'node:timers/promises';
import type { Finding } from '../finding.ts';
import { startTwoInstances } from '../two-instances.ts';
import { type Changes, startChanges } from './changes.ts';
import { type Cluster, databaseUrl, startCluster } from './cluster.ts';
import { judgeInvitations, judgeTrails, type TrailHead } from './judge-changes.ts';
import { judgeSessions, judgeTimes } from './judge-sign-ins.ts';
import { type Outage, outagesOf } from './outages.ts';
import { startProxy } from './proxy.ts';
import { missing } from './requirements.ts';
import { type SignIns, startSignIns } from './sign-ins.ts';

/** Lets whatever began last come to its end. */
const AFTERWARDS_MS = 5_000;
const HEADS = 'select organization_id, newest_number, newest_hash from audit_heads';

/**
 * Two instances, each with its HAProxy, on three PostgreSQL servers under Patroni. The leader is switched over, killed,
 * frozen and cut off, twenty times in all, while people sign in and out, jobs send and audit logs are written.
 */
export async function failOver(): Promise<readonly Finding[]> {
  const lacks = missing();
  if (lacks !== null) {
    return [{ what: 'fail-over of PostgreSQL under Patroni', bound: 'tried', seen: `skipped: it ${lacks}`, ok: true }];
  }
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const cluster = await startCluster();
    stops.push(cluster.stop);
    const proxies = [await startProxy(cluster), await startProxy(cluster)] as const;
    stops.push(...proxies.map(({ stop }) => stop));
    const [first, second] = proxies;
    const instances = await startTwoInstances(databaseUrl(first.host), databaseUrl(second.host));
    stops.push(instances.stop);
    instances.simulator.control.rateLimits({ core: 1_000_000, graphql: 1_000_000 });

    const changes = await startChanges(instances);
    const both = [instances.one, instances.other];
    const signIns = startSignIns(both);
    const { outages, heads } = await takeAway(cluster, signIns, changes);
    await pause(AFTERWARDS_MS);
    await Promise.all([signIns.stop(), changes.stop()]);
    return [
      ...judgeTimes(outages, signIns.attempts),
      ...(await judgeSessions(outages, signIns, both)),
      ...(await judgeInvitations(changes, instances.simulator)),
      ...(await judgeTrails(cluster, heads, instances.one.env)),
    ];
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function takeAway(cluster: Cluster, { attempts }: SignIns, changes: Changes) {
  const outages: Outage[] = [];
  const heads: TrailHead[] = [];
  const noteHeads = async () => heads.push(...(await cluster.query<TrailHead>(HEADS)));
  for await (const outage of outagesOf(cluster, noteHeads)) {
    outages.push(outage);
    const awayMs = Math.round(outage.leaderAt - outage.faultAt);
    const counted = `${attempts.filter(({ ok }) => ok).length} sign-ins, ${changes.acknowledged.length} invitations`;
    process.stderr.write(`  ${outages.length}: ${outage.kind}, another leader after ${awayMs} ms; ${counted}\n`);
  }
  return { outages, heads };
}
