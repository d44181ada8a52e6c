import { randomHex } from '../../lib/crypto/secrets.ts';
import type { Entropy } from '../../lib/system.ts';

const ID_BYTES = 12;
/** Single IDs would take a fifteenth of the time of reading a session. */
const IDS_AT_ONCE = 256;

/** Unique over all instances, but not secret. */
export function createRequestIds(entropy: Entropy): () => string {
  let block = '';
  let next = 0;
  return () => {
    if (next === block.length) {
      block = randomHex(entropy, ID_BYTES * IDS_AT_ONCE);
      next = 0;
    }
    const begin = next;
    next += ID_BYTES * 2;
    return block.slice(begin, next);
  };
}
