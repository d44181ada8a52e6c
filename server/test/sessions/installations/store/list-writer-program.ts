import { randomBytes } from 'node:crypto';
import { cipherKeysOf, createTokenCipher } from '../../../../src/lib/secrets.ts';
import { createSqlStorage } from '../../../../src/storage.ts';
import { NOON, upTo } from '../../../support/databases/records.ts';

/*
 * Replaces the repository list of installation 7 again and again, each time by one of another generation and
 * length, and tells its parent of each that is stored. Runs until it is killed.
 */

const [url = '', firstGeneration = '', tokenSecret = ''] = process.argv.slice(2);
const cipher = createTokenCipher(cipherKeysOf([tokenSecret]), { bytes: (count) => randomBytes(count) });
const { installations } = await createSqlStorage({
  url,
  cipher,
  log: { debug() {}, info() {}, warn() {}, error() {} },
});

for (let generation = Number(firstGeneration); ; generation += 1) {
  const list = upTo(10_000 + (generation % 7)).map((number) => ({
    nameWithOwner: `generation-${generation}/repository-${number}`,
    url: `https://code.test/generation-${generation}/repository-${number}`,
    isPrivate: number % 2 === 0,
  }));
  await installations.storeRepositories(7, list, await installations.observe(), NOON);
  process.send?.(generation);
}
