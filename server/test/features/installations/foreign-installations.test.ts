import { describe, expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { inSeries } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const MANY = inSeries(1_000, 100);

describe('foreign installations', () => {
  const service = sharedService();

  test('of many not one can be linked through either endpoint [IC-10 IP-4]', async () => {
    const { world } = service().simulator;
    world.addUser({ login: 'rich' });
    const { installationIds } = world.enlarge('rich', { organizations: MANY, installations: MANY, prefix: 'rich' });
    const { browser, bearer } = await service().signIn('edsger');
    const started = await browser.request(`${service().url}/api/install/start`);
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
    const cookie = await browser.jar.getCookieString(service().url);

    const attempt = async (id: number) => {
      const query = new URLSearchParams({ installation_id: String(id), state });
      const viaCallback = await createBrowser().request(`${service().url}/api/install/callback?${query}`, {
        headers: { cookie },
      });
      const viaComplete = await fetchOnce(`${service().url}/api/install/complete`, {
        method: 'POST',
        body: JSON.stringify({ installationId: id }),
        headers: { 'content-type': 'application/json', ...bearer },
      });
      return `${viaCallback.status} ${viaComplete.status}`;
    };
    const outcomes = new Set<string>();
    for (let from = 0; from < installationIds.length; from += 20) {
      for (const outcome of await Promise.all(installationIds.slice(from, from + 20).map(attempt))) {
        outcomes.add(outcome);
      }
    }
    expect(outcomes).toEqual(new Set(['400 404']));
    const session = await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer });
    expect(session.json).toMatchObject({ session: { installationIds: [] } });
  });

  test("are not exchanged for one of one's own: whoever has some is refused all the same [IP-4]", async () => {
    const { world } = service().simulator;
    const { id } = world.addInstallation({ account: world.addOrganization({ login: 'elsewhere' }).login });
    const { bearer } = await service().signIn('ada');
    const linked = async () => (await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer })).json;
    const before = await linked();
    expect((before as { session: { installationIds: readonly number[] } }).session.installationIds).not.toEqual([]);
    const answer = await fetchOnce(`${service().url}/api/install/complete`, {
      method: 'POST',
      body: JSON.stringify({ installationId: id }),
      headers: { 'content-type': 'application/json', ...bearer },
    });
    expect(answer.status).toBe(404);
    expect(await linked()).toEqual(before);
  });
});
