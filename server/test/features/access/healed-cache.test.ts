import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { cachedFacts, trueFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { accessOf, addOrganizationWith, installationIdOn } from './asking.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('asking about an access heals the cache on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const organizationOf = async (login: string, headers: Record<string, string>) =>
    (await fetchOnce(`${service().url}/api/organizations/${login}`, { headers })).json;

  test('a suspension whose event was lost [OA-10]', async () => {
    addOrganizationWith(service(), { organization: 'quietly-suspended', member: 'sue' });
    const { bearer } = await service().signIn('sue');
    world().suspendInstallation(installationIdOn(service(), 'quietly-suspended'));
    await accessOf(service(), 'quietly-suspended', bearer);
    expect(await organizationOf('quietly-suspended', bearer)).toMatchObject({
      organization: { hasAppInstalled: true, suspendedAt: expect.any(String) },
    });
  });

  test('an installation whose event was lost [OA-10]', async () => {
    addOrganizationWith(service(), { organization: 'quietly-installed', member: 'ina', installed: false });
    const { bearer } = await service().signIn('ina');
    const { id } = world().addInstallation({ account: 'quietly-installed' });
    expect((await accessOf(service(), 'quietly-installed', bearer)).causes).toEqual([]);
    expect(await organizationOf('quietly-installed', bearer)).toMatchObject({
      organization: { hasAppInstalled: true, installationId: id },
    });
    expect(await cachedFacts(service().storage, id)).toEqual({
      ...trueFacts(service().simulator, id),
      repositories: [],
    });
  });

  test('a removal whose event was lost, after a second look by its ID [OA-10]', async () => {
    addOrganizationWith(service(), { organization: 'quietly-removed', member: 'rem' });
    const { bearer } = await service().signIn('rem');
    const id = installationIdOn(service(), 'quietly-removed');
    world().removeInstallation(id);
    service().simulator.control.clearRequests();
    expect((await accessOf(service(), 'quietly-removed', bearer)).causes).toEqual([{ kind: 'app-missing' }]);
    expect(service().simulator.control.count({ path: `/app/installations/${id}` })).toBe(1);
    expect(await organizationOf('quietly-removed', bearer)).toMatchObject({
      organization: { hasAppInstalled: false, installationId: null },
    });
  });

  test('an answer that comes late overwrites nothing newer [OA-10]', async () => {
    addOrganizationWith(service(), { organization: 'late', member: 'lia' });
    const { bearer } = await service().signIn('lia');
    const id = installationIdOn(service(), 'late');
    const hold = service().simulator.control.hold({ path: '/orgs/late/installation' }, 'after');
    const pending = accessOf(service(), 'late', bearer);
    await hold.arrived(1);
    world().suspendInstallation(id);
    await service().upkeep();
    hold.release();
    await pending;
    expect(await cachedFacts(service().storage, id)).toMatchObject({ suspended: true });
  });
});
