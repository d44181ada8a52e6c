import { describe, expect, test } from 'vitest';
import { AUDIT_CHANGES, AUDIT_VIEWS } from '../../../src/lib/limits/audit.ts';
import { exportsAs } from '../../features/access-exports/exporting.ts';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { serviceForTrails } from './trail.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('what one person adds to the audit log on %s', (engine) => {
  const { service, setUp } = serviceForTrails({ engine });

  test('is one entry for the same download within an hour, whatever the session', async () => {
    const { ask, owner, page } = await setUp();
    const exported = async () => (await page('?action=audit_trail.exported')).entries.length;
    expect((await ask('.csv?way=api')).status).toBe(200);
    expect((await ask('.csv?way=api')).status).toBe(200);
    expect((await ask('.csv?way=api', (await service().signIn(owner)).bearer)).status).toBe(200);
    expect(await exported()).toBe(1);
    await ask('.csv?way=job');
    await ask('.ndjson?way=api');
    expect(await exported()).toBe(3);
    service().clock.advance(AUDIT_VIEWS.withinMs + 1);
    await ask('.csv?way=api');
    expect(await exported()).toBe(4);
  });

  test('is refused when there would be too many downloads, of which none is given away without its entry', async () => {
    const { ask, page } = await setUp();
    for (let nth = 1; nth <= AUDIT_VIEWS.max; nth += 1) expect((await ask(`.csv?actor=a-${nth}`)).status).toBe(200);
    const refused = await ask('.csv?actor=one-more');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
    expect(refused.json).toEqual({
      error: 'You downloaded too many files of this organization in the last hour. Please try again later.',
    });
    expect((await ask('.csv?actor=a-1')).status).toBe(200);
    expect((await page('?action=audit_trail.exported&limit=200')).entries).toHaveLength(AUDIT_VIEWS.max);
    service().clock.advance(AUDIT_VIEWS.withinMs + 1);
    expect((await ask('.csv?actor=one-more')).status).toBe(200);
  });

  test('is refused when jobs or exports are changed too often, but for the cancelling of a job', async () => {
    const { organization, headers, record, owner } = await setUp();
    const { id } = service().simulator.world.user(owner) ?? { id: 0 };
    const jobs = jobsAs(service(), headers, organization);
    const job = await jobs.begin([{ login: owner, role: 'direct_member', teamIds: [] }]);
    const event = { actor: { id, login: owner } };
    const more = AUDIT_CHANGES.max - 1;
    await record(...Array.from({ length: more }, () => ({ ...event, action: 'job.paused' })));
    await record(...Array.from({ length: more + 1 }, () => ({ ...event, action: 'job.started' })));
    const hour = String(AUDIT_CHANGES.withinMs / 1000);
    const tooMany = { error: 'You made too many changes of this kind in the last hour. Please try again later.' };
    for (const refused of [
      await jobs.change(job.id, 'pause'),
      await jobs.start({ key: 'another', rows: [{ login: 'somebody' }] }),
      await exportsAs(service(), headers, organization).begin(),
    ]) {
      expect([refused.status, refused.json, refused.headers.get('retry-after')]).toEqual([429, tooMany, hour]);
    }
    // Repeating an earlier change adds nothing.
    const repeated = await jobs.start({ key: 'a-key', rows: [{ login: owner, role: 'direct_member', teamIds: [] }] });
    expect([repeated.status, repeated.json]).toMatchObject([202, { job: { id: job.id } }]);
    expect((await jobs.change(job.id, 'resume')).status).toBe(200);
    expect((await jobs.change(job.id, 'cancel')).status).toBe(200);
    service().clock.advance(AUDIT_CHANGES.withinMs + 1);
    expect((await jobs.start({ key: 'another', rows: [{ login: 'somebody' }] })).status).toBe(202);
  });
});
