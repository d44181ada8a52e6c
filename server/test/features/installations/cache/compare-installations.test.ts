import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES, type EngineName } from '../../../support/databases/engines.ts';
import { installationOf } from '../../../support/databases/records.ts';
import { FULL_LENGTH } from '../../../support/series.ts';
import { allRecords } from '../../../support/service/cache.ts';
import { startService } from '../../../support/service/start-service.ts';

/** The list alone, not what lies below it. */
const LIST = { path: '^/app/installations$' };
const DELIVERIES = { path: '^/app/hook/deliveries$' };

/** A service whose code host has the App on so many organizations and nowhere else, none of them cached. */
async function serviceWith(engine: EngineName, installations: number) {
  const service = await startService({ engine });
  onTestFinished(() => service.close());
  const { world, control } = service.simulator;
  for (const { id } of world.installations()) world.removeInstallation(id);
  world.addUser({ login: 'owner' });
  const { installationIds } = world.enlarge('owner', { organizations: installations, installations });
  // Repository lists are no part of these tests.
  control.fault({ match: { path: '^/installation/repositories$' }, kind: 'bad-gateway-html' });
  const recorded = async () => (await allRecords(service.storage.installations)).map(({ id }) => id);
  return { service, world, control, installationIds, recorded };
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('comparing installations on %s', (engine) => {
  test('stores what came before a page that failed, and holds nothing for missing [Y-19]', async () => {
    const { service, world, control, installationIds, recorded } = await serviceWith(engine, 250);
    expect(await service.upkeep()).toMatchObject({ ok: true, value: { onCodeHost: 250, added: 250 } });
    for (const id of installationIds.slice(0, 5)) world.removeInstallation(id);
    const late = world.enlarge('owner', { organizations: 60, installations: 60, prefix: 'late' }).installationIds;
    const hold = control.hold(LIST);
    const round = service.upkeep();
    for (const page of [1, 2, 3]) {
      await hold.arrived(page);
      hold.releaseSome(1);
    }
    await hold.arrived(4);
    control.fault({ match: LIST, kind: 'bad-gateway-html' });
    hold.release();

    expect(await round).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
    // The last five of 305 are on page four. The five removed ones are still recorded.
    expect(new Set(await recorded())).toEqual(new Set([...installationIds, ...late.slice(0, 55)]));
  });

  test('gives up a list that leads back to itself, and asks for lost deliveries all the same', async () => {
    const { service, control } = await serviceWith(engine, 1);
    control.fault({ match: { path: '/app/installations/' }, kind: 'bad-gateway-html', times: 1 });
    control.platform.uninstall(service.simulator.world.installations()[0]?.id ?? 0);
    control.platform.install({ account: 'acme' });
    await control.settled();
    expect(control.deliveries({ state: 'failure' })).toHaveLength(1);
    const { apiUrl, world } = service.simulator;
    const [installation] = world.installations();
    const body = [
      { id: installation?.id, account: { id: installation?.accountId, login: 'acme', type: 'Organization' } },
    ];
    const headers = { link: `<${apiUrl}/app/installations?page=2>; rel="next"` };
    control.fault({ match: LIST, kind: 'reply', status: 200, headers, body });
    control.clearRequests();

    const report = await service.upkeep();

    expect(report).toEqual({
      ok: false,
      refusal: { kind: 'unreachable', message: 'the list of installations does not end' },
    });
    expect(control.count(LIST)).toBe(2);
    await control.settled();
    expect(control.deliveries({ redelivery: true, state: 'success' })).toHaveLength(1);
  });

  test('a list that cannot be had keeps no lost delivery from being asked for [Y-19]', async () => {
    const { service, control } = await serviceWith(engine, 0);
    control.deliverTo(`${service.simulator.url}/nowhere`);
    control.platform.install({ account: 'acme' });
    await control.settled();
    control.fault({ match: LIST, kind: 'bad-gateway-html' });
    expect((await service.upkeep()).ok).toBe(false);
    expect(control.deliveries({ redelivery: true })).toHaveLength(1);
    expect(control.count(DELIVERIES)).toBe(1);
  });
});

test.runIf(FULL_LENGTH)(
  'more installations than were once read are all compared, those that are gone as well [Y-19]',
  async () => {
    const { service, world, installationIds } = await serviceWith('SQLite', 20_100);
    const { installations } = service.storage;
    const observation = await installations.observe();
    // All but the last are known, and one that the code host does not have.
    const records = installationIds.slice(0, -1).map((id) => {
      const { accountId } = world.installation(id) ?? { accountId: 0 };
      const accountLogin = world.organizationById(accountId)?.login ?? '';
      return { ...installationOf(id, accountId), accountLogin };
    });
    const gone = { ...installationOf(1), accountLogin: 'gone' };
    await installations.upsert([...records, gone], observation, service.clock.now());
    const stop = new AbortController();
    const compared = Promise.withResolvers<void>();
    const round = service.upkeep(() => compared.resolve(), stop.signal);
    await compared.promise;
    stop.abort();
    await round;

    expect(await installations.findByIds([1])).toEqual([]);
    expect(await installations.findByIds(installationIds.slice(-2))).toHaveLength(2);
  },
);
