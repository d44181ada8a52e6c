import { createHash } from 'node:crypto';
import { SEED } from '../series.ts';

/** Numbers that look random. Those of a name are the same in each run that begins at the same seed. */
export function randomNumbers(name: string) {
  let state = createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32LE();
  const next = (): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, upTo: (max: number) => 1 + Math.floor(next() * max), isLikely: (chance: number) => next() < chance };
}
