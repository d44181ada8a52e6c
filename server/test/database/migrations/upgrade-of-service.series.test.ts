import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { NOON } from '../../support/databases/records.ts';
import { startService } from '../../support/service/start-service.ts';
import { ADA, ADAS_SESSION_ID, type Content, contentOf, EXPORT, JOB, keptOf, restoreCopy } from './stored-copies.ts';

describe.each(ENGINES.map(({ name }) => name))('this version on a database of %s', (engine) => {
  test('of the version before keeps every row, shows what it knew, and works', async () => {
    let before: Content = {};
    const service = await startService({
      engine,
      fillDatabase: async (url) => {
        await restoreCopy(url, engine);
        before = keptOf(await contentOf(url));
      },
    });
    onTestFinished(() => service.close());
    const after = await contentOf(service.databaseUrl, before);
    for (const [table, { rows }] of Object.entries(before)) {
      if (table.startsWith('schema_')) expect(after[table]?.rows).toEqual(expect.arrayContaining([...rows]));
      else expect(after[table]?.rows, table).toEqual(rows);
    }
    service.clock.stop();
    service.clock.advance(NOON.getTime() - service.clock.now().getTime());

    const get = async (path: string, headers: { readonly authorization: string }) => {
      const answer = await fetchOnce(`${service.url}${path}`, { headers });
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      return answer.json;
    };
    const old = { authorization: `Bearer ${ADAS_SESSION_ID}` };
    expect(await get('/api/auth/session', old)).toMatchObject({
      authenticated: true,
      session: { user: { id: ADA, login: 'ada' } },
    });

    const { bearer } = await service.signIn('ada', { mode: 'mobile' });
    expect(JSON.stringify(await get('/api/organizations', bearer))).toContain('"login":"acme"');
    expect(await get(`/api/organizations/acme/jobs/${JOB}`, bearer)).toMatchObject({
      job: { id: JOB, state: 'done' },
    });
    expect(JSON.stringify(await get('/api/auth/sessions', bearer))).toContain('Firefox on Linux');
    expect(JSON.stringify(await get('/api/organizations/acme/audit-trail', bearer))).toContain('"bob"');
    expect(JSON.stringify(await get('/api/organizations/acme/jobs', bearer))).toContain(EXPORT);

    const invited = await fetchOnce(`${service.url}/api/organizations/acme/mass-invite`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer },
      body: JSON.stringify({ userLogins: ['hedy'] }),
    });
    expect(invited.status).toBe(200);
    for await (const proof of service.storage.auditTrail.verify(null)) {
      // Counts existing invitations and the one just sent.
      expect(proof.ok && proof.value.rows).toBeGreaterThanOrEqual(4);
    }
    expect((await fetchOnce(`${service.url}/readyz`)).status).toBe(200);
  });
});
