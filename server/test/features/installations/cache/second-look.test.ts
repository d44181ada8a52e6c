import { describe, expect, onTestFinished, test } from 'vitest';
import { GONE_CONFIRMED_AFTER_MS } from '../../../../src/lib/limits/installations.ts';
import { fetchOnce } from '../../../support/browser.ts';
import { ENGINES_OF_RULES, type EngineName } from '../../../support/databases/engines.ts';
import { installationIdOf, linkedInstallations } from '../../../support/service/installation-ids.ts';
import { startService } from '../../../support/service/start-service.ts';
import { installationPayload, postWebhook } from '../../../support/webhooks.ts';

const LISTS = { path: '/installation/repositories' };

/** Ada, who has looked at her installations, and a code host that can be told to know nothing any more. */
async function adaOn(engine: EngineName, webhookSecret?: null) {
  const service = await startService({ engine, ...(webhookSecret === null ? { webhookSecret } : {}) });
  onTestFinished(() => service.close());
  const { control } = service.simulator;
  const { bearer } = await service.signIn('ada');
  const status = async () => (await fetchOnce(`${service.url}/api/install/status`, { headers: bearer })).json;
  const organization = async (login: string) =>
    (await fetchOnce(`${service.url}/api/organizations/${login}`, { headers: bearer })).json;
  const before = await status();
  const knowNothing = () => {
    control.fault({
      match: { path: '/app/installations' },
      kind: 'reply',
      status: 404,
      body: { message: 'Not Found' },
    });
    control.fault({ match: { path: '^/app/installations$' }, kind: 'reply', status: 200, body: [] });
  };
  const linked = () => linkedInstallations(service.url, bearer);
  return { service, control, bearer, status, organization, before, knowNothing, linked };
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'a code host that answers 404 to everything, on %s',
  (engine) => {
    test('takes nothing for good: all is back as it was when the status asks again [Y-23]', async () => {
      const { service, control, status, organization, before, knowNothing, linked } = await adaOn(engine);
      const links = await linked();
      knowNothing();
      const round = await service.upkeep();
      expect(round).toMatchObject({ ok: true, value: { onCodeHost: 0 } });
      expect(await status()).toMatchObject({ installed: false });
      expect(await organization('acme')).toMatchObject({ organization: { hasAppInstalled: false } });
      expect(await linked()).toEqual(links);
      expect((await service.upkeep()).ok).toBe(true);

      control.clearFaults();
      control.clearRequests();
      expect(await status()).toEqual({ ...(before as object), accounts: expect.any(Array) });
      expect(control.count(LISTS)).toBe(0);
      expect(await organization('acme')).toMatchObject({
        organization: { hasAppInstalled: true, repositoryCount: expect.any(Number) },
      });
    });

    test('is healed by the next round, also for those who do not look [Y-23]', async () => {
      const { service, control, before, status, knowNothing } = await adaOn(engine);
      knowNothing();
      await service.upkeep();
      control.clearFaults();
      expect(await service.upkeep()).toMatchObject({ ok: true });
      control.clearRequests();
      expect(await status()).toMatchObject({ summary: (before as { readonly summary: object }).summary });
      expect(control.requests()).toEqual([]);
    });

    test('is believed when it still says so some minutes later [Y-23]', async () => {
      const { service, knowNothing, linked } = await adaOn(engine);
      knowNothing();
      await service.upkeep();
      service.clock.advance(GONE_CONFIRMED_AFTER_MS);
      expect(await service.upkeep()).toMatchObject({ ok: true, value: { removed: 0 } });
      expect(await linked()).toEqual([]);
      expect(await service.storage.installations.idsAfter(0, 100)).toEqual([]);
    });

    test('and an event that says deleted are two who agree, where events are not signed [Y-23]', async () => {
      const { service, linked } = await adaOn(engine, null);
      const id = installationIdOf(service.simulator, 'acme');
      const body = installationPayload('deleted', id, { app_id: service.simulator.app.id });
      expect((await postWebhook(service.url, { body, signature: null })).status).toBe(200);
      expect(await linked()).toContain(id);
      service.simulator.world.removeInstallation(id);
      expect((await postWebhook(service.url, { body, signature: null })).status).toBe(200);
      expect(await linked()).not.toContain(id);
    });

    test('costs the App ten looks a minute for each person who asks for the status', async () => {
      const service = await startService({ engine });
      onTestFinished(() => service.close());
      const { world, control } = service.simulator;
      world.addUser({ login: 'owner' });
      world.enlarge('owner', { organizations: 25, installations: 25 });
      const { bearer } = await service.signIn('owner');
      control.fault({
        match: { path: '/app/installations' },
        kind: 'reply',
        status: 404,
        body: { message: 'Not Found' },
      });
      control.fault({ match: { path: '^/app/installations$' }, kind: 'reply', status: 200, body: [] });
      await service.upkeep();
      control.clearRequests();
      for (let attempt = 0; attempt < 3; attempt += 1)
        await fetchOnce(`${service.url}/api/install/status`, { headers: bearer });
      expect(control.count({ path: '/app/installations' })).toBe(10);
    });
  },
);
