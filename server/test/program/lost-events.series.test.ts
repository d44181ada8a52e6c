import { describe, expect, test } from 'vitest';
import { ENGINES, freshDatabaseUrl } from '../support/databases/engines.ts';
import { cachedFacts, trueFacts } from '../support/service/cache.ts';
import { type ConfiguredHost, configuredHost, listens, readSession, run, runReady, signIn } from './configured.ts';

const WEBHOOK = '/api/install/webhook';

/** The running service's own lines about comparing, one object a line. */
const comparisons = (out: string) => out.split('\n').filter((line) => line.includes('the cache with the code host'));

describe.each(ENGINES)('the service on $name', (engine) => {
  const idOf = ({ simulator: { world } }: ConfiguredHost, login: string) =>
    world.installationOf(world.organization(login)?.id ?? 0)?.id ?? 0;

  test('heals at its start what it missed while it was down, without any redelivery [Y-4]', async () => {
    const databaseUrl = await freshDatabaseUrl(engine.name);
    const host = await configuredHost(databaseUrl);
    const { control } = host.simulator;
    const { program, url } = await runReady(host.env);
    control.deliverTo(url + WEBHOOK);
    control.platform.install({ account: 'quiet-co', by: 'ada' });
    await control.settled();
    const { storage } = await engine.open({ url: databaseUrl, migrate: false });
    const ids = ['acme', 'lumen-labs', 'harbor-tools', 'vaultworks', 'quiet-co'].map((login) => idOf(host, login));
    const [acme = 0, lumen = 0, harbor = 0, vault = 0, quiet = 0] = ids;
    // The list of a suspended installation cannot be read.
    const expectTruth = (of: readonly number[]) =>
      expect
        .poll(async () => Promise.all(of.map((id) => cachedFacts(storage, id))))
        .toEqual(of.map((id) => trueFacts(host.simulator, id)));
    await expectTruth(ids.filter((id) => id !== harbor));
    expect(await cachedFacts(storage, harbor)).toMatchObject({ suspended: true });
    expect(await program.stop()).toEqual({ code: 0, signal: null });

    // Nobody is told: what the platform sends goes nowhere and is not even in its list of deliveries.
    control.deliverTo(null);
    const deliveryCount = control.deliveries().length;
    control.platform.uninstall(lumen);
    control.platform.unsuspend(harbor);
    control.platform.suspend(vault);
    host.simulator.world.addRepository({ owner: 'quiet-co', name: 'made-at-night' });
    control.platform.setRepositories(quiet, ['made-at-night']);
    control.platform.renameOrganization('acme', 'acme-by-day');
    expect(control.deliveries()).toHaveLength(deliveryCount);
    expect(await cachedFacts(storage, acme)).toMatchObject({ accountLogin: 'acme' });

    const again = await runReady(host.env);
    await expectTruth(ids);
    expect(control.deliveries()).toHaveLength(deliveryCount);
    await expect.poll(() => comparisons(again.program.out())).toHaveLength(1);
    expect(JSON.parse(comparisons(again.program.out())[0] ?? '')).toMatchObject({ removed: 1, redelivered: 0 });
  });

  test('has a lost revocation sent again by a comparison, and ends the sessions of that user alone [Y-14]', async () => {
    const host = await configuredHost(await freshDatabaseUrl(engine.name));
    const { control } = host.simulator;
    const { url } = await runReady({ ...host.env, RECONCILE_MINUTES: 'off' });
    const [first, second, other] = [await signIn(url, 'ada'), await signIn(url, 'ada'), await signIn(url, 'grace')];
    const statuses = async () =>
      Promise.all([first, second, other].map(async (headers) => (await readSession(url, headers)).status));
    control.deliverTo(`${host.simulator.url}/nowhere`);
    control.platform.revokeAuthorization('ada');
    await control.settled();
    control.deliverTo(url + WEBHOOK);
    expect(control.deliveries({ event: 'github_app_authorization', state: 'failure' })).toHaveLength(1);
    expect(await statuses()).toEqual([200, 200, 200]);

    const program = run({ env: host.env, parameters: ['reconcile'] });
    expect((await program.ended).code).toBe(0);

    expect(program.out()).toContain('Redeliveries requested           1\n');
    await expect.poll(statuses).toEqual([401, 401, 200]);
    await control.settled();
    const attempts = control.deliveries({ event: 'github_app_authorization' });
    expect(new Set(attempts.map(({ guid }) => guid)).size).toBe(1);
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([404, 200]);
  });
});

test('a revocation that was lost while the service was down ends the sessions after its next start', async () => {
  const host = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { control } = host.simulator;
  const before = await runReady(host.env);
  control.deliverTo(before.url + WEBHOOK);
  const session = await signIn(before.url, 'ada');
  await before.program.stop();
  control.platform.revokeAuthorization('ada');
  await control.settled();
  expect(control.deliveries().map(({ statusCode }) => statusCode)).toEqual([502]);

  const { url } = await runReady(host.env);
  await expect.poll(async () => (await readSession(url, session)).status).toBe(401);
});

test.each([
  ['the list of installations', { path: '/app/installations' }],
  ['repository lists', { path: '/installation/repositories' }],
])('SIGTERM while a comparison waits for %s ends the service with code 0, at once', async (_what, match) => {
  const host = await configuredHost(await freshDatabaseUrl('SQLite'));
  const hold = host.simulator.control.hold(match);
  const { program, url } = await runReady(host.env);
  await hold.arrived(1);

  const ended = program.stop('SIGTERM');
  await expect.poll(() => listens(url)).toBe(false);
  expect(await ended).toEqual({ code: 0, signal: null });
  // Nor did it wait for the limit of the call, after which the comparison fails.
  expect(program.out()).not.toContain('could not compare');
  expect(program.out()).not.toMatch(/"level":"(error|fatal)"/);
  expect(program.err()).toBe('');
});
