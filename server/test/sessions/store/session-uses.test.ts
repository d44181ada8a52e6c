import { expect, it } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { afterNoon, keyOf, NOON, signInOf } from '../../support/databases/records.ts';

for (const engine of ENGINES) {
  it(`notes the last use of many sessions at once, by two instances, on ${engine.name}`, async () => {
    const one = await engine.open();
    const two = await engine.open({ url: one.url });
    const { sessions } = one.storage;
    await sessions.signIn(signInOf('ada', 1, { installations: [] }));
    await sessions.signIn(signInOf('bob', 2, { installations: [] }));

    const gone = Array.from({ length: 700 }, (_, index) => ({ key: keyOf(`gone-${index}`), at: afterNoon(1) }));
    const storedKeys = [keyOf('bob'), keyOf('ada')];
    await Promise.all([
      sessions.noteUses([...storedKeys.map((key) => ({ key, at: afterNoon(2) })), ...gone]),
      two.storage.sessions.noteUses([...gone, ...storedKeys.map((key) => ({ key, at: afterNoon(1) }))]),
    ]);

    for (const id of [1, 2]) {
      const listed = await sessions.ofUser(id, NOON, 10);
      expect(listed.map(({ usedAt }) => usedAt)).toEqual([afterNoon(2)]);
    }
  });
}
