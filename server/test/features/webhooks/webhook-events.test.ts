import { WEBHOOK_LIMIT_MS } from '@orgdesk/contract/limits';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CODE_HOST_CALL_LIMIT_MS } from '../../../src/lib/limits/code-host.ts';
import { WEBHOOK_LIST_WAIT_MS } from '../../../src/lib/limits/installations.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { pausedDatabase, waitingForLocks } from '../../support/databases/paused-database.ts';
import { withoutTrail } from '../../support/databases/without-trail.ts';
import { cachedFacts, trueFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { installationPayload, postWebhook } from '../../support/webhooks.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('webhook events on %s', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const platform = () => service().simulator.control.platform;
  const world = () => service().simulator.world;
  const cached = (id: number) => cachedFacts(service().storage, id);
  const truth = (id: number) => trueFacts(service().simulator, id);
  let accounts = 0;
  /** A new organization with an owner and three repositories, the App not installed. */
  const newAccount = () => {
    accounts += 1;
    const login = `account-${engine.toLowerCase()}-${accounts}`;
    const owner = `owner-${engine.toLowerCase()}-${accounts}`;
    world().addUser({ login: owner });
    world().addOrganization({ login });
    world().addMembership({ organization: login, login: owner, role: 'admin' });
    for (const name of ['one', 'two', 'three']) world().addRepository({ owner: login, name });
    return { login, owner };
  };
  const installed = async (repositories?: readonly string[]) => {
    const { login, owner } = newAccount();
    const { id } = platform().install({ account: login, ...(repositories === undefined ? {} : { repositories }) });
    await host().settled();
    return { id, login, owner };
  };
  const post = (body: string, event = 'installation') => postWebhook(service().url, { event, body });

  describe('keep the cache equal to the code host:', () => {
    test('created [W-7 X-1 V-4]', async () => {
      const { id } = await installed(['one']);
      expect(await cached(id)).toEqual(truth(id));
      expect(await cached(id)).toMatchObject({ repositories: [expect.stringMatching(/\/one$/)] });
      expect(
        host()
          .deliveries({ installationId: id })
          .map(({ statusCode }) => statusCode),
      ).toEqual([200]);
    });

    test('suspend and unsuspend [W-7 X-2 X-3 V-4 V-6]', async () => {
      const { id } = await installed();
      platform().suspend(id);
      await host().settled();
      expect(await cached(id)).toMatchObject({ suspended: true });
      platform().unsuspend(id);
      await host().settled();
      expect(await cached(id)).toEqual(truth(id));
    });

    test('deleted, with the links of sessions [X-5 V-5]', async () => {
      const { id, owner } = await installed();
      const { bearer } = await service().signIn(owner);
      const session = async () => (await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer })).json;
      expect(await session()).toMatchObject({ session: { installationIds: [id] } });
      platform().uninstall(id);
      await host().settled();
      expect(await cached(id)).toBeNull();
      expect(await session()).toMatchObject({ session: { installationIds: [] } });
    });

    test('repositories added and removed [W-7 X-6 V-7]', async () => {
      const { id } = await installed(['one']);
      platform().addRepositories(id, ['two', 'three']);
      await host().settled();
      expect(await cached(id)).toEqual(truth(id));
      platform().removeRepositories(id, ['one']);
      await host().settled();
      expect(await cached(id)).toEqual(truth(id));
      expect((await cached(id))?.repositories).toHaveLength(2);
    });

    test('a renamed account', async () => {
      const { id, login } = await installed();
      platform().renameOrganization(login, `${login}-renamed`);
      await host().settled();
      expect(await cached(id)).toMatchObject({ accountLogin: `${login}-renamed` });
    });
  });

  test('the same event five times leaves the same state [V-11]', async () => {
    const { id } = await installed(['one', 'two']);
    const [delivery] = host().deliveries({ installationId: id });
    const before = await cached(id);
    for (let round = 0; round < 5; round += 1) {
      expect((await host().redeliver(delivery?.id ?? 0)).statusCode).toBe(200);
      expect(await cached(id)).toEqual(before);
    }
  });

  test('suspend of an installation that is not cached creates nothing [X-4]', async () => {
    const { login } = newAccount();
    const { id } = world().addInstallation({ account: login });
    world().removeInstallation(id);
    const answer = await post(installationPayload('suspend', id, { suspended_at: '2026-01-02T03:04:05Z' }));
    expect([answer.status, await cached(id)]).toEqual([200, null]);
  });

  test('changes nothing when an event names another App [V-12]', async () => {
    const { id } = await installed();
    for (const action of ['suspend', 'deleted']) {
      const answer = await post(installationPayload(action, id, { app_id: 999_999 }));
      expect([action, answer.status, await cached(id)]).toEqual([action, 200, truth(id)]);
    }
  });

  test('a late suspend does not outlive the unsuspend it was sent before', async () => {
    const { id } = await installed();
    host().holdDeliveries();
    platform().suspend(id);
    platform().unsuspend(id);
    const [suspend, unsuspend] = host().deliveries({ installationId: id, state: 'held' });
    await host().deliverHeld([unsuspend?.id ?? 0, suspend?.id ?? 0]);
    await host().releaseDeliveries();
    expect(await cached(id)).toMatchObject({ suspended: false });
  });

  test('membership, member, organization events and unknown ones change nothing [V-8 V-9]', async () => {
    const { id, login } = await installed();
    const before = await cached(id);
    for (const [event, action] of [
      ['organization', 'renamed'],
      ['organization', 'deleted'],
      ['organization', 'member_removed'],
      ['membership', 'removed'],
      ['member', 'added'],
      ['repository', 'deleted'],
    ]) {
      const body = JSON.stringify({ action, organization: { login, id: 1 }, installation: { id } });
      expect((await post(body, event)).status).toBe(200);
    }
    expect(await cached(id)).toEqual(before);
  });

  test('a withdrawn authorization ends every session of that user and of nobody else [Y-14]', async () => {
    const { owner } = newAccount();
    const [first, second, other] = [
      await service().signIn(owner),
      await service().signIn(owner),
      await service().signIn('grace'),
    ];
    platform().revokeAuthorization(owner);
    await host().settled();
    const status = async (headers: Record<string, string>) =>
      (await fetchOnce(`${service().url}/api/auth/session`, { headers })).status;
    expect([await status(first.bearer), await status(second.bearer), await status(other.bearer)]).toEqual([
      401, 401, 200,
    ]);
  });

  describe('while the code host does not answer', () => {
    test.each(['bad-gateway-html', 'hang', 'reset', 'wrong-types'] as const)(
      'by "%s", an event answers 500 and its redelivery heals [V-15]',
      async (kind) => {
        const { login } = newAccount();
        host().fault({ match: { path: '/app/installations' }, kind });
        const { id } = platform().install({ account: login });
        await host().settled();
        const [delivery] = host().deliveries({ installationId: id });
        expect([delivery?.statusCode, await cached(id)]).toEqual([500, null]);
        host().clearFaults();
        expect((await host().redeliver(delivery?.id ?? 0)).statusCode).toBe(200);
        expect(await cached(id)).toEqual(truth(id));
      },
    );

    test('suspend and deleted are recorded from the event [X-3 X-5]', async () => {
      const { id } = await installed();
      host().fault({ match: { path: '/app/installations' }, kind: 'bad-gateway-html' });
      platform().suspend(id);
      await host().settled();
      expect(await cached(id)).toMatchObject({ suspended: true });
      platform().uninstall(id);
      await host().settled();
      host().clearFaults();
      expect(await cached(id)).toBeNull();
    });

    test('a repository list that hangs does not delay the answer past the limit, and is fetched later [Y-2]', async () => {
      const { id, owner } = await installed(['one']);
      host().fault({ match: { path: '/installation/repositories' }, kind: 'bad-gateway-html' });
      platform().addRepositories(id, ['two']);
      await host().settled();
      const last = host().deliveries({ installationId: id }).at(-1);
      expect(last?.statusCode).toBe(200);
      host().clearFaults();
      const { bearer } = await service().signIn(owner);
      const status = () => fetchOnce(`${service().url}/api/install/status`, { headers: bearer });
      await status();
      await expect.poll(async () => (await cached(id))?.repositories.length).toBe(2);
    });
  });
});

describe('on a slow code host', () => {
  const service = sharedService();
  const host = () => service().simulator.control;

  test('an event whose truth takes 15 seconds is answered within the platform\u2019s ten [Y-2]', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ callLimitMs: limit.ms });
    const hold = host().hold({ path: '/app/installations' });
    onTestFinished(() => hold.release());
    const asking = postWebhook(limited.url, { body: installationPayload('created', 1) });
    await hold.arrived(1);
    // One limit of a call, and the time to answer.
    expect(CODE_HOST_CALL_LIMIT_MS).toBeLessThanOrEqual(8_000);
    limit.come();
    expect((await asking).status).toBe(500);
  });

  test('a long repository list is stored after the answer [Y-3]', async () => {
    const id =
      service().simulator.world.installationOf(service().simulator.world.organization('acme')?.id ?? 0)?.id ?? 0;
    const limit = createTimeLimit(WEBHOOK_LIST_WAIT_MS);
    const hold = host().hold({ path: '/installation/repositories' });
    host().platform.removeRepositories(id, ['handbook']);
    await hold.arrived(1);
    await expect.poll(limit.running).toBe(1);
    limit.come();
    await expect.poll(() => host().deliveries({ state: 'success' }).length).toBeGreaterThan(0);
    expect(host().deliveries({ state: 'failure' })).toEqual([]);
    hold.release();
    await expect.poll(() => cachedFacts(service().storage, id)).toEqual(trueFacts(service().simulator, id));
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('on a database that takes no entry, %s', (engine) => {
  const service = sharedService({ engine });

  test('the log names the database, and not the code host', async () => {
    const { id } = service().simulator.world.needOrganization('acme');
    const body = JSON.stringify({
      action: 'deleted',
      organization: { login: 'acme', id },
      installation: { id: 1 },
      team: { id: 5, slug: 'ops' },
    });
    const answer = await withoutTrail(service().databaseUrl, () => postWebhook(service().url, { event: 'team', body }));
    expect(answer.status).toBe(500);
    const lines = service().logLines.join('');
    expect(lines).toContain('[webhook] not processed: could not store it in the database');
    expect(lines).not.toContain('the code host is unavailable');
  });
});

describe('on a slow database', () => {
  const service = sharedService({ engine: 'PostgreSQL' });

  test('an event is answered in time, and nobody says that the code host was the reason', async () => {
    await service().storage.installations.observe();
    const lock = await pausedDatabase(service().databaseUrl, 'select 1 from host_counters for update');
    const limit = createTimeLimit(WEBHOOK_LIMIT_MS);
    const asking = postWebhook(service().url, { body: installationPayload('created', 1) });
    await expect.poll(() => waitingForLocks(service().databaseUrl)).toBeGreaterThan(0);
    limit.come();
    const answer = await asking;
    expect([answer.status, answer.json]).toEqual([
      500,
      { error: 'The event could not be processed. Redeliver it later.' },
    ]);
    await lock.resume();
    const lines = service().logLines.join('');
    expect(lines).toContain('[webhook] not processed in time');
    expect(lines).not.toContain('[webhook] not processed: the code host');
  });
});
