import { createHash } from 'node:crypto';
import { isExtended, isSignedBy, parseCheckpoint, type TreeHead } from '@orgdesk/contract/checkpoint';
import { describe, expect, test } from 'vitest';
import {
  consistencyProof,
  createHeadKey,
  emptyRange,
  joinRanges,
  leavesFrom,
  lostLeaves,
  organizationIn,
  originOf,
  parseRange,
  parseVerifierKey,
  rangeText,
  rootOf,
  signHead,
  verifierKey,
} from '../../src/audit/heads.ts';

const SIZES = 40;
const leaves = Array.from({ length: SIZES }, (_, index) => Buffer.from([index]));
const rangeOf = (from: number, to: number) => leavesFrom(from, leaves.slice(from, to));
const headOf = (size: number): TreeHead => ({ size, root: Uint8Array.from(rootOf(rangeOf(0, size))) });
const bytes = (list: readonly Uint8Array[]) => list.map((each) => Uint8Array.from(each));

/** The definition of RFC 6962, 2.1. */
function treeHash(data: readonly Buffer[]): Buffer {
  const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const [only] = data;
  if (only === undefined) return sha256();
  if (data.length === 1) return sha256(Buffer.from([0]), only);
  let split = 1;
  while (split * 2 < data.length) split *= 2;
  return sha256(Buffer.from([1]), treeHash(data.slice(0, split)), treeHash(data.slice(split)));
}

describe('a tree of hashes', () => {
  test('has the root that RFC 6962 defines, in whatever ranges its leaves come', () => {
    for (let size = 0; size <= SIZES; size += 1) {
      const root = treeHash(leaves.slice(0, size));
      for (let cut = 0; cut <= size; cut += 1) {
        const joined = joinRanges(rangeOf(0, cut), rangeOf(cut, size));
        expect(rootOf(joined)).toEqual(root);
        expect(parseRange(0, size, rangeText(joined))).toEqual(joined);
      }
    }
    expect(parseRange(0, 3, rangeText(rangeOf(0, 2)))).toBeNull();
  });

  test('counts lost leaves as empty ones', () => {
    const empty = leavesFrom(
      0,
      Array.from({ length: 21 }, () => new Uint8Array()),
    );
    expect(lostLeaves(0, 21)).toEqual(empty);
    expect(joinRanges(lostLeaves(0, 5), lostLeaves(5, 21))).toEqual(empty);
  });

  test('proves between any two sizes that it was only added to, and nothing else', async () => {
    for (let size = 1; size <= SIZES; size += 1) {
      for (let older = 0; older <= size; older += 1) {
        const proof = bytes(consistencyProof(rangeOf(0, older), rangeOf(older, size)));
        expect(await isExtended(headOf(older), headOf(size), proof)).toBe(true);
        if (older === 0) continue;
        const other = { ...headOf(older), root: Uint8Array.from(rootOf(leavesFrom(0, leaves.slice(-older)))) };
        if (older < SIZES) expect(await isExtended(other, headOf(size), proof)).toBe(false);
        if (older < size) {
          expect(await isExtended(headOf(older), headOf(size), proof.slice(1))).toBe(false);
          expect(await isExtended(headOf(older), headOf(size), [...proof, ...proof])).toBe(false);
          expect(await isExtended(headOf(size), headOf(older), proof)).toBe(false);
        }
      }
    }
    expect(emptyRange(3)).toEqual({ from: 3, to: 3, subtrees: [] });
  });
});

describe('a checkpoint', () => {
  const key = createHeadKey({ bytes: (count) => new Uint8Array(count).fill(7) });
  const origin = originOf('orgdesk.example.com', 9919);
  const publicKey = Uint8Array.from(Buffer.from(key.publicKey, 'base64'));

  test('carries origin, size and root under a signature, and ignores signatures by others', async () => {
    const note = await signHead(key, { origin, ...headOf(5) });
    const cosigned = `${note}\u2014 witness.example/w1 ${Buffer.alloc(76, 3).toString('base64')}\n`;
    for (const text of [note, cosigned]) {
      const checkpoint = parseCheckpoint(text);
      if (checkpoint === null) throw new Error('not parsed');
      expect(checkpoint).toMatchObject({ origin, ...headOf(5) });
      expect(await isSignedBy(checkpoint, publicKey)).toBe(true);
      const other = createHeadKey({ bytes: (count) => new Uint8Array(count).fill(8) });
      expect(await isSignedBy(checkpoint, Uint8Array.from(Buffer.from(other.publicKey, 'base64')))).toBe(false);
    }
    const larger = parseCheckpoint(note.replace('\n5\n', '\n6\n'));
    if (larger === null) throw new Error('not parsed');
    expect(await isSignedBy(larger, publicKey)).toBe(false);
    expect([organizationIn(origin), organizationIn('example.com/log')]).toEqual([9919, null]);
  });

  test('is refused when a part is missing or more than one way to read it exists', async () => {
    const note = await signHead(key, { origin, ...headOf(5) });
    for (const wrong of [
      '',
      'not a checkpoint',
      note.slice(0, -1),
      note.replace('\n5\n', '\n05\n'),
      note.replace('\n5\n', '\n-5\n'),
      note.replace('\n\n', '\n'),
      note.replace('\u2014', '-'),
      note.replace(/\n[^\n]+\n\n/, '\nAAAA\n\n'),
      `${note}\u2014 witness.example/w1 AAAA\n`,
      `${note}\n${note}`,
    ])
      expect(parseCheckpoint(wrong)).toBeNull();
  });

  test('has keys in the form of signed notes', async () => {
    const text = await verifierKey(origin, key.publicKey);
    expect(text).toMatch(/^orgdesk\.example\.com\/organizations\/9919\+[\da-f]{8}\+A[A-Za-z\d+/=]{43}$/);
    expect(await parseVerifierKey(text)).toBe(key.publicKey);
    for (const wrong of ['', 'a+b', text.slice(0, -1), text.replace('+', '+0'), `x${text}`])
      expect(await parseVerifierKey(wrong)).toBeNull();
    // The key of a public log.
    expect(
      await parseVerifierKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'),
    ).not.toBeNull();
  });
});
