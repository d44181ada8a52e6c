import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseUrlOnDisk, ENGINES, TOKEN_SECRET } from '../../../support/databases/engines.ts';
import { installationOf, NOON, upTo } from '../../../support/databases/records.ts';
import { inSeries } from '../../../support/series.ts';

const PROGRAM = fileURLToPath(new URL('list-writer-program.ts', import.meta.url));
/** SQLite writes in the process that is killed; PostgreSQL only sees a connection end. */
const KILLS = inSeries({ SQLite: 10, PostgreSQL: 3 }, { SQLite: 4, PostgreSQL: 1 }, { SQLite: 25, PostgreSQL: 5 });
const LONGEST_WAIT_MS = 60;

/** Lets a process write lists until it is killed some milliseconds after its first; the last one it told of. */
async function writeUntilKilled(url: string, firstGeneration: number, waitMs: number): Promise<number> {
  const child = fork(PROGRAM, [url, `${firstGeneration}`, TOKEN_SECRET], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let lastWritten = 0;
  child.on('message', (generation) => {
    lastWritten = Number(generation);
  });
  await once(child, 'message');
  await pause(waitMs);
  child.kill('SIGKILL');
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  return lastWritten;
}

for (const engine of ENGINES) {
  const kills = KILLS[engine.name];
  describe(`repository list on ${engine.name} whose writer is killed`, () => {
    it(`is the old or the new one, never half, ${kills} times [Y-9]`, async () => {
      const { url, storage, rawQuery } = await engine.open({ url: await databaseUrlOnDisk(engine.name) });
      const { installations } = storage;
      await installations.upsert([installationOf(7)], await installations.observe(), NOON);

      let generation = 0;
      for (const round of upTo(kills)) {
        const lastWritten = await writeUntilKilled(url, generation + 1, (round * LONGEST_WAIT_MS) / kills);
        const record = await installations.findListed(7);
        const list = record?.repositories ?? [];
        generation = Number(/^generation-(\d+)\//.exec(list[0]?.nameWithOwner ?? '')?.[1]);

        // Everything reported was stored; the next write may be stored unreported.
        expect([lastWritten, lastWritten + 1]).toContain(generation);
        expect(list.length).toBe(10_000 + (generation % 7));
        expect(record?.repositoryCount).toBe(list.length);
        const prefix = `generation-${generation}/`;
        expect(list.filter(({ nameWithOwner }) => !nameWithOwner.startsWith(prefix))).toEqual([]);
      }
      if (engine.name === 'SQLite') {
        expect(await rawQuery('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
        expect(await rawQuery('pragma foreign_key_check')).toEqual([]);
      }
    });
  });
}
