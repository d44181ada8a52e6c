import { describe, expect, it } from 'vitest';
import { LATEST_VERSION, MIGRATIONS } from '../../../../src/adapters/storage-sql/migrations/steps/steps.ts';
import { ROW_STATES } from '../../../../src/domain/jobs/job.ts';
import type { SessionKey } from '../../../../src/domain/session.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import { afterNoon, dueLists, NOON, plainGrant } from '../records.ts';
import { shapeOf } from './shape.ts';
import {
  ACME,
  ADA,
  ADAS_KEY,
  COPIED_VERSIONS,
  contentOf,
  EXPORT,
  JOB,
  MOVED,
  restoredCopy,
  rowsOfCopy,
  runScript,
} from './stored-copies.ts';

/** Turns the copy of version 14 into what version 13 was. */
const TO_13 = `
  delete from schema_serves where version = 14;
  delete from schema_migrations where version = 14;
  alter table invitation_jobs drop column request_id;
  alter table access_exports drop column request_id;
  drop table backups;`;

for (const engine of ENGINES) {
  describe(`a database of ${engine.name} that a former program left`, () => {
    it.each(COPIED_VERSIONS)('at version %i keeps every row, and is upgraded once', async (version) => {
      const url = await restoredCopy(engine.name, version);
      const before = await contentOf(url);
      for (const [table, { rows }] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);

      const { storage, rawQuery } = await engine.open({ url, migrate: false });
      expect(await storage.migrate()).toEqual({
        from: version,
        to: LATEST_VERSION,
        applied: [
          ...(version === 12 ? ['upgrade from version 12'] : []),
          ...MIGRATIONS.slice(1).map(({ name }) => name),
        ],
      });
      expect(await storage.migrate()).toEqual({ from: LATEST_VERSION, to: LATEST_VERSION, applied: [] });
      await storage.ready();
      const after = await contentOf(url, before);
      for (const [table, { rows }] of Object.entries(before)) {
        if (table.startsWith('schema_')) expect(after[table]?.rows).toEqual(expect.arrayContaining([...rows]));
        else if (MOVED.has(table)) expect(after[table]?.rows, table).toEqual([]);
        else expect(after[table]?.rows, table).toEqual(rows);
      }
      const open = await rawQuery('select organization_id, number from audit_open_intents');
      expect(open.map((row) => [Number(row.organization_id), Number(row.number)])).toEqual([[ACME, 1]]);
      const [job] = await rawQuery(`select row_count, byte_count from jobs where kind = 'invitations'`);
      expect([Number(job?.row_count), Number(job?.byte_count)]).toEqual([2, version === 12 ? 229 : 230]);
    });

    it.each(COPIED_VERSIONS)('at version %i is read through the stores, and goes on', async (version) => {
      const { storage } = await engine.open({ url: await restoredCopy(engine.name, version) });
      const { sessions, installations, jobs, auditTrail } = storage;
      const found = await sessions.find(ADAS_KEY as SessionKey, NOON);
      expect(found && { ...found, grant: plainGrant(found.grant) }).toMatchObject({
        user: { id: ADA, login: 'ada' },
        memberships: [{ organization: { id: ACME, login: 'acme' }, viewerCanAdminister: true }],
        installationIds: [77001],
        tokenVersion: 3,
        expiresAt: afterNoon(480),
      });
      expect(await installations.findByAccounts([ACME])).toMatchObject([{ id: 77001, repositoryCount: 42 }]);
      expect(await dueLists(installations, 10)).toEqual([77001]);
      const highest = engine.name === 'SQLite' ? 12 : 19;
      expect(await installations.observe()).toBeGreaterThan(highest);
      const [job, file] = [JOB, EXPORT].map((id) => ({ id, organizationId: ACME }));
      expect(job && (await jobs.find(job))).toMatchObject({
        key: 'key-1',
        state: 'done',
        counts: { sent: 1, failed: 1 },
      });
      expect(job && (await jobs.rows(job, { after: 0, limit: 9, states: ROW_STATES }))).toMatchObject([
        { login: 'hedy', invitationId: 500 },
        { email: 'someone@mail.example', role: 'admin', teamIds: [7], words: 'no' },
      ]);
      expect(file && (await jobs.find(file))).toMatchObject({ state: 'done', file: { steps: 1, rows: 1 } });
      expect(file && (await jobs.partAfter(file, 0))).toEqual({ index: 1, text: 'a,b,c,d\n' });
      for await (const proof of auditTrail.verify(null)) expect(proof).toMatchObject({ ok: true, value: { rows: 2 } });
    });

    it('has the schema afterwards that an empty one gets', async () => {
      const { url } = await engine.open();
      const made = await shapeOf(url, engine.name);
      const from12 = await restoredCopy(engine.name, 12);
      const from13 = await restoredCopy(engine.name, 14);
      await runScript(from13, TO_13);
      for (const upgraded of [from12, from13]) {
        const { storage } = await engine.open({ url: upgraded, migrate: false });
        expect((await storage.migrate()).applied).toHaveLength(MIGRATIONS.length);
        expect(await shapeOf(upgraded, engine.name)).toEqual(made);
      }
      const from14 = await restoredCopy(engine.name, 14);
      await engine.open({ url: from14 });
      const unused = (await shapeOf(from14, engine.name)).filter((line) => !made.includes(line));
      expect(made.filter((line) => unused.includes(line))).toEqual([]);
      expect(unused).toEqual(
        engine.name === 'SQLite'
          ? []
          : [expect.stringContaining('former_programs'), expect.stringContaining('former_programs')],
      );
    });

    it('serves a program of version 12, whose statements write and read', async () => {
      const { url, rawQuery } = await engine.open();
      const newer = await rawQuery('select oldest_program from schema_serves where version > 12');
      expect(newer.map(({ oldest_program: oldest }) => Number(oldest) <= 12)).toEqual(newer.map(() => true));
      await rawQuery('delete from host_counters');
      await runScript(url, rowsOfCopy(engine.name, 12).join(''));
      const written = await contentOf(await restoredCopy(engine.name, 12));
      const read = await contentOf(url, written);
      for (const [table, { rows }] of Object.entries(written)) {
        if (!table.startsWith('schema_')) expect(read[table]?.rows, table).toEqual(rows);
      }
      for (const table of ['sessions', 'host_users', 'host_installations', 'host_organizations'])
        await rawQuery(`delete from ${table}`);
    });

    it('at an older version is refused and left as it is', async () => {
      const url = await restoredCopy(engine.name, 12);
      await runScript(
        url,
        'delete from schema_serves where version > 7; delete from schema_migrations where version > 7;',
      );
      const before = await contentOf(url);
      const { storage } = await engine.open({ url, migrate: false });
      expect(await storage.schema()).toEqual({
        step: 7,
        programStep: LATEST_VERSION,
        oldestStep: 12,
        pending: [],
        serves: false,
      });
      await expect(storage.migrate()).rejects.toThrow(
        'the database has schema version 7, but this orgdesk upgrades only from version 12 or later: first upgrade with an orgdesk release that uses schema version 12',
      );
      expect(await contentOf(url)).toEqual(before);
    });
  });
}
