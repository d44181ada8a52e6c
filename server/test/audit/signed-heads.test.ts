import {
  bytesFromBase64,
  endorsedText,
  isExtended,
  isSignature,
  isSignedBy,
  parseCheckpoint,
} from '@orgdesk/contract/checkpoint';
import { describe, expect, test } from 'vitest';
import { rotateHeadKey } from '../../src/audit/sign-heads.ts';
import { AUDIT_SPAN_ROWS } from '../../src/lib/limits/audit.ts';
import type { Storage } from '../../src/storage.ts';
import { ENGINES_OF_RULES, TOKEN_SECRET } from '../support/databases/engines.ts';
import { addEntries, ENTROPY, forgetHeads, rewriteTrail, rollBackTrail, sign } from './heads.ts';
import { after, eventOf, NOON, verified } from './store/trails.ts';

const bytes = (base64: string) => bytesFromBase64(base64) ?? new Uint8Array();

/** The newest head of organization 10, as somebody outside keeps it. */
async function keptHead({ auditHeads }: Storage) {
  const head = await auditHeads.latest(10);
  const checkpoint = parseCheckpoint(head?.note ?? '');
  if (head === null || checkpoint === null) throw new Error('no head was signed');
  return { ...checkpoint, organizationId: 10, isKept: head.isKept };
}

type Kept = Awaited<ReturnType<typeof keptHead>>;

/** Whether the proof shows that one head extends another. */
async function isProven({ auditHeads }: Storage, older: Kept, newer: Kept): Promise<boolean> {
  const proof = await auditHeads.proof(10, { from: older.size, to: newer.size });
  return (
    proof !== null &&
    (await isExtended(
      older,
      newer,
      proof.map((hash) => Uint8Array.from(hash)),
    ))
  );
}

describe.each(ENGINES_OF_RULES)('signed heads of audit logs on $name', ({ open }) => {
  test('cover all rows, extend each other, and are made again only for new rows', async () => {
    const { storage, rawQuery } = await open();
    expect(await sign(storage)).toMatchObject({ signed: 0 });
    await addEntries(storage, 3);
    await storage.auditTrail.record([eventOf({ organization: { id: 20, login: 'twenty' } })], NOON);
    expect(await sign(storage)).toMatchObject({ signed: 2, isSent: true });
    const heads = [await keptHead(storage)];
    expect(heads[0]).toMatchObject({ origin: 'orgdesk.example.com/organizations/10', size: 3, isKept: true });
    expect(await sign(storage)).toEqual({ signed: 0, isSent: true, lines: [] });

    for (const count of [1, 2 * AUDIT_SPAN_ROWS + 50, 1]) {
      await addEntries(storage, count);
      expect(await sign(storage)).toMatchObject({ signed: 1 });
      heads.push(await keptHead(storage));
    }
    const sizes = await rawQuery('select size from audit_tree where organization_id = 10 order by size');
    expect(sizes.map(({ size }) => Number(size))).toEqual([3, 4, 256, 512, 566, 567]);
    const [key] = await storage.auditHeads.keys();
    for (const [index, head] of heads.entries()) {
      expect(await isSignedBy(head, bytes(key?.publicKey ?? ''))).toBe(true);
      expect(await storage.auditHeads.check(head)).toBeNull();
      for (const newer of heads.slice(index)) expect(await isProven(storage, head, newer)).toBe(true);
    }
    expect(await storage.auditHeads.proof(10, { from: 2, to: 567 })).toBeNull();
    expect(await storage.auditHeads.proof(10, { from: 567, to: 3 })).toBeNull();
    expect(await storage.auditHeads.proof(20, { from: 3, to: 567 })).toBeNull();
  });

  test('contradict a trail that was rewritten with fitting hashes, and are not signed for it', async () => {
    const { storage, rawQuery } = await open();
    await addEntries(storage, 5);
    await sign(storage);
    const kept = await keptHead(storage);
    await rewriteTrail(rawQuery, 10, 2);
    expect(await verified(storage.auditTrail)).toMatchObject([{ ok: true }]);

    expect((await keptHead(storage)).isKept).toBe(false);
    expect(await storage.auditHeads.check(kept)).toBe('changed');
    await addEntries(storage, 1);
    const { signed, lines } = await sign(storage);
    expect([signed, lines]).toEqual([0, [expect.stringContaining('was changed outside of orgdesk')]]);

    // Without its memory the service signs anew, which whoever kept a head notices.
    await forgetHeads(rawQuery, 10);
    expect(await sign(storage)).toMatchObject({ signed: 1 });
    const forged = await keptHead(storage);
    expect(forged).toMatchObject({ size: 6, isKept: true });
    expect(await storage.auditHeads.check(kept)).toBe('changed');
    expect(await isProven(storage, kept, forged)).toBe(false);
  });

  test('are not signed for trees that were rewritten together with the trail', async () => {
    const { storage, rawQuery } = await open();
    await addEntries(storage, 4);
    await sign(storage);
    const [kept] = await rawQuery('select note, key_id from audit_tree');
    await rewriteTrail(rawQuery, 10, 3);
    await forgetHeads(rawQuery, 10);
    await storage.auditHeads.grow(10);
    await rawQuery(
      `update audit_tree set note = '${String(kept?.note)}', key_id = '${String(kept?.key_id)}', signed_at = 1`,
    );
    await addEntries(storage, 1);
    expect(await sign(storage)).toMatchObject({ signed: 0, lines: [expect.stringContaining('"fault":"changed"')] });
  });

  test('contradict a trail that was rolled back, also when it has grown again', async () => {
    const { storage, rawQuery } = await open();
    await addEntries(storage, 3);
    await sign(storage);
    const early = await keptHead(storage);
    await addEntries(storage, 3);
    await sign(storage);
    const kept = await keptHead(storage);
    await rollBackTrail(rawQuery, 10, 4);
    expect(await storage.auditHeads.check(kept)).toBe('shorter');
    expect((await keptHead(storage)).isKept).toBe(false);
    expect(await sign(storage)).toMatchObject({ signed: 0, lines: [expect.stringContaining('"fault":"shorter"')] });

    // The whole database is an older copy.
    await rawQuery('delete from audit_tree where size > 3');
    expect(await sign(storage)).toMatchObject({ signed: 1 });
    expect(await keptHead(storage)).toMatchObject({ size: 4, isKept: true });
    expect(await storage.auditHeads.check(kept)).toBe('shorter');
    await storage.auditTrail.record(
      Array.from({ length: 2 }, () => eventOf({ action: 'member.added' })),
      NOON,
    );
    await sign(storage);
    expect(await storage.auditHeads.check(kept)).toBe('changed');
    expect(await isProven(storage, kept, await keptHead(storage))).toBe(false);
    expect(await isProven(storage, early, await keptHead(storage))).toBe(true);

    await rawQuery('delete from audit_rows');
    await rawQuery('delete from audit_heads');
    expect(await storage.auditHeads.check(kept)).toBe('shorter');
    expect(await sign(storage)).toMatchObject({ signed: 0, lines: [expect.stringContaining('"fault":"shorter"')] });
  });

  test('can be checked after rows expired, whether a head covered them or not', async () => {
    const { storage } = await open();
    const { auditTrail: trail, auditHeads } = storage;
    const heads: Kept[] = [];
    for (let hour = 1; hour <= 4; hour += 1) {
      await addEntries(storage, 150, after(hour));
      if (hour === 3) continue;
      await sign(storage);
      heads.push(await keptHead(storage));
    }
    const [first, second, last] = heads as [Kept, Kept, Kept];
    expect(await trail.removeBefore(after(2))).toBe(150);
    await addEntries(storage, 10, after(5));
    // Rows that one record covers stay until all of them have expired: here 301 to 512.
    expect(await trail.removeBefore(after(4))).toBe(150);
    expect(await verified(trail)).toMatchObject([{ ok: true, value: { first: 301, newest: 610 } }]);
    expect(await sign(storage)).toMatchObject({ signed: 1, lines: [expect.any(String)] });
    const newest = await keptHead(storage);
    for (const head of [first, second, last, newest]) expect(await auditHeads.check(head)).toBeNull();
    for (const head of [first, second, last]) expect(await isProven(storage, head, newest)).toBe(true);

    // All of it.
    expect(await trail.removeBefore(after(6))).toBe(310);
    expect(await auditHeads.check(first)).toBeNull();
    expect(await auditHeads.check({ ...first, size: 151 })).toBe('unproven');
    expect(await auditHeads.check({ ...first, root: second.root })).toBe('changed');
    expect(await keptHead(storage)).toMatchObject({ isKept: true });
    // Never signed before it expired.
    await addEntries(storage, 3, after(7));
    expect(await trail.removeBefore(after(8))).toBe(3);
    expect(await sign(storage)).toMatchObject({ signed: 1 });
    expect(await isProven(storage, first, await keptHead(storage))).toBe(true);
  });

  test('can be proven across rows that expired before a head covered them', async () => {
    const { storage } = await open();
    await addEntries(storage, 100, after(1));
    await sign(storage);
    const first = await keptHead(storage);
    expect(await storage.auditTrail.removeBefore(after(2))).toBe(100);
    await addEntries(storage, 500, after(3));
    expect(await storage.auditTrail.removeBefore(after(4))).toBe(500);
    await addEntries(storage, 3, after(5));
    await sign(storage);
    expect(await isProven(storage, first, await keptHead(storage))).toBe(true);
  });

  test('count rows that expired before there were heads as lost', async () => {
    const { storage, rawQuery } = await open();
    await addEntries(storage, 5, after(1));
    await addEntries(storage, 2, after(9));
    await storage.auditTrail.removeBefore(after(2));
    await forgetHeads(rawQuery, 10);
    expect(await sign(storage)).toMatchObject({ signed: 1 });
    const kept = await keptHead(storage);
    expect([kept.size, kept.isKept, await storage.auditHeads.check(kept)]).toEqual([7, true, null]);
    await rewriteTrail(rawQuery, 10, 6);
    expect(await storage.auditHeads.check(kept)).toBe('changed');
  });

  test('are signed with a new key after a rotation, which the old one confirms and which the old secret does not open', async () => {
    const [OLD, NEW] = [TOKEN_SECRET, 'another secret of the tests, long enough too'];
    const { storage, url } = await open({ tokenSecrets: [OLD] });
    const clock = { now: () => after(1) };
    const rotate = (on: Storage, isDryRun: boolean) => rotateHeadKey(on.auditHeads, clock, ENTROPY, isDryRun);
    expect(await rotate(storage, false)).toBe('none');
    await addEntries(storage, 2);
    await sign(storage);
    const before = await keptHead(storage);
    expect(await rotate(storage, false)).toBe('current');

    const { storage: rotating } = await open({ url, tokenSecrets: [NEW, OLD] });
    expect(await rotate(rotating, true)).toBe('old');
    expect(await rotate(rotating, false)).toBe('rotated');
    expect(await rotate(rotating, false)).toBe('current');
    const [newKey, oldKey] = await rotating.auditHeads.keys();
    if (newKey === undefined || oldKey === undefined) throw new Error('there are two keys');
    expect([oldKey.seed, newKey.isCurrent, newKey.endorsement?.by]).toEqual([null, true, oldKey.keyId]);
    const signature = bytes(newKey.endorsement?.signature ?? '');
    expect(await isSignature(bytes(oldKey.publicKey), signature, endorsedText(newKey.publicKey))).toBe(true);

    // The same size is signed again.
    expect(await sign(rotating)).toMatchObject({ signed: 1 });
    const again = await keptHead(rotating);
    expect(again).toMatchObject({ size: before.size, root: before.root });
    expect(await isSignedBy(again, bytes(newKey.publicKey))).toBe(true);
    expect(await isSignedBy(before, bytes(oldKey.publicKey))).toBe(true);

    // A lost secret needs a new key, which none confirms.
    const { storage: without } = await open({ url, tokenSecrets: ['a third secret of the tests, long enough'] });
    expect(await rotate(without, false)).toBe('unreadable');
    expect(await sign(without, { now: after(2) })).toMatchObject({ signed: 1 });
    const [made] = await without.auditHeads.keys();
    expect([made?.endorsement, made?.isCurrent]).toEqual([null, true]);
    const stored = JSON.stringify(
      await open({ url }).then(({ rawQuery }) => rawQuery('select * from audit_head_keys')),
    );
    expect(stored).not.toContain(made?.seed);
  });

  test('cover no range twice when several instances sign at once', async () => {
    const { storage, url } = await open();
    const other = (await open({ url })).storage;
    await addEntries(storage, 2);
    await sign(storage);
    await addEntries(storage, 1_000);
    const both = await Promise.all([sign(storage), sign(other)]);
    await sign(storage);
    expect(both.flatMap(({ lines }) => lines).filter((line) => line.includes('was changed'))).toEqual([]);
    expect(await keptHead(other)).toMatchObject({ size: 1_002, isKept: true });
    expect(await other.auditHeads.check(await keptHead(storage))).toBeNull();
  });
});
