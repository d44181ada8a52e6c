import { describe, expect, test } from 'vitest';
import { resultsCsv } from '../../../src/jobs/job-view.ts';
import { addOrganization, serviceForAccess } from '../who-has-access/reaching.ts';
import { exportsAs, runOut } from './exporting.ts';

describe('exports that use all storage of an organization', () => {
  const service = serviceForAccess({ accessExportMax: { rows: 1_000, bytes: 4_000 } });

  test('make room for each other: the file of the oldest is removed, and its download says so', async () => {
    const { organization, owner } = addOrganization(service(), 25);
    const exports = exportsAs(service(), (await service().signIn(owner)).bearer, organization);
    const ended: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const { id } = await exports.start();
      await runOut(service(), () => exports.read(id));
      service().clock.advance(1_000);
      ended.push(id);
    }
    // One after the other: a session has two downloads at once.
    const statuses: number[] = [];
    for (const id of ended) statuses.push((await exports.ask(`/${id}/results.csv`)).status);
    expect(statuses[0]).toBe(410);
    expect(statuses[3]).toBe(200);
    const [stored] = (await service().storage.storedCounts(service().clock.now())).stored.filter(
      ({ kind }) => kind === 'access-export',
    );
    expect(stored?.bytes).toBeLessThanOrEqual(8_000);
    expect(new Date((await exports.read(ended[0] ?? '')).file?.expiresAt ?? 0) < service().clock.now()).toBe(true);
  });

  test('cut off a download whose file is removed meanwhile: what arrived never looks whole', async () => {
    const { organization, owner } = addOrganization(service(), 5);
    const exports = exportsAs(service(), (await service().signIn(owner)).bearer, organization);
    const { id } = await exports.start();
    await runOut(service(), () => exports.read(id));
    const { jobs } = service().storage;
    const organizationId = service().simulator.world.organization(organization)?.id ?? 0;
    const job = await jobs.find({ id, organizationId });
    if (job === null) throw new Error('the export is missing');
    const pieces = resultsCsv(jobs, job);
    await pieces.next();
    await jobs.makeRoomForFile(organizationId, { jobs: 50, bytes: 0 }, service().clock.now());
    await expect(pieces.next()).rejects.toThrow('removed while it was being sent');
  });
});
