import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { type Instance, startService } from '../../support/service/start-service.ts';

const ROUND = { path: '^/app/installations$' };
const HOUR_MS = 3_600_000;
/** An instance schedules this one after it has looked whose turn it is to compare. */
const LATER_KIND = 'audit-follow-up';

describe.each(ENGINES)('rounds of several instances on $name', (engine) => {
  /** Opens instances that have not started their rounds, on a readable database. */
  async function instancesOf(count: number) {
    const service = await startService({ engine: engine.name, upkeepEveryMs: HOUR_MS });
    onTestFinished(() => service.close());
    const instances: Pick<Instance, 'keepUp' | 'wake'>[] = [service];
    while (instances.length < count) instances.push(await service.addInstance());
    const { rawQuery } = await engine.open({ url: service.databaseUrl, migrate: false });
    const rounds = () => service.simulator.control.count(ROUND);
    const holderOf = async (name: string) =>
      (await rawQuery(`select holder from leases where name = '${name}'`))[0]?.holder;
    const isScheduled = async (kind: string) =>
      (await rawQuery(`select kind from due_work where kind = '${kind}'`)).length > 0;
    /** Ends the leader's lease as the passing of time does. */
    const runOutTurn = () => rawQuery("update leases set until = 1 where name = 'upkeep-turn'");
    const runOutRest = () => rawQuery("update due_work set due_at = 1 where kind = 'comparison'");
    const restMs = async () =>
      Number((await rawQuery("select due_at from due_work where kind = 'comparison'"))[0]?.due_at) - Date.now();
    const nextPoll = () => {
      for (const instance of instances) instance.wake();
    };
    /** Every instance looks whose turn it is; the time is for rounds that should not begin. */
    const poll = async () => {
      nextPoll();
      await delay(150);
    };
    /** Comes true as time passes, and stays so. */
    const roundsBecome = async (number: number) => {
      await expect
        .poll(() => {
          if (rounds() < number) nextPoll();
          return rounds();
        })
        .toBe(number);
      await expect.poll(() => holderOf('upkeep')).toBeUndefined();
      await poll();
      expect(rounds()).toBe(number);
    };
    const keepUp = (instance: Pick<Instance, 'keepUp'> | undefined, kinds?: readonly string[]) => {
      const stop = instance?.keepUp(kinds) ?? (async () => {});
      onTestFinished(stop);
      return stop;
    };
    return {
      service,
      instances,
      holderOf,
      isScheduled,
      runOutTurn,
      runOutRest,
      restMs,
      nextPoll,
      roundsBecome,
      keepUp,
    };
  }

  test('that start apart are one at the first start, and one each time the rest is over [Y-21]', async () => {
    const { instances, runOutRest, roundsBecome, keepUp } = await instancesOf(4);
    for (const instance of instances) {
      keepUp(instance);
      await roundsBecome(1);
    }
    for (const number of [2, 3]) {
      await runOutRest();
      await roundsBecome(number);
    }
  });

  test('go on with another instance when the one whose turn it was stops, at the time that was due [Y-21]', async () => {
    const { instances, holderOf, isScheduled, runOutRest, nextPoll, roundsBecome, keepUp } = await instancesOf(2);
    const stop = keepUp(instances[0]);
    await roundsBecome(1);
    const first = await holderOf('upkeep-turn');
    keepUp(instances[1], ['comparison', LATER_KIND]);
    await expect.poll(() => isScheduled(LATER_KIND)).toBe(true);
    await stop();
    const next = () => {
      nextPoll();
      return holderOf('upkeep-turn');
    };
    await expect.poll(next).toEqual(expect.any(String));
    expect(await holderOf('upkeep-turn')).not.toBe(first);
    await roundsBecome(1);
    await runOutRest();
    await roundsBecome(2);
  });

  test('are done at once by an instance that starts alone, and by one that takes over from one that vanished [Y-21]', async () => {
    const { instances, runOutTurn, roundsBecome, keepUp } = await instancesOf(3);
    await keepUp(instances[0])();
    const alone = keepUp(instances[1]);
    await roundsBecome(1);
    await alone();
    keepUp(instances[1]);
    await roundsBecome(2);
    await runOutTurn();
    await roundsBecome(3);
  });

  test('wait for as long as the limit of the App lasts [Y-21]', async () => {
    const { service, roundsBecome, keepUp, runOutRest, restMs } = await instancesOf(1);
    service.simulator.control.fault({ match: ROUND, kind: 'secondary-rate-limit', retryAfter: 3 * 3_600 });
    keepUp(service);
    await roundsBecome(1);
    expect(await restMs()).toBeGreaterThan(2 * HOUR_MS);
    expect(service.simulator.control.count({ path: '/app/hook/deliveries' })).toBe(0);
    service.simulator.control.clearFaults();
    await runOutRest();
    await roundsBecome(2);
    const leftMs = await restMs();
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(HOUR_MS);
  });
});
