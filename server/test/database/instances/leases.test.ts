import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';

const LEASE_MS = 60_000;
const END_LEASES = 'update leases set until = until - 600000';

for (const engine of ENGINES) {
  const opened = async (url?: string) => {
    const open = await engine.open(url === undefined ? {} : { url });
    return { ...open, leases: open.storage.leases };
  };

  describe(`lease on ${engine.name}`, () => {
    it('is given to exactly one of twenty that ask at once on two instances [Y-5]', async () => {
      const one = await opened();
      const two = await opened(one.url);
      for (const round of upTo(5)) {
        const answers = await Promise.all(
          upTo(20).map((holder) =>
            (holder % 2 === 0 ? one : two).leases.acquire(`work ${round}`, `holder ${holder}`, LEASE_MS),
          ),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
      }
    });

    it('is taken over by exactly one of twenty when it has run out', async () => {
      const one = await opened();
      const two = await opened(one.url);
      await one.leases.acquire('work', 'first', LEASE_MS);
      await one.rawQuery(END_LEASES);
      const answers = await Promise.all(
        upTo(20).map((holder) => (holder % 2 === 0 ? one : two).leases.acquire('work', `holder ${holder}`, LEASE_MS)),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await one.leases.acquire('work', 'first', LEASE_MS)).toBe(false);
    });

    it('is extended for its holder, also when it had run out and nobody took it', async () => {
      const { leases, rawQuery } = await opened();
      const end = async () => Number((await rawQuery('select until from leases'))[0]?.until);
      expect(await leases.acquire('work', 'holder', 1_000)).toBe(true);
      const first = await end();
      expect(await leases.acquire('work', 'holder', LEASE_MS)).toBe(true);
      expect(await end()).toBeGreaterThan(first + LEASE_MS / 2);

      await rawQuery(END_LEASES);
      expect(await leases.acquire('work', 'holder', LEASE_MS)).toBe(true);
      expect(await leases.acquire('work', 'another', LEASE_MS)).toBe(false);
    });

    it('tells how long it lasts, that it ran out, and that nobody has it', async () => {
      const { leases, rawQuery } = await opened();
      expect(await leases.leftMs('work')).toBeNull();
      await leases.acquire('work', 'holder', LEASE_MS);
      const leftMs = (await leases.leftMs('work')) ?? 0;
      expect(leftMs).toBeGreaterThan(LEASE_MS / 2);
      expect(leftMs).toBeLessThanOrEqual(LEASE_MS);
      await rawQuery(END_LEASES);
      expect(await leases.leftMs('work')).toBe(0);
      await leases.release('work', 'holder');
      expect(await leases.leftMs('work')).toBeNull();
    });

    it('lasts no longer than its time from now when the clock of the database was put back', async () => {
      const { leases, rawQuery } = await opened();
      await leases.acquire('work', 'holder', LEASE_MS);
      await rawQuery('update leases set until = until + 7200000');
      expect(await leases.acquire('work', 'another', LEASE_MS)).toBe(false);
      expect(await leases.leftMs('work')).toBeLessThanOrEqual(LEASE_MS);
      expect(await leases.leftMs('work')).toBeGreaterThan(0);
      expect(await leases.acquire('work', 'holder', LEASE_MS)).toBe(true);
      await rawQuery(END_LEASES);
      expect(await leases.acquire('work', 'another', LEASE_MS)).toBe(true);
    });

    it('runs by the clock of the database', async () => {
      const { leases, rawQuery } = await opened();
      await leases.acquire('work', 'holder', LEASE_MS);
      const now =
        engine.name === 'SQLite' ? "unixepoch('subsec') * 1000" : 'extract(epoch from clock_timestamp()) * 1000';
      const [row] = await rawQuery(`select until - ${now} as left_ms from leases`);
      const leftMs = Number(row?.left_ms);
      expect(leftMs).toBeGreaterThan(LEASE_MS - 20_000);
      expect(leftMs).toBeLessThanOrEqual(LEASE_MS);
    });

    it('is free at once when its holder gives it back, and stays when somebody else tries to', async () => {
      const { leases } = await opened();
      await leases.acquire('work', 'holder', LEASE_MS);
      await leases.acquire('other work', 'holder', LEASE_MS);
      await leases.release('work', 'stranger');
      expect(await leases.acquire('work', 'another', LEASE_MS)).toBe(false);

      await leases.release('work', 'holder');
      await leases.release('work', 'holder');
      expect(await leases.acquire('work', 'another', LEASE_MS)).toBe(true);
      expect(await leases.acquire('other work', 'another', LEASE_MS)).toBe(false);
    });
  });
}
