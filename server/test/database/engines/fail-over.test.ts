import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/database/engines/postgres/engine.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { createTestPostgres } from '../../support/databases/postgres.ts';
import { keyOf, NOON, signInOf, upTo } from '../../support/databases/records.ts';

const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
if (postgres === undefined) throw new Error('PostgreSQL is not among the engines');

describe('fail-over of PostgreSQL', () => {
  it('costs no more than a few writes: connections to the server that only reads now are opened again', async () => {
    const server = await createTestPostgres();
    onTestFinished(server.remove);
    const { storage, rawQuery } = await postgres.open({ url: server.url });
    const signIn = (name: string) => storage.sessions.signIn(signInOf(name, 1));
    const readAtOnce = () => Promise.all(upTo(10).map(() => storage.sessions.find(keyOf('ada'), NOON)));
    const connected = async () =>
      (await rawQuery("select pid from pg_stat_activity where application_name = 'orgdesk'")).map(({ pid }) => pid);
    await signIn('ada');
    await Promise.all([readAtOnce(), ...upTo(10).map((number) => signIn(`person-${number}`))]);
    const former = await connected();
    expect(former).toHaveLength(10);

    // Applies to open connections; the database setting applies to later ones.
    await rawQuery('alter database postgres set default_transaction_read_only = off');
    await rawQuery('alter system set default_transaction_read_only = on');
    await rawQuery('select pg_reload_conf()');
    await expect.poll(() => storage.ready().then(String, (error: Error) => error.message)).toMatch(/read-only/);

    const outcomes = await Promise.allSettled(upTo(20).map((number) => signIn(`later-${number}`)));
    const refused = outcomes.filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeLessThanOrEqual(5);
    await expect.poll(() => storage.ready().then(String, String)).toBe('undefined');
    await signIn('at last');
    await expect
      .poll(async () => {
        await readAtOnce();
        return (await connected()).filter((pid) => former.includes(pid));
      })
      .toEqual([]);
  });

  it('keeps the connections for reading while nothing can be written, and opens them again after that', async () => {
    const { url, rawQuery } = await postgres.open();
    const database = new URL(url).pathname.slice(1);
    const engine = openPostgres(url, { debug() {}, info() {}, warn() {}, error() {} });
    onTestFinished(() => engine.close());
    const readingPid = async () =>
      (await engine.read(sql<{ readonly pid: number }>`select pg_backend_pid() as pid`.compile(engine.db)))[0]?.pid;
    const write = () => engine.db.insertInto('leases').values({ name: 'work', holder: 'h', until: 1 }).execute();
    const first = await readingPid();
    await rawQuery(`alter database ${database} set default_transaction_read_only = on`);

    const pids = new Set([first]);
    const beganAt = performance.now();
    while (performance.now() - beganAt < 3_000) {
      await expect(write()).rejects.toMatchObject({ code: '25006' });
      await expect(engine.requireWritable()).rejects.toThrow(/read-only/);
      pids.add(await readingPid());
    }
    // One for every five seconds, on a machine however slow.
    expect(pids.size).toBeLessThanOrEqual(2 + Math.floor((performance.now() - beganAt) / 5_000));
    const last = await readingPid();

    await rawQuery(`set transaction read write; alter database ${database} reset default_transaction_read_only`);
    await expect.poll(() => write().then(String, String)).not.toMatch(/read-only/);
    expect(await readingPid()).not.toBe(last);
  });

  it('is not over for readiness while the server only reads', async () => {
    const { storage, url, rawQuery } = await postgres.open();
    await storage.sessions.signIn(signInOf('ada', 1));
    const database = new URL(url).pathname.slice(1);
    await rawQuery(`alter database ${database} set default_transaction_read_only = on`);
    const standby = await postgres.open({ url, migrate: false });
    await expect(standby.storage.ready()).rejects.toThrow(/read-only/);
    await expect(standby.storage.sessions.signIn(signInOf('grace', 2))).rejects.toMatchObject({ code: '25006' });
    expect((await standby.storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');

    await rawQuery(`set transaction read write; alter database ${database} reset default_transaction_read_only`);
    await expect.poll(() => standby.storage.ready().then(String, String)).toBe('undefined');
    await standby.storage.sessions.signIn(signInOf('grace', 2));
  });
});
