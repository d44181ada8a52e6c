import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ENGINES, freshDatabaseUrl, type OpenStorage } from '../../support/databases/engines.ts';
import { pausedDatabase } from '../../support/databases/paused-database.ts';
import { pieceOf } from '../../support/series.ts';
import { allRecords, cachedFacts, trueFacts } from '../../support/service/cache.ts';
import { type ConfiguredHost, configuredHost, run, runReady, signIn } from '../configured.ts';

const BIN = fileURLToPath(new URL('../../../../node_modules/.bin/orgdesk', import.meta.url));
const NOTHING_DIFFERS =
  /^Installations on the code host {3}\d+\n {2}missing in the cache, added {4}0\n {2}changed, updated {15}0\n {2}gone, removed from the cache {3}0\nRepository lists fetched {9}\d+\nRedeliveries requested {11}0\n$/;

interface Spoken {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `orgdesk reconcile` to its end. */
async function reconcile(env: Readonly<Record<string, string>>, ...more: readonly string[]): Promise<Spoken> {
  const program = run({ env, parameters: ['reconcile', ...more] });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

/** A database that a program has made. */
async function openSqlite(url: string): Promise<OpenStorage> {
  const [engine] = ENGINES.filter(({ name }) => name === 'SQLite');
  if (engine === undefined) throw new Error('there is no SQLite');
  return engine.open({ url, migrate: false });
}

/** Secrets that the program's output must not contain. */
function secretsOf({ simulator: { app, control }, env }: ConfiguredHost): readonly string[] {
  const keyLines = (app.privateKeyPem ?? '').split('\n').filter((line) => line.length > 40);
  return [app.clientSecret, app.webhookSecret ?? '', String(env.TOKEN_SECRET), ...keyLines, ...control.issuedSecrets()];
}

function expectNoSecrets(host: ConfiguredHost, { out, err }: Spoken): void {
  const secrets = secretsOf(host);
  expect(Math.min(...secrets.map(({ length }) => length))).toBeGreaterThan(15);
  expect(secrets.filter((secret) => `${out}${err}`.includes(secret))).toEqual([]);
  expect(`${out}${err}`).not.toMatch(/eyJ[A-Za-z0-9_-]{10}|gh[a-z]_|\bat .+[.]ts:\d/);
}

describe.each(ENGINES)('orgdesk reconcile on $name', (engine) => {
  test('repairs what the running service has stored, says what differed, and then finds nothing [Y-4 Y-12]', async () => {
    const databaseUrl = await freshDatabaseUrl(engine.name);
    const host = await configuredHost(databaseUrl);
    const { world } = host.simulator;
    const { url, program } = await runReady({ ...host.env, RECONCILE_MINUTES: 'off' });
    await signIn(url, 'ada');
    const idOf = (login: string) => world.installationOf(world.organization(login)?.id ?? 0)?.id ?? 0;
    const [acme, lumen, harbor] = [idOf('acme'), idOf('lumen-labs'), idOf('harbor-tools')];
    const { storage } = await engine.open({ url: databaseUrl, migrate: false });
    expect((await allRecords(storage.installations)).length).toBeGreaterThanOrEqual(3);

    world.addRepository({ owner: 'acme', name: 'silent' });
    world.removeInstallation(lumen);
    world.unsuspendInstallation(harbor);
    const added = world.addInstallation({ account: 'quiet-co' });
    const before = world.installations().length;
    const first = await reconcile(host.env);

    expect(first.code).toBe(0);
    expect(first.out).toMatch(new RegExp(`^Installations on the code host {3}${before}\\n`));
    expect(first.out).toMatch(/ {2}gone, removed from the cache {3}1\n/);
    expect(first.out).toMatch(/ {2}changed, updated {15}1\n/);
    expect(first.err).toMatch(
      /^Comparing cached installations with the code host …\nRepository lists: 0 of (\d+)\n(.*\n)*Repository lists: \1 of \1\n$/,
    );
    for (const id of [acme, lumen, harbor, added.id]) {
      expect(await cachedFacts(storage, id)).toEqual(trueFacts(host.simulator, id));
    }
    const status = await fetch(`${url}/readyz`);
    expect([status.status, program.err()]).toEqual([200, '']);
    const second = await reconcile(host.env);
    expect([second.code, second.out]).toEqual([0, expect.stringMatching(NOTHING_DIFFERS)]);
    const third = await reconcile(host.env, '--json');
    expect([third.code, JSON.parse(third.out)]).toEqual([
      0,
      {
        onCodeHost: before,
        added: 0,
        changed: 0,
        removed: 0,
        listsFetched: expect.any(Number),
        listsFailed: 0,
        redelivered: 0,
        isWhole: true,
      },
    ]);
    for (const spoken of [first, second, third]) expectNoSecrets(host, spoken);
  });

  test('fills a database that nobody has used yet', async () => {
    const databaseUrl = await freshDatabaseUrl(engine.name);
    const host = await configuredHost(databaseUrl);
    const count = host.simulator.world.installations().length;
    const spoken = await reconcile(host.env);
    expect([spoken.code, spoken.out]).toEqual([
      0,
      expect.stringContaining(`missing in the cache, added    ${count}\n`),
    ]);
    const { storage } = await engine.open({ url: databaseUrl, migrate: false });
    for (const { id } of host.simulator.world.installations()) {
      expect(await cachedFacts(storage, id)).toMatchObject({ suspended: trueFacts(host.simulator, id)?.suspended });
    }
  });

  test('ends with 3 and does nothing while the starting service compares, and with 0 afterwards [Y-5 Y-12]', async () => {
    const databaseUrl = await freshDatabaseUrl(engine.name);
    const host = await configuredHost(databaseUrl);
    const { control } = host.simulator;
    const hold = control.hold({ path: '/app/installations' });
    const { program } = await runReady(host.env);
    await hold.arrived(1);
    const { rawQuery } = await engine.open({ url: databaseUrl, migrate: false });
    // The checks at start ask for the same list, perhaps before the comparison does.
    await expect.poll(() => rawQuery("select name from leases where name = 'upkeep'")).toHaveLength(1);
    // A call that is held is given up after a while, and others follow; this lasts.
    await rawQuery(`update leases set holder = 'another', until = ${Date.now() + 600_000}`);
    await program.stop('SIGKILL');

    const callsBefore = control.count();
    const busy = await Promise.all([reconcile(host.env), reconcile(host.env)]);
    for (const spoken of busy) {
      expect(spoken).toMatchObject({ code: 3, out: '' });
      expect(spoken.err).toContain('Not compared: another instance is running a comparison.\n');
    }
    expect(control.count()).toBe(callsBefore);

    hold.release();
    await rawQuery('delete from leases');
    await expect.poll(async () => (await reconcile(host.env)).code).toBe(0);
  });
});

describe('orgdesk reconcile', () => {
  test.each(pieceOf(['bad-gateway-html', 'wrong-types', 'primary-rate-limit'] as const, 3))(
    'ends with 1 and leaves the cache as it was when the code host fails (%s) [Y-6]',
    async (kind) => {
      const databaseUrl = await freshDatabaseUrl('SQLite');
      const host = await configuredHost(databaseUrl);
      const { world, control } = host.simulator;
      expect((await reconcile(host.env)).code).toBe(0);
      const { storage } = await openSqlite(databaseUrl);
      const before = await allRecords(storage.installations);
      for (const { id } of world.installations()) world.removeInstallation(id);

      control.fault({ match: { path: '/app/installations' }, kind });
      const spoken = await reconcile(host.env);

      expect([spoken.code, spoken.out]).toEqual([1, '']);
      expect(spoken.err).toMatch(
        /Not compared: could not list installations from the code host \(.+\)\. The cache was not changed\.\n$/,
      );
      expect(before.length).toBeGreaterThan(3);
      expect(await allRecords(storage.installations)).toEqual(before);
      expectNoSecrets(host, spoken);
    },
  );

  test('ends with 1 when the code host is not there at all', async () => {
    const host = await configuredHost(await freshDatabaseUrl('SQLite'));
    await host.simulator.close();
    const spoken = await reconcile(host.env);
    expect([spoken.code, spoken.out]).toEqual([1, '']);
    expect(spoken.err).toContain('Not compared: could not list installations from the code host');
    expectNoSecrets(host, spoken);
  });

  test('ends with 1 and says so when no code host is configured [Y-12]', async () => {
    const spoken = await reconcile({});
    expect(spoken).toEqual({
      code: 1,
      out: '',
      err: 'Not compared: no code host is configured. See orgdesk help settings.\n',
    });
  });

  test('ends with 1 and names the setting, not its value, when a setting is unusable', async () => {
    const { env } = await configuredHost(await freshDatabaseUrl('SQLite'));
    const key = await reconcile({ ...env, CODE_HOST_APP_PRIVATE_KEY: 'not-a-key-but-still-secret' });
    expect([key.code, key.out, key.err.includes('CODE_HOST_APP_PRIVATE_KEY')]).toEqual([1, '', true]);
    expect(key.err).not.toContain('not-a-key');
    const database = await reconcile({ ...env, DATABASE_URL: 'postgres://me:word-of-secret@127.0.0.1:1/none' });
    expect([database.code, database.out, database.err.includes('DATABASE_URL')]).toEqual([1, '', true]);
    expect(database.err).not.toContain('word-of-secret');
  });

  test.each(pieceOf([['--all'], ['acme'], [''], ['reconcile'], ['serve']], 2))(
    'with the argument %j does nothing and ends with 2 [Y-12]',
    async (argument) => {
      const { env, simulator } = await configuredHost(await freshDatabaseUrl('SQLite'));
      const spoken = await reconcile(env, argument);
      expect([spoken.code, spoken.out]).toEqual([2, '']);
      expect(spoken.err).toMatch(/^unknown argument ".*"\. .*--help\.\n$/);
      expect(simulator.control.count()).toBe(0);
    },
  );

  test('asks for deliveries that were lost, and says how many [Y-7]', async () => {
    const host = await configuredHost(await freshDatabaseUrl('SQLite'));
    const { control } = host.simulator;
    control.deliverTo(`${host.simulator.url}/nowhere`);
    control.platform.install({ account: 'quiet-co' });
    control.platform.revokeAuthorization('grace');
    await control.settled();
    const spoken = await reconcile(host.env);
    await control.settled();
    expect([spoken.code, spoken.out]).toEqual([0, expect.stringContaining('Redeliveries requested           2\n')]);
    expect(control.deliveries({ redelivery: true })).toHaveLength(2);
  });

  test.each(pieceOf(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 2))(
    'that is told to stop by %s gives its lease back at once, says so and ends with 130',
    async (signal) => {
      const host = await configuredHost(await freshDatabaseUrl('SQLite'));
      const hold = host.simulator.control.hold({ path: '/app/installations' });
      const program = run({ env: host.env, parameters: ['reconcile'] });
      await hold.arrived(1);

      const { code } = await program.stop(signal);

      expect([code, program.out()]).toEqual([130, '']);
      expect(program.err()).toContain('Stopped. Completed updates are kept');
      hold.release();
      expect((await reconcile(host.env)).code).toBe(0);
    },
  );

  const pairs = [
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGHUP'],
    ['SIGHUP', 'SIGINT'],
  ] as const;
  test.each(pieceOf(pairs, 3))('that is told to stop by %s and cannot ends at once by %s', async (first, second) => {
    const host = await configuredHost(await freshDatabaseUrl('PostgreSQL'));
    const hold = host.simulator.control.hold({ path: '/app/installations' });
    const program = run({ env: host.env, parameters: ['reconcile'] });
    await hold.arrived(1);
    const database = await pausedDatabase(String(host.env.DATABASE_URL), 'lock table leases');

    process.kill(program.pid, first);
    await database.awaited();
    const { code } = await program.stop(second);

    expect([code, program.err().includes('Stopped.')]).toEqual([130, false]);
  });

  test('that is killed keeps others out for a minute at most; one that ends gives its lease back', async () => {
    const host = await configuredHost(await freshDatabaseUrl('SQLite'));
    const hold = host.simulator.control.hold({ path: '/app/installations' });
    const program = run({ env: host.env, parameters: ['reconcile'] });
    await hold.arrived(1);
    await program.stop('SIGKILL');
    hold.release();
    const opened = await openSqlite(String(host.env.DATABASE_URL));
    const [lease] = await opened.rawQuery('select until from leases');
    const leftMs = Number(lease?.until) - Date.now();
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(60_000);
    expect((await reconcile(host.env)).code).toBe(3);
    await opened.rawQuery(`update leases set until = ${Date.now() - 1}`);
    expect((await reconcile(host.env)).code).toBe(0);
    expect((await reconcile(host.env)).code).toBe(0);
  });
});

test('node_modules/.bin/orgdesk is the same program', async () => {
  const env = { PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter) };
  const help = await promisify(execFile)(BIN, ['--help'], { env });
  const direct = run({ parameters: ['--help'] });
  await direct.ended;
  expect([help.stdout, help.stderr]).toEqual([direct.out(), '']);
  const refused = promisify(execFile)(BIN, ['reconcile', 'x'], { env });
  await expect(refused).rejects.toMatchObject({ code: 2 });
});
