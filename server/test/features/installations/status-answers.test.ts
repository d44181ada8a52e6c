import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createStatusAnswers } from '../../../src/features/installations/status-answers.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { installationOf, NOON, upTo } from '../../support/databases/records.ts';

for (const engine of ENGINES_OF_RULES) {
  describe(`kept installation statuses on ${engine.name}`, () => {
    it.each([
      ['short and plain', 1, false],
      ['short and not worth compressing', 1, true],
      ['long and plain', 40, false],
      ['long and compressed', 40, true],
    ])('%s: an answer lies in memory of its own, which is all that keeping it takes', async (_, repositories, gzip) => {
      const { storage } = await engine.open();
      const { installations } = storage;
      await installations.upsert([installationOf(7)], await installations.observe(), NOON);
      const list = upTo(repositories).map((number) => ({
        nameWithOwner: `organization-7/repository-${number}`,
        url: `https://code.test/organization-7/repository-${number}`,
        isPrivate: true,
      }));
      await installations.storeRepositories(7, list, await installations.observe(), NOON);
      const { answerOf } = createStatusAnswers(installations);
      const records = await installations.findCovered([7]);
      const { bytes, isCompressed } = await answerOf(records, gzip);
      expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
      const text = isCompressed ? gunzipSync(bytes).toString() : bytes.toString();
      expect(JSON.parse(text)).toMatchObject({ installed: true, accounts: [{ repositories: list }] });
      expect(isCompressed).toBe(gzip && repositories > 1);
    });
  });
}
