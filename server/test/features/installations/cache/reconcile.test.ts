import type { AuditTrailAnswer } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { cachedFacts, trueFacts } from '../../../support/service/cache.ts';
import { sharedService } from '../../../support/service/shared-service.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('comparing cache and code host on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const host = () => service().simulator.control;
  const cached = (id: number) => cachedFacts(service().storage, id);
  const truth = (id: number) => trueFacts(service().simulator, id);
  const round = async () => {
    const report = await service().upkeep();
    if (!report.ok) throw new Error(`not compared: ${report.refusal.kind}`);
    return report.value;
  };
  let accounts = 0;
  /** The App on a new organization with three repositories, and no event about it. */
  const silentlyInstalled = () => {
    accounts += 1;
    const login = `quiet-${engine.toLowerCase()}-${accounts}`;
    world().addUser({ login: `${login}-owner` });
    world().addOrganization({ login });
    world().addMembership({ organization: login, login: `${login}-owner`, role: 'admin' });
    for (const name of ['one', 'two', 'three']) world().addRepository({ owner: login, name });
    return { login, id: world().addInstallation({ account: login, repositories: ['one'] }).id };
  };

  test('adds what is missing, with its repositories, and then finds nothing to do [X-1]', async () => {
    const { id } = silentlyInstalled();
    expect(await cached(id)).toBeNull();
    const first = await round();
    expect(first.added).toBeGreaterThanOrEqual(1);
    expect(first.onCodeHost).toBe(world().installations().length);
    expect(await cached(id)).toEqual(truth(id));
    expect(await round()).toMatchObject({ added: 0, changed: 0, removed: 0, listsFailed: 0 });
  });

  test('heals every lost event: suspension, its end, repositories, a new name, a removal [Y-4]', async () => {
    const { id, login } = silentlyInstalled();
    await round();
    world().suspendInstallation(id);
    expect((await round()).changed).toBe(1);
    expect(await cached(id)).toMatchObject({ suspended: true });

    world().unsuspendInstallation(id);
    world().setInstallationRepositories(id, ['two', 'three']);
    await round();
    expect(await cached(id)).toEqual(truth(id));

    world().setInstallationRepositories(id, ['one', 'two']);
    await round();
    expect(await cached(id)).toEqual(truth(id));

    world().renameOrganization(login, `${login}-new`);
    await round();
    expect(await cached(id)).toMatchObject({ accountLogin: `${login}-new` });

    world().removeInstallation(id);
    expect((await round()).removed).toBe(1);
    expect(await cached(id)).toBeNull();
  });

  test.each(['bad-gateway-html', 'hang', 'reset', 'wrong-types', 'primary-rate-limit'] as const)(
    'changes nothing when the code host fails to list (%s) [Y-6]',
    async (kind) => {
      const { id } = silentlyInstalled();
      await round();
      const before = await cached(id);
      world().removeInstallation(id);
      host().fault({ match: { path: '/app/installations' }, kind });
      expect((await service().upkeep()).ok).toBe(false);
      host().clearFaults();
      expect(await cached(id)).toEqual(before);
      await round();
      expect(await cached(id)).toBeNull();
    },
  );

  test('keeps an installation that the list lost while it was paged [Y-6]', async () => {
    const { id } = silentlyInstalled();
    await round();
    const all = world().installations().length;
    host().fault({
      match: { path: '^/app/installations$' },
      times: 1,
      kind: 'reply',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: [],
    });
    const report = await round();
    expect([report.onCodeHost, report.removed]).toEqual([0, 0]);
    expect(await cached(id)).not.toBeNull();
    expect(world().installations()).toHaveLength(all);
  });

  test('reports lists that could not be fetched, and fetches them the next time', async () => {
    const { id } = silentlyInstalled();
    host().fault({ match: { path: '/installation/repositories' }, kind: 'bad-gateway-html' });
    expect((await round()).listsFailed).toBeGreaterThan(0);
    host().clearFaults();
    expect((await round()).listsFailed).toBe(0);
    expect(await cached(id)).toEqual(truth(id));
  });

  test('is done by one instance at a time, and by another once the first is through [Y-5]', async () => {
    const other = await service().addInstance();
    const hold = host().hold({ path: '/app/installations' });
    const first = service().upkeep();
    await hold.arrived(1);
    const outcomes = await Promise.all([other.upkeep(), service().upkeep(), other.upkeep()]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.refusal.kind))).toEqual(['busy', 'busy', 'busy']);
    hold.release();
    expect((await first).ok).toBe(true);
    expect((await other.upkeep()).ok).toBe(true);
    await other.close();
  });

  test('tells its progress from nothing to all', async () => {
    const steps: string[] = [];
    const report = await service().upkeep((done, total) => void steps.push(`${done}/${total}`));
    if (!report.ok) throw new Error('not compared');
    expect(steps[0]).toMatch(/^0\/\d+$/);
    expect(steps.at(-1)).toMatch(/^(\d+)\/\1$/);
  });

  describe('asks for lost deliveries again', () => {
    test('once each, with the same GUID, until one arrives [Y-7]', async () => {
      const { simulator } = service();
      await round();
      host().fault({ match: { path: '/app/installations/' }, kind: 'bad-gateway-html' });
      const { login } = silentlyInstalled();
      world().removeInstallation(world().installationOf(world().organization(login)?.id ?? 0)?.id ?? 0);
      const { id } = host().platform.install({ account: login });
      await host().settled();
      host().clearFaults();
      const [lost] = host().deliveries({ installationId: id });
      expect(lost?.statusCode).toBe(500);

      expect((await round()).redelivered).toBe(1);
      const { bearer: headers } = await service().signIn(`${login}-owner`);
      const missingSince = async () => {
        const { json } = await fetchOnce(`${service().url}/api/organizations/${login}/audit-trail`, { headers });
        return (json as AuditTrailAnswer).missingSince;
      };
      expect(Date.parse((await missingSince()) ?? '')).toBe(Date.parse(lost?.deliveredAt ?? ''));
      await host().settled();
      const attempts = host().deliveries({ guid: lost?.guid ?? '' });
      expect(attempts.map(({ statusCode, redelivery }) => [statusCode, redelivery])).toEqual([
        [500, false],
        [200, true],
      ]);
      expect((await round()).redelivered).toBe(0);
      expect(await missingSince()).toBeNull();
      expect(await cached(id)).toEqual(trueFacts(simulator, id));
    });

    test('but not those of events that are only logged [Y-7]', async () => {
      host().deliverTo(`${service().simulator.url}/nowhere`);
      host().platform.renameOrganization('acme', `acme-${engine.toLowerCase()}`);
      host().platform.revokeAuthorization('grace');
      host().platform.ping();
      await host().settled();
      host().deliverTo(`${service().url}/api/install/webhook`);
      const failed = host()
        .deliveries({ state: 'failure' })
        .map(({ event }) => event);
      expect(failed).toContain('ping');
      await round();
      await host().settled();
      const again = host()
        .deliveries({ redelivery: true, state: 'success' })
        .map(({ event }) => event);
      expect(again).toContain('github_app_authorization');
      expect(again).toContain('organization');
      expect(again).not.toContain('ping');
    });
  });
});
