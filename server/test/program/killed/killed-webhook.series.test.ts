import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery, Hold, Simulator } from '@orgdesk/simulator';
import { describe, expect, test } from 'vitest';
import { databaseUrlOnDisk, ENGINES, type TestEngine } from '../../support/databases/engines.ts';
import { FULL_LENGTH, inSeries } from '../../support/series.ts';
import { type InstallationFacts, trueFacts } from '../../support/service/cache.ts';
import { freePort } from '../../support/service/ports.ts';
import type { Program } from '../../support/service/program.ts';
import { type ConfiguredHost, configuredHost, runReady } from '../configured.ts';

/** SQLite writes in the process that is killed; PostgreSQL only sees a connection end. */
const KILLS = inSeries({ SQLite: 16, PostgreSQL: 4 }, { SQLite: 3, PostgreSQL: 1 }, { SQLite: 50, PostgreSQL: 10 });
const STARTED_AHEAD = 2;
const LOGIN = 'kept-whole';
const REPOSITORIES = 260;
const COVERED = 210;
const PAGES = 3;
const DETAILS = { path: '^/app/installations/\\d+$' };
const LIST = { path: '/installation/repositories' };

interface Victim {
  readonly program: Program;
  readonly url: string;
}

/** Reads the record and its list from the database. */
interface Found {
  readonly record: Omit<InstallationFacts, 'repositories'>;
  readonly count: number | null;
  /** Null before the first one is stored. */
  readonly list: readonly string[] | null;
  readonly stale: boolean;
}

type Control = Simulator['control'];
/** Sends the delivery and waits until the point to kill is reached; the hold to be released when the process is gone. */
type KillPoint = (control: Control, send: () => Promise<unknown>, waitMs: number) => Promise<Hold | null>;

const DETAIL_KILL_POINTS: Readonly<Record<string, KillPoint>> = {
  'before the details': async (control, send) => {
    const hold = control.hold(DETAILS);
    void send();
    await hold.arrived(1);
    return hold;
  },
  'after the details': async (control, send, waitMs) => {
    const hold = control.hold(DETAILS, 'after');
    void send();
    await hold.arrived(1);
    hold.release();
    await pause(waitMs);
    return null;
  },
  'after the answer': async (_control, send) => {
    await send();
    return null;
  },
  'some time after the event': async (_control, send, waitMs) => {
    void send();
    await pause(2 * waitMs);
    return null;
  },
};
const LIST_KILL_POINTS: Readonly<Record<string, KillPoint>> = {
  'between details and repositories': async (control, send) => {
    const hold = control.hold(LIST);
    void send();
    await hold.arrived(1);
    return hold;
  },
  'between the pages': async (control, send, waitMs) => {
    const hold = control.hold(LIST);
    void send();
    await hold.arrived(1);
    hold.releaseSome(1);
    await hold.arrived(2);
    hold.releaseSome(1);
    await pause(waitMs);
    return hold;
  },
  'after the last page': async (control, send, waitMs) => {
    const hold = control.hold(LIST, 'after');
    void send();
    await hold.arrived(1);
    hold.releaseSome(1);
    await hold.arrived(PAGES);
    hold.release();
    await pause(waitMs);
    return null;
  },
};
const ALL_KILL_POINTS = Object.entries({ ...LIST_KILL_POINTS, ...DETAIL_KILL_POINTS });
const KILL_POINTS_WITHOUT_LIST = Object.entries(DETAIL_KILL_POINTS);
const KILL_POINTS_WITHOUT_CALLS = KILL_POINTS_WITHOUT_LIST.slice(2);

/** Changes that the platform tells of, in an order in which each is possible; how many kill points each has. */
const STEPS = [
  'repositories',
  'repositories',
  'suspend',
  'unsuspend',
  'repositories',
  'rename',
  'repositories',
  'uninstall',
  'install',
  'repositories',
] as const;
type Step = (typeof STEPS)[number];

function killPointsOf(step: Step): readonly (readonly [string, KillPoint])[] {
  if (step === 'uninstall') return KILL_POINTS_WITHOUT_CALLS;
  return step === 'suspend' ? KILL_POINTS_WITHOUT_LIST : ALL_KILL_POINTS;
}

const repositoriesOf = (generation: number): readonly string[] =>
  Array.from({ length: COVERED + (generation % 7) }, (_, index) => `r${(index + 13 * generation) % REPOSITORIES}`);

/** An installation whose account changes step by step; `id` changes when it is installed anew. */
function createSubject({ world, control: { platform } }: Simulator) {
  world.addUser({ login: `${LOGIN}-owner` });
  world.addOrganization({ login: LOGIN });
  world.addMembership({ organization: LOGIN, login: `${LOGIN}-owner`, role: 'admin' });
  for (let index = 0; index < REPOSITORIES; index += 1) world.addRepository({ owner: LOGIN, name: `r${index}` });
  let login = LOGIN;
  let { id } = platform.install({ account: login, repositories: repositoriesOf(0) });
  const changes: Readonly<Record<Step, (generation: number) => unknown>> = {
    repositories: (generation) => platform.setRepositories(id, repositoriesOf(generation)),
    suspend: () => platform.suspend(id),
    unsuspend: () => platform.unsuspend(id),
    rename: (generation) => {
      platform.renameOrganization(login, `${LOGIN}-${generation}`);
      login = `${LOGIN}-${generation}`;
    },
    uninstall: () => platform.uninstall(id),
    install: (generation) => {
      id = platform.install({ account: login, repositories: repositoriesOf(generation) }).id;
    },
  };
  return { id: () => id, change: (step: Step, generation: number) => changes[step](generation) };
}

async function foundIn(engine: TestEngine, url: string, id: number): Promise<Found | null> {
  const { storage, rawQuery, close } = await engine.open({ url, migrate: false });
  const cached = await storage.installations.findListed(id);
  if (engine.name === 'SQLite') {
    expect(await rawQuery('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await rawQuery('pragma foreign_key_check')).toEqual([]);
  }
  await close();
  if (cached === null) return null;
  const { accountLogin, suspendedAt, repositorySelection, repositoryCount, repositories, repositoriesStale } = cached;
  return {
    record: { accountLogin, suspended: suspendedAt !== null, repositorySelection },
    count: repositoryCount,
    list: repositories?.map(({ nameWithOwner }) => nameWithOwner).toSorted() ?? null,
    stale: repositoriesStale,
  };
}

const wholeOf = (facts: InstallationFacts | null): Pick<Found, 'record' | 'list'> | null => {
  if (facts === null) return null;
  const { repositories, ...record } = facts;
  return { record, list: repositories };
};

/** The record as it was or as it is, with a list and a count that belong together; a list that is behind says so. */
function expectOldOrNew(
  found: Found | null,
  before: InstallationFacts | null,
  after: InstallationFacts | null,
  what: string,
) {
  const [old, current] = [wholeOf(before), wholeOf(after)];
  if (found === null) {
    expect([old, current], what).toContain(null);
    return;
  }
  expect([old?.record, current?.record], what).toContainEqual(found.record);
  expect([old === null ? null : old.list, current?.list], what).toContainEqual(found.list);
  expect(found.count, what).toBe(found.list?.length ?? null);
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (same(old?.list, current?.list)) return;
  const [hasNewRecord, hasNewList] = [same(found.record, current?.record), same(found.list, current?.list)];
  if (hasNewList) expect(hasNewRecord, what).toBe(true);
  else if (hasNewRecord && !same(old?.record, current?.record)) expect(found.stale, what).toBe(true);
}

describe.each(ENGINES)('a process on $name that is killed while it handles a webhook', (engine) => {
  const start = async ({ env }: ConfiguredHost): Promise<Victim> => {
    const port = await freePort();
    return runReady({ ...env, PORT: String(port), RECONCILE_MINUTES: 'off', LOG_LEVEL: 'warn' });
  };

  test(`leaves the old record or the new one, ${KILLS[engine.name]} times, and a redelivery heals [Y-10]`, {
    timeout: 600_000,
  }, async () => {
    const databaseUrl = await databaseUrlOnDisk(engine.name);
    const host = await configuredHost(databaseUrl);
    const { simulator } = host;
    const { control } = simulator;
    const ready: Promise<Victim>[] = [];
    /** Starting takes most of the time, so some are started ahead; the last ones end with the test, ready or not. */
    const take = async (): Promise<Victim> => {
      while (ready.length < STARTED_AHEAD) ready.push(start(host));
      for (const started of ready) started.catch(() => {});
      return (await ready.shift()) ?? start(host);
    };
    const deliverTo = ({ url }: Victim, { id }: Delivery) => control.deliver(id, { url: `${url}/api/install/webhook` });
    const states = { old: 0, new: 0, behind: 0 };

    control.deliverTo('http://127.0.0.1:9/');
    control.holdDeliveries();
    const subject = createSubject(simulator);
    let victim = await take();
    for (const held of control.deliveries({ state: 'held' }))
      expect((await deliverTo(victim, held)).statusCode).toBe(200);
    expect(await foundIn(engine, databaseUrl, subject.id())).toMatchObject(
      wholeOf(trueFacts(simulator, subject.id())) ?? {},
    );

    for (let round = 1; round <= KILLS[engine.name]; round += 1) {
      const step = STEPS[(round - 1) % STEPS.length] ?? 'repositories';
      const killPoints = killPointsOf(step);
      const [killPoint, untilKillPoint] = killPoints[round % killPoints.length] ?? ALL_KILL_POINTS[0] ?? [];
      const what = `round ${round}: ${step}, killed ${killPoint}`;
      const former = subject.id();
      const before = trueFacts(simulator, former);
      subject.change(step, round);
      const id = subject.id();
      const after = trueFacts(simulator, id);
      const deliveries = control.deliveries({ state: 'held' });
      const last = deliveries.at(-1);
      if (last === undefined || untilKillPoint === undefined) throw new Error(`nothing to deliver in ${what}`);

      const sent = Promise.withResolvers<unknown>();
      const receiver = victim;
      const send = () => {
        const answered = deliverTo(receiver, last);
        answered.then(sent.resolve, sent.reject);
        return answered;
      };
      const hold = await untilKillPoint(control, send, (round * 5) % 23);
      expect(await victim.program.stop('SIGKILL'), what).toEqual({ code: null, signal: 'SIGKILL' });
      await sent.promise;
      hold?.release();

      const found = await foundIn(engine, databaseUrl, id);
      expectOldOrNew(found, id === former ? before : null, after, what);
      const [isOld, isNew] = [before, after].map(
        (facts) =>
          JSON.stringify(wholeOf(facts)) === JSON.stringify(found && { record: found.record, list: found.list }),
      );
      states[isNew ? 'new' : isOld || found === null ? 'old' : 'behind'] += 1;

      victim = await take();
      // On a busy machine a delivery may be refused as late, and is sent again, as the platform is asked to.
      for (const delivery of deliveries) {
        const answered = async () => {
          const { statusCode } = await deliverTo(victim, delivery);
          if (![200, 500].includes(statusCode ?? 0)) throw new Error(`${what}: answered ${statusCode}`);
          return statusCode;
        };
        await expect.poll(answered, { message: what }).toBe(200);
      }
      const healed = async () => {
        const now = await foundIn(engine, databaseUrl, id);
        return now && { record: now.record, list: now.list, fresh: step === 'suspend' || !now.stale };
      };
      // A long list may go on after the answer.
      const whole = wholeOf(after);
      await expect.poll(healed, { message: what }).toEqual(whole && { ...whole, fresh: true });
    }
    // The kills hit before, between and after the writes: the kill points that wait for a call do so however fast they are.
    if (FULL_LENGTH && engine.name === 'SQLite')
      for (const count of Object.values(states)) expect(count).toBeGreaterThan(0);
  });
});
