import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INITIAL_VERSION, LATEST_VERSION } from '../../../src/database/migrations/steps.ts';
import { ENGINES, freshDatabaseUrl, TOKEN_SECRET } from '../../support/databases/engines.ts';
import { keyOf, NOON, signInOf, upTo } from '../../support/databases/records.ts';
import { inSeries } from '../../support/series.ts';

const PROGRAM = fileURLToPath(new URL('child-program.ts', import.meta.url));

const STARTING = inSeries(8, 3);

/** Runs the work in `count` processes that begin at the same moment; what each of them reports. */
async function runTogether(
  count: number,
  url: string,
  work: 'migrate' | 'write' | 'lease',
): Promise<readonly unknown[]> {
  const children = upTo(count).map((number) =>
    fork(PROGRAM, [url, work, `child${number}`, TOKEN_SECRET], { execArgv: [] }),
  );
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  const reports = children.map(async (child) => {
    const [message] = (await once(child, 'message')) as [{ readonly outcome?: unknown; readonly failure?: string }];
    if (message.failure !== undefined) throw new Error(message.failure);
    return message.outcome;
  });
  for (const child of children) child.send('begin');
  return Promise.all(reports);
}

for (const engine of ENGINES) {
  describe(`several processes on one ${engine.name} database`, () => {
    it('apply each migration once when several of them start on an empty database [D-1]', async () => {
      const url = await freshDatabaseUrl(engine.name);
      expect(await runTogether(STARTING, url, 'migrate')).toEqual(upTo(STARTING).map(() => 'migrated'));

      const { storage, rawQuery } = await engine.open({ url });
      const versions = await rawQuery('select version from schema_migrations order by version');
      expect(versions.map(({ version }) => Number(version))).toEqual(
        Array.from({ length: LATEST_VERSION - INITIAL_VERSION + 1 }, (_, index) => INITIAL_VERSION + index),
      );
      await storage.sessions.signIn(signInOf('ada', 1));
      expect(await storage.sessions.find(keyOf('ada'), NOON)).not.toBeNull();
    });

    it('write at once without losing or refusing a write [D-2]', async () => {
      const { url, storage, rawQuery } = await engine.open();
      expect(await runTogether(3, url, 'write')).toEqual(upTo(3).map(() => 'written'));

      const [row] = await rawQuery('select count(*) as count, min(token_version) as version from sessions');
      expect([Number(row?.count), Number(row?.version)]).toEqual([30, 2]);
      expect((await storage.sessions.find(keyOf('child2-50'), NOON))?.user.login).toMatch(/^child\d-\d+$/);
    });

    it('get a refresh lease once for all of them', async () => {
      const { url, storage } = await engine.open();
      const names = upTo(20).map((round) => `shared-${round}`);
      for (const name of names) await storage.sessions.signIn(signInOf(name, 1));

      const granted = (await runTogether(4, url, 'lease')).flat();
      expect(granted.toSorted()).toEqual(names.toSorted());
    });
  });
}
