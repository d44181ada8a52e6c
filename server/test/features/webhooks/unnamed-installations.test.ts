import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMPARISON_SOON_MS } from '../../../src/lib/limits/installations.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { installationPayload, postWebhook } from '../../support/webhooks.ts';

const HOUR_MS = 60 * 60_000;
const KIND = ['comparison'];
const LIST = '/app/installations';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('webhooks on %s', (engine) => {
  const service = sharedService({ engine, upkeepEveryMs: HOUR_MS });
  const control = () => service().simulator.control;
  /** Calls for the list of installations, which a comparison begins with. */
  const comparisons = () =>
    control()
      .requests()
      .filter(({ method, path }) => method === 'GET' && path === LIST).length;
  const post = (event: string, payload: object) => postWebhook(service().url, { event, body: JSON.stringify(payload) });

  beforeAll(async () => {
    service().clock.stop();
    // The first comparison is due at the start.
    await service().workOn(KIND);
  });
  beforeEach(() => {
    control().deliverTo(null);
    control().clearRequests();
  });

  test.each([
    ['installation', 'created'],
    ['installation', 'unsuspend'],
    ['installation', 'suspend'],
    ['installation', 'deleted'],
    ['installation', 'new_permissions_accepted'],
    ['installation_repositories', 'added'],
    ['installation_target', 'renamed'],
  ])('%s %s without its installation is acknowledged, and the comparison comes soon', async (event, action) => {
    for (let round = 0; round < 3; round += 1)
      expect((await post(event, { action, installation: null })).status).toBe(200);
    await service().workOn(KIND);
    expect(comparisons()).toBe(0);
    service().clock.advance(COMPARISON_SOON_MS);
    await service().workOn(KIND);
    const made = comparisons();
    expect(made).toBeGreaterThan(0);
    await service().workOn(KIND);
    expect(comparisons()).toBe(made);
  });

  test.each([{ installation: [] }, { installation: 'x' }, {}])(
    '%j names none in another way, and is refused',
    async (rest) => {
      expect((await post('installation', { action: 'created', ...rest })).status).toBe(400);
    },
  );

  test('an installation that the code host does not show yet is looked at again a little later', async () => {
    const { installation } = addOrganization(service());
    control().fault({
      match: { path: `^${LIST}/${installation}$` },
      kind: 'reply',
      status: 404,
      body: { message: 'Not Found' },
    });
    const { app } = service().simulator;
    expect(
      (await post('installation', JSON.parse(installationPayload('created', installation, { app_id: app.id })))).status,
    ).toBe(200);
    expect(await service().storage.installations.findListed(installation)).toBeNull();
    control().clearFaults();
    service().clock.advance(COMPARISON_SOON_MS);
    await service().workOn(KIND);
    expect(await service().storage.installations.findListed(installation)).not.toBeNull();
  });

  test.each(['renamed', 'privatized', 'publicized', 'transferred', 'deleted'])(
    'a repository that was %s makes the list stale at once',
    async (action) => {
      const { organization, organizationId, installation } = addOrganization(service());
      const { app } = service().simulator;
      await post('installation', JSON.parse(installationPayload('created', installation, { app_id: app.id })));
      const isStale = async () => (await service().storage.installations.findListed(installation))?.repositoriesStale;
      expect(await isStale()).toBe(false);
      control().clearRequests();
      const about = {
        action,
        repository: {
          id: 1,
          name: 'one',
          full_name: `${organization}/one`,
          private: true,
          owner: { login: organization },
        },
        organization: { login: organization, id: organizationId },
      };
      expect((await post('repository', { ...about, installation: { id: installation } })).status).toBe(200);
      expect([await isStale(), control().requests()]).toEqual([true, []]);
      for (const rest of [{}, { installation: null }])
        expect((await post('repository', { ...about, ...rest })).status).toBe(200);
    },
  );
});
