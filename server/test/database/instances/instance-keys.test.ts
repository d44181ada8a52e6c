import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cipherKeysOf, keyPrintsOf, signingKeyOf } from '../../../src/lib/secrets.ts';
import { keepKeysCompared } from '../../../src/operate/commands/serve/service.ts';
import { ENGINES } from '../../support/databases/engines.ts';

const [OLD, NEW] = ['an old secret of the tests, long enough', 'a new secret of the tests, long enough'];
const printsOf = (sessionSecret: string, ...tokenSecrets: readonly string[]) =>
  keyPrintsOf(signingKeyOf(sessionSecret, []), cipherKeysOf(tokenSecrets));
const SAME = { signing: false, tokens: false };
const MINUTE_MS = 60_000;

describe.each(ENGINES)('the keys of instances, on $name', ({ open }) => {
  test('are the same, or not, and are no key', async () => {
    const { storage, rawQuery } = await open();
    const { instanceKeys: keys } = storage;
    await keys.note('one', printsOf(OLD, OLD), MINUTE_MS);
    await keys.note('another', printsOf(OLD, OLD), MINUTE_MS);
    expect(await keys.foreign(printsOf(OLD, OLD))).toEqual(SAME);
    expect(await keys.foreign(printsOf(NEW, OLD))).toEqual({ signing: true, tokens: false });
    expect(await keys.foreign(printsOf(OLD, NEW))).toEqual({ signing: false, tokens: true });
    expect(await keys.foreign({ signing: null, tokens: [] })).toEqual(SAME);
    await keys.forget('one', printsOf(OLD, OLD));
    expect(await keys.foreign(printsOf(NEW, NEW))).toEqual({ signing: true, tokens: true });
    const left = JSON.stringify(await rawQuery('select * from leases'));
    for (const key of [OLD, NEW]) expect(left).not.toContain(key);
    for (const key of cipherKeysOf([OLD, NEW]))
      expect(left).not.toContain(Buffer.from(key).toString('hex').slice(0, 16));
    await keys.forget('another', printsOf(OLD, OLD));
    expect(await keys.foreign(printsOf(NEW, NEW))).toEqual(SAME);
  });

  test('may be changed one instance after the other, each decrypting what the others encrypt', async () => {
    const { instanceKeys: keys } = (await open()).storage;
    await keys.note('one', printsOf(OLD, OLD, NEW), MINUTE_MS);
    await keys.note('another', printsOf(OLD, NEW, OLD), MINUTE_MS);
    expect(await keys.foreign(printsOf(OLD, OLD, NEW))).toEqual(SAME);
    expect(await keys.foreign(printsOf(OLD, NEW, OLD))).toEqual(SAME);
    expect(await keys.foreign(printsOf(OLD, NEW))).toEqual({ signing: false, tokens: true });
  });

  test('that vanished count no longer than they were noted for, and are cleared', async () => {
    const { storage, rawQuery } = await open();
    await storage.instanceKeys.note('vanished', printsOf(NEW, NEW), 0);
    expect(await storage.instanceKeys.foreign(printsOf(OLD, OLD))).toEqual(SAME);
    await storage.deleteUnneeded(new Date());
    expect(await rawQuery("select name from leases where name like 'key %'")).toEqual([]);
  });

  test('are told in the log of each instance that has others, once, and when they are the same again', async () => {
    const { instanceKeys } = (await open()).storage;
    const entropy = { bytes: (count: number) => randomBytes(count) };
    const run = (...secrets: [string, string]) => {
      const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
      const stop = keepKeysCompared({ instanceKeys, prints: printsOf(...secrets), entropy, log }, 20);
      onTestFinished(stop);
      return { log, stop };
    };
    const one = run(OLD, OLD);
    const other = run(NEW, NEW);
    const differ = [
      [{ settings: ['SESSION_SECRET', 'TOKEN_SECRET'] }, expect.stringMatching(/uses different secrets/)],
    ];
    for (const { log } of [one, other]) await expect.poll(() => log.warn.mock.calls).toEqual(differ);
    await other.stop();
    await expect.poll(() => one.log.info.mock.calls).toEqual([[{}, expect.stringMatching(/the same secrets again/)]]);
    expect(one.log.warn).toHaveBeenCalledOnce();
  });
});
