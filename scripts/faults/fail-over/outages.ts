import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './network.ts';

const ROUNDS = 4;
const POLL_MS = 50;
const LEADER_LIMIT_MS = 90_000;
/** Lets people work between two faults, and while a machine is away. */
const CALM_MS = 2_500;

/** One loss of the leader; times are of `performance.now()`. */
export interface Outage {
  readonly kind: string;
  readonly faultAt: number;
  /** When Patroni first called another server the leader. */
  readonly leaderAt: number;
}

interface Kind {
  readonly name: string;
  readonly happen: (cluster: Cluster, leader: Machine) => unknown;
  readonly end: (cluster: Cluster, leader: Machine) => unknown;
}

const KINDS: readonly Kind[] = [
  { name: 'switched over', happen: (cluster, leader) => cluster.switchOver(leader), end: () => {} },
  { name: 'PostgreSQL killed', happen: (cluster, leader) => cluster.killPostgres(leader), end: () => {} },
  {
    name: 'machine killed',
    happen: (cluster, leader) => cluster.kill(leader),
    end: (cluster, leader) => cluster.start(leader),
  },
  {
    name: 'machine frozen',
    happen: (cluster, leader) => cluster.freeze(leader, true),
    end: (cluster, leader) => cluster.freeze(leader, false),
  },
  {
    name: 'machine cut off',
    happen: (cluster, leader) => cluster.cutOff(leader, true),
    end: (cluster, leader) => cluster.cutOff(leader, false),
  },
];

/** Takes the leader away twenty times, in five ways, and brings it back after another one was found. */
export async function* outagesOf(cluster: Cluster, beforeEach: () => Promise<unknown>): AsyncGenerator<Outage> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { name, happen, end } of KINDS) {
      await cluster.untilHealthy();
      await pause(CALM_MS);
      await beforeEach();
      const former = await cluster.leader();
      if (former === null) throw new Error('a healthy cluster has no leader');
      const faultAt = performance.now();
      const happened = happen(cluster, former);
      await untilAnother(cluster, former);
      const leaderAt = performance.now();
      await happened;
      yield { kind: name, faultAt, leaderAt };
      await pause(CALM_MS);
      await end(cluster, former);
    }
  }
  await cluster.untilHealthy();
}

async function untilAnother(cluster: Cluster, former: Machine): Promise<void> {
  const giveUpAt = performance.now() + LEADER_LIMIT_MS;
  const others = cluster.machines.filter((machine) => machine !== former);
  let isFound = false;
  const untilFound = async (machine: Machine) => {
    while (!isFound && !(await cluster.isLeader(machine))) {
      if (performance.now() > giveUpAt) throw new Error('the cluster found no other leader');
      await pause(POLL_MS);
    }
    isFound = true;
  };
  await Promise.race(others.map(untilFound));
}
