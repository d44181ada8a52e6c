import { afterEach, describe, expect, test } from 'vitest';
import { SEEN_EVENTS_KEPT_MS } from '../../../src/lib/limits/installations.ts';
import { hashOf } from '../../../src/lib/secrets.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { cachedFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { installationPayload, postWebhook } from '../../support/webhooks.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a copy of an event on %s', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const platform = () => host().platform;
  const world = () => service().simulator.world;
  afterEach(() => service().clock.reset());
  let people = 0;
  const newPerson = () => {
    people += 1;
    const login = `person-${engine.toLowerCase()}-${people}`;
    world().addUser({ login });
    return login;
  };
  const status = async ({ bearer }: { readonly bearer: Record<string, string> }) =>
    (await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer })).status;
  const withdraw = async (login: string) => {
    platform().revokeAuthorization(login);
    await host().settled();
    const delivery = host().deliveries({ event: 'github_app_authorization' }).at(-1);
    if (delivery === undefined) throw new Error('nothing was delivered');
    return { ...delivery, body: delivery.body.toString() };
  };
  /** The platform cannot be asked as the App, nor by people, while this runs. */
  const withoutHost = async <T>(run: () => Promise<T>): Promise<T> => {
    host().fault({ match: { path: '/app/installations' }, kind: 'bad-gateway-html' });
    host().fault({ match: { path: '/user/installations' }, kind: 'bad-gateway-html' });
    try {
      return await run();
    } finally {
      host().clearFaults();
    }
  };

  test('that withdraws an authorization ends no session begun since, on any instance [Y-16]', async () => {
    const other = await service().addInstance();
    const login = newPerson();
    const before = await service().signIn(login);
    const { id, body } = await withdraw(login);
    const since = await service().signIn(login);
    expect((await host().redeliver(id)).statusCode).toBe(200);
    for (const url of [service().url, other.url]) {
      expect((await postWebhook(url, { event: 'github_app_authorization', body })).status).toBe(200);
    }
    expect([await status(before), await status(since)]).toEqual([401, 200]);
    await other.close();
  });

  test('that is no copy, because the authorization was withdrawn again, ends the sessions begun since', async () => {
    const login = newPerson();
    const first = await withdraw(login);
    const since = await service().signIn(login);
    const second = await withdraw(login);
    expect(second.body).toBe(first.body);
    expect([second.statusCode, await status(since)]).toEqual([200, 401]);
  });

  test('that could not be told from a second withdrawal is asked for again', async () => {
    const login = newPerson();
    await withdraw(login);
    const since = await service().signIn(login);
    const second = await withoutHost(() => withdraw(login));
    expect([second.statusCode, await status(since)]).toEqual([500, 200]);
    expect((await host().redeliver(second.id)).statusCode).toBe(200);
    expect(await status(since)).toBe(401);
  });

  /** An installation that was suspended and works again, and the body that said so first. */
  const suspendedOnce = async () => {
    const login = `account-${newPerson()}`;
    world().addOrganization({ login });
    const { id } = platform().install({ account: login });
    platform().suspend(id);
    await host().settled();
    platform().unsuspend(id);
    await host().settled();
    const delivery = host()
      .deliveries({ installationId: id })
      .find(({ action }) => action === 'suspend');
    if (delivery === undefined) throw new Error('nothing was delivered');
    return { id, delivery: { ...delivery, body: delivery.body.toString() } };
  };

  test('that suspends is not believed while the code host does not answer [Y-16]', async () => {
    const { id, delivery } = await suspendedOnce();
    await withoutHost(async () => {
      await host().redeliver(delivery.id);
      await postWebhook(service().url, { body: delivery.body });
    });
    expect(await cachedFacts(service().storage, id)).toMatchObject({ suspended: false });
  });

  test('that suspends is not believed either once its body was forgotten [Y-16]', async () => {
    const { id, delivery } = await suspendedOnce();
    service().clock.advance(SEEN_EVENTS_KEPT_MS + 60_000);
    await service().storage.deleteUnneeded(service().clock.now());
    const seenAgain = await service().storage.events.firstReceipt(hashOf(delivery.body), service().clock.now());
    expect(seenAgain.at.getTime()).toBeGreaterThan(Date.now());
    await withoutHost(() => postWebhook(service().url, { body: delivery.body }));
    expect(await cachedFacts(service().storage, id)).toMatchObject({ suspended: false });
  });

  test('that suspends takes effect when the first attempt was broken off, and again changes nothing [X-3]', async () => {
    const { id } = await suspendedOnce();
    const body = installationPayload('suspend', id, { app_id: service().simulator.app.id, suspended_at: new Date() });
    await service().storage.events.firstReceipt(hashOf(body), service().clock.now());
    const suspended = async () => (await cachedFacts(service().storage, id))?.suspended;
    await withoutHost(async () => {
      expect([(await postWebhook(service().url, { body })).status, await suspended()]).toEqual([200, true]);
    });
    await service().upkeep();
    expect(await suspended()).toBe(false);
    await withoutHost(async () => {
      expect([(await postWebhook(service().url, { body })).status, await suspended()]).toEqual([200, false]);
    });
  });
});
