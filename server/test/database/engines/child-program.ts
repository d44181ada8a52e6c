import { randomBytes } from 'node:crypto';
import { cipherKeysOf, createTokenCipher } from '../../../src/lib/secrets.ts';
import { createSqlStorage } from '../../../src/storage.ts';
import { afterNoon, grantOf, keyOf, NOON, signInOf, upTo } from '../../support/databases/records.ts';
import { PATIENT } from '../../support/patience.ts';

/*
 * One instance of the service as far as the database can tell, run as a process of its own by the tests of
 * several processes. Waits for the parent's signal, does its work, sends what came of it.
 */

const [url = '', work = '', name = '', tokenSecret = ''] = process.argv.slice(2);
const cipher = createTokenCipher(cipherKeysOf([tokenSecret]), { bytes: (count) => randomBytes(count) });
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A storage whose connections are open, one after the other: nothing waits for one then. */
async function connectedStorage() {
  const storage = await createSqlStorage({ url, cipher, log, postgres: PATIENT });
  for (const _ of upTo(10)) await storage.ready();
  return storage;
}

const works = {
  async migrate() {
    const storage = await createSqlStorage({ url, cipher, log, postgres: PATIENT });
    await storage.migrate();
    await storage.ready();
    await storage.close();
    return 'migrated';
  },
  /** Signs in, refreshes and signs out a hundred times; every tenth session stays. */
  async write() {
    const storage = await createSqlStorage({ url, cipher, log, postgres: PATIENT });
    for (const round of upTo(100)) {
      const session = `${name}-${round}`;
      await storage.sessions.signIn(signInOf(session, (round % 5) + 1));
      const lease = { key: keyOf(session), leaseId: session, tokenVersion: 1 };
      if ((await storage.sessions.leaseRefresh(lease, 60_000)) !== 'granted') throw new Error('no lease');
      if (!(await storage.sessions.storeRefreshed(lease, grantOf(session), afterNoon(600))))
        throw new Error('not stored');
      if ((await storage.sessions.find(lease.key, NOON))?.tokenVersion !== 2) throw new Error('not found');
      if (round % 10 !== 0 && !(await storage.sessions.delete(lease.key))) throw new Error('not deleted');
    }
    await storage.close();
    return 'written';
  },
  /** Asks for the lease of twenty sessions, ten times each at once. */
  async lease() {
    const storage = await connectedStorage();
    const granted: string[] = [];
    for (const round of upTo(20)) {
      const answers = await Promise.all(
        upTo(10).map((reader) =>
          storage.sessions.leaseRefresh(
            { key: keyOf(`shared-${round}`), leaseId: `${name}-${reader}`, tokenVersion: 1 },
            60_000,
          ),
        ),
      );
      granted.push(...answers.filter((answer) => answer === 'granted').map(() => `shared-${round}`));
    }
    await storage.close();
    return granted;
  },
};

process.once('message', async () => {
  try {
    process.send?.({ outcome: await works[work as keyof typeof works]() });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.stack : String(error) });
  }
  process.disconnect?.();
});
process.send?.('waiting');
