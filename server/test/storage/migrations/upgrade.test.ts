import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/adapters/storage-sql/engines/connect.ts';
import { MIGRATIONS } from '../../../src/adapters/storage-sql/migrations/steps/steps.ts';
import { sealGrant } from '../../../src/adapters/storage-sql/sessions/sealed-grant.ts';
import { cipherKeysOf } from '../../../src/security/keys.ts';
import { createTokenCipher } from '../../../src/security/token-cipher.ts';
import { ENGINES, type EngineName, freshDatabaseUrl, TOKEN_SECRET } from '../../support/databases/engines.ts';
import { allRecords } from '../../support/service/cache.ts';
import {
  afterNoon,
  dueLists,
  grantOf,
  installationOf,
  keyOf,
  lookAt,
  membershipIn,
  NOON,
  plainGrant,
} from '../records.ts';

const KEY = keyOf('ada');
const MS = NOON.getTime();

/** A database as version 1 left it: Ada, owner of organization 10, signed in and linked to installation 100 on it. */
async function databaseOfVersion1(engineName: EngineName): Promise<string> {
  const url = await freshDatabaseUrl(engineName);
  const engine = await connect(url, { debug() {}, info() {}, warn() {}, error() {} });
  const cipher = createTokenCipher(cipherKeysOf([TOKEN_SECRET]), { bytes: (count) => randomBytes(count) });
  const [first] = MIGRATIONS;
  const { integer, typed } = engine.ddl;
  await engine.migrationTransaction(async (db) => {
    await sql`create table schema_migrations (
      version ${integer} primary key,
      name text not null,
      applied_at ${integer} not null
    ) ${typed}`.execute(db);
    for (const statement of first?.statements(engine.ddl) ?? []) await statement.execute(db);
    for (const statement of [
      sql`insert into schema_migrations values (1, 'accounts, installations and sessions', ${MS})`,
      sql`insert into host_users values (1, 'ada', null, null, ${MS})`,
      sql`insert into host_organizations values (10, 'organization-10', 'Organization 10', null, ${MS})`,
      sql`insert into host_memberships values (1, 10, 1)`,
      sql`insert into host_installations values (100, 10, 'organization-10', 'organization', 'all', 42, null, ${MS}, ${MS})`,
      sql`insert into host_installations values (200, 20, 'organization-20', 'organization', 'selected', null, ${MS}, ${MS}, ${MS})`,
    ]) {
      await statement.execute(db);
    }
    await db
      .insertInto('sessions')
      .values({
        ...sealGrant(cipher, KEY, grantOf('ada')),
        session_key: KEY,
        user_id: 1,
        token_version: 3,
        refresh_lease_id: null,
        refresh_lease_until: null,
        created_at: MS,
        expires_at: afterNoon(480).getTime(),
      })
      .execute();
    await sql`insert into session_installations values (${KEY}, 100)`.execute(db);
  });
  await engine.close();
  return url;
}

for (const engine of ENGINES) {
  describe(`upgrade from version 1 on ${engine.name}`, () => {
    it('keeps every row, and is done once', async () => {
      const { storage, rawQuery } = await engine.open({ url: await databaseOfVersion1(engine.name) });
      await storage.migrate();
      await storage.ready();

      expect(
        (await rawQuery('select version from schema_migrations order by version')).map((row) => Number(row.version)),
      ).toEqual(MIGRATIONS.map((_, index) => index + 1));
      const found = await storage.sessions.find(KEY, NOON);
      expect(found && { ...found, grant: plainGrant(found.grant) }).toEqual({
        key: KEY,
        user: { id: 1, login: 'ada', name: null, avatarUrl: null },
        memberships: [membershipIn(10, true)],
        installationIds: [100],
        grant: grantOf('ada'),
        tokenVersion: 3,
        createdAt: NOON,
        expiresAt: afterNoon(480),
      });
      const first = { ...installationOf(100, 10), repositoryCount: 42, updatedAt: NOON };
      expect(await storage.installations.findByAccounts([10])).toEqual([first]);
      expect(await storage.installations.findCovered([100])).toEqual([
        { ...first, list: null, repositoriesStale: true },
      ]);
      expect(await dueLists(storage.installations, 10)).toEqual([100]);
    });

    it('goes on with records that nobody looked at since, or that an instance of version 1 stored', async () => {
      const { storage, rawQuery } = await engine.open({ url: await databaseOfVersion1(engine.name) });
      const { installations, sessions } = storage;
      await rawQuery(
        `insert into host_installations (installation_id, account_id, account_login, account_type, created_at, updated_at)
          values (300, 30, 'old', 'user', ${MS}, ${MS})`,
      );

      await installations.upsert([installationOf(300, 30)], await installations.observe(), NOON);
      await installations.suspend(100, NOON, await installations.observe(), NOON);
      await installations.storeRepositories(200, [], await installations.observe(), NOON);
      expect(
        (await allRecords(installations)).map((one) => [
          one.id,
          one.accountLogin,
          one.suspendedAt,
          one.repositoryCount,
        ]),
      ).toEqual([
        [100, 'organization-10', NOON, 42],
        [200, 'organization-20', NOON, 0],
        [300, 'organization-30', null, null],
      ]);
      await installations.remove(100, await installations.observe());
      await installations.upsert([installationOf(100, 10)], lookAt(1), NOON);
      expect((await sessions.find(KEY, NOON))?.installationIds).toEqual([]);
      expect(await installations.findByAccounts([10])).toEqual([]);
    });
  });
}
