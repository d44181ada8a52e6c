import { describe, expect, it } from 'vitest';
import { LATEST_VERSION, MIGRATIONS } from '../../../src/database/migrations/steps.ts';
import { ROW_STATES } from '../../../src/domain/job.ts';
import type { SessionKey } from '../../../src/lib/secrets.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { afterNoon, dueLists, NOON, plainGrant } from '../../support/databases/records.ts';
import { shapeOf } from './shape.ts';
import {
  ACME,
  ADA,
  ADAS_KEY,
  COPIED_VERSION,
  contentOf,
  EXPORT,
  JOB,
  keptOf,
  PAUSED,
  REMOVED,
  RUN,
  restoredCopy,
  runScript,
} from './stored-copies.ts';

for (const engine of ENGINES) {
  describe(`a database of ${engine.name} that a former program left`, () => {
    it('keeps every row, and is upgraded once', async () => {
      const url = await restoredCopy(engine.name);
      const before = await contentOf(url);
      for (const [table, { rows }] of Object.entries(before)) {
        expect(rows.length > 0, table).toBe(!REMOVED.has(table));
      }

      const { storage } = await engine.open({ url, migrate: false });
      expect(await storage.migrate()).toEqual({
        from: COPIED_VERSION,
        to: LATEST_VERSION,
        applied: ['upgrade from version 31', ...MIGRATIONS.slice(1).map(({ name }) => name)],
      });
      expect(await storage.migrate()).toEqual({ from: LATEST_VERSION, to: LATEST_VERSION, applied: [] });
      await storage.ready();
      const kept = keptOf(before);
      const after = await contentOf(url, kept);
      for (const [table, { rows }] of Object.entries(kept)) {
        if (table.startsWith('schema_')) expect(after[table]?.rows).toEqual(expect.arrayContaining([...rows]));
        else expect(after[table]?.rows, table).toEqual(rows);
      }
      expect(Object.keys(after).filter((table) => REMOVED.has(table))).toEqual([]);
    });

    it('is read through the stores, and goes on', async () => {
      const { storage } = await engine.open({ url: await restoredCopy(engine.name) });
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
        { email: 'someone@mail.example', role: 'admin', teamIds: [7], message: 'no' },
      ]);
      expect(file && (await jobs.find(file))).toMatchObject({ state: 'done', file: { steps: 1, rows: 1 } });
      expect(file && (await jobs.partAfter(file, 0))).toEqual({ index: 1, text: 'a,b,c,d\n' });
      expect(await jobs.find({ id: PAUSED, organizationId: ACME })).toMatchObject({
        kind: 'invitations',
        state: 'paused',
      });
      for await (const proof of auditTrail.verify(null)) expect(proof).toMatchObject({ ok: true, value: { rows: 2 } });
      // Refused if the rows contradict the head that was signed.
      expect(await storage.auditHeads.grow(ACME)).toMatchObject({ ok: true, value: { size: 2 } });
    });

    it('keeps why an item of a run was refused', async () => {
      const url = await restoredCopy(engine.name);
      const failure = JSON.stringify({ reason: 'wrong-rows', words: 'Row 2: "words": no', retryAt: null });
      await runScript(url, `update run_jobs set state = 'refused', job_id = null, failure = '${failure}'`);
      const { storage } = await engine.open({ url });
      expect(await storage.runs.find({ userId: ADA, id: RUN })).toMatchObject({
        items: [{ state: 'refused', failure: { reason: 'wrong-rows', message: 'Row 2: "words": no', retryAt: null } }],
      });
    });

    it('has the schema afterwards that an empty one gets', async () => {
      const { url } = await engine.open();
      const upgraded = await restoredCopy(engine.name);
      await engine.open({ url: upgraded });
      expect(await shapeOf(upgraded, engine.name)).toEqual(await shapeOf(url, engine.name));
    });

    it('at an older version is refused and left as it is', async () => {
      const url = await restoredCopy(engine.name);
      await runScript(
        url,
        'delete from schema_serves where version > 30; delete from schema_migrations where version > 30;',
      );
      const before = await contentOf(url);
      const { storage } = await engine.open({ url, migrate: false });
      expect(await storage.schema()).toEqual({
        step: 30,
        programStep: LATEST_VERSION,
        oldestStep: 31,
        pending: [],
        serves: false,
      });
      await expect(storage.migrate()).rejects.toThrow(
        'the database has schema version 30, but this orgdesk upgrades only from version 31 or later: first upgrade with an orgdesk release that uses schema version 31',
      );
      expect(await contentOf(url)).toEqual(before);
    });
  });
}
