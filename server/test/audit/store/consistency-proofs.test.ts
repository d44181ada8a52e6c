import { createHash, randomBytes } from 'node:crypto';
import { isExtended } from '@orgdesk/contract/checkpoint';
import { describe, expect, it } from 'vitest';
import { rootOf } from '../../../src/audit/heads.ts';
import { createAuditHeadStore } from '../../../src/audit/store/audit-heads.ts';
import {
  addTree,
  EMPTY_TREE,
  rowsToBoundary,
  type Tree,
  withLostRows,
  withRows,
} from '../../../src/audit/store/tree-records.ts';
import type { Engine } from '../../../src/database/engines/engine.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { cipherKeysOf, createTokenCipher } from '../../../src/lib/secrets.ts';
import { systemEntropy } from '../../../src/lib/system.ts';
import { onEngine } from '../../database/migrations/stored-copies.ts';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { inSeries } from '../../support/series.ts';

const ORGANIZATION = 10;
const CIPHER = createTokenCipher(cipherKeysOf([randomBytes(32).toString('hex')]), systemEntropy);
const hashOf = (number: number): string => createHash('sha256').update(`row ${number}`).digest('hex');

/** Adds rows in portions, as hours with that many new rows do. */
async function grow(engine: Engine, from: Tree, portions: readonly number[]): Promise<readonly Tree[]> {
  const kept: Tree[] = [];
  let tree = from;
  for (const portion of portions) {
    for (let left = portion; left > 0; ) {
      const count = Math.min(left, rowsToBoundary(tree));
      const { size } = tree;
      tree = withRows(
        tree,
        upTo(count).map((number) => hashOf(size + number)),
      );
      await addTree(engine.db, ORGANIZATION, tree);
      left -= count;
    }
    kept.push(tree);
  }
  return kept;
}

/** The store, and how many reads it made. */
function countingStore(engine: Engine) {
  let reads = 0;
  const read: Engine['read'] = (query) => {
    reads += 1;
    return engine.read(query);
  };
  return { store: createAuditHeadStore({ ...engine, read }, CIPHER), reads: () => reads };
}

const headOf = ({ size, whole }: Tree) => ({ size, root: Uint8Array.from(rootOf(whole)) });

describe.each(ENGINES.map(({ name }) => name))('consistency proofs on %s', (engineName) => {
  it('hold between all kept sizes, also across lost rows, and read few records of a long audit log', async () => {
    await onEngine(await freshDatabaseUrl(engineName), async (engine) => {
      await migrate(engine);
      const hours = upTo(inSeries(40, 10)).map((hour) => 1 + ((hour * 37) % 90));
      const busy = [...hours, inSeries(30_000, 5_000), 1, 300, 5];
      const before = await grow(engine, EMPTY_TREE, busy);
      const lost = withLostRows(before.at(-1) ?? EMPTY_TREE, (before.at(-1)?.size ?? 0) + 3_001);
      await addTree(engine.db, ORGANIZATION, lost);
      const after = await grow(engine, lost, [2, 2_000, ...hours]);
      const kept = [...before, lost, ...after];
      let most = 0;
      for (const [index, older] of kept.entries()) {
        for (const newer of [kept[index + 1], kept[index + 7], kept.at(-1)]) {
          if (newer === undefined) continue;
          const { store, reads } = countingStore(engine);
          const proof = await store.proof(ORGANIZATION, { from: older.size, to: newer.size });
          const hashes = proof?.map((hash) => Uint8Array.from(hash)) ?? [];
          expect(await isExtended(headOf(older), headOf(newer), hashes), `${older.size} to ${newer.size}`).toBe(true);
          most = Math.max(most, reads());
        }
      }
      expect(most).toBeLessThan(150);
    });
  });

  it('read few records also where these end at odd sizes, and are given up where one is missing', async () => {
    await onEngine(await freshDatabaseUrl(engineName), async (engine) => {
      await migrate(engine);
      const kept: Tree[] = [EMPTY_TREE];
      for (const _ of upTo(inSeries(400, 100))) {
        const before = kept.at(-1) ?? EMPTY_TREE;
        const hashes = upTo(201).map((number) => hashOf(before.size + number));
        kept.push(withRows(before, hashes));
        await addTree(engine.db, ORGANIZATION, kept.at(-1) ?? EMPTY_TREE);
      }
      const [, older, missing] = kept;
      const newer = kept.at(-1);
      if (older === undefined || missing === undefined || newer === undefined) throw new Error('all were added');
      const prove = async () => {
        const { store, reads } = countingStore(engine);
        const proof = await store.proof(ORGANIZATION, { from: older.size, to: newer.size });
        expect(reads()).toBeLessThan(150);
        return proof?.map((hash) => Uint8Array.from(hash)) ?? null;
      };
      expect(await isExtended(headOf(older), headOf(newer), (await prove()) ?? [])).toBe(true);
      await engine.db.deleteFrom('audit_tree').where('size', '=', missing.size).execute();
      expect(await prove()).toBeNull();
    });
  });
});
