import { afterEach, describe, expect, test } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { installationPayload, postWebhook } from '../../support/webhooks.ts';

const EVENTS = 100;

describe.each(ENGINES.map(({ name }) => name))('many webhooks of one installation on %s', (engine) => {
  const service = sharedService({ engine });
  afterEach(() => service().simulator.control.clearFaults());

  const installation = () => {
    const { world } = service().simulator;
    const { id } = world.installationOf(world.organization('acme')?.id ?? 0) ?? { id: 0 };
    return { id, path: `/app/installations/${id}` };
  };
  const requestsTo = (path: string) =>
    service()
      .simulator.control.requests()
      .filter((request) => request.path === path);

  test.each([
    ['installation', 'new_permissions_accepted'],
    ['installation_repositories', 'added'],
  ])('are all answered with a few looks: %s', async (event, action) => {
    const { url, simulator } = service();
    const { id, path } = installation();
    simulator.control.clearRequests();
    const answers = await Promise.all(
      upTo(EVENTS).map((count) => postWebhook(url, { event, body: installationPayload(action, id, { count }) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(requestsTo(path).length).toBeGreaterThan(0);
    expect(requestsTo(path).length).toBeLessThan(EVENTS / 2);
  });

  test('do not wait for a look that hangs', async () => {
    const { url, simulator } = service();
    const { id, path } = installation();
    simulator.control.clearRequests();
    simulator.control.fault({ match: { method: 'GET', path }, kind: 'hang', times: 1 });
    const hanging = postWebhook(url, { body: installationPayload('new_permissions_accepted', id, { count: 1 }) });
    await expect.poll(() => requestsTo(path).length).toBe(1);
    const others = upTo(20).map((count) =>
      postWebhook(url, { body: installationPayload('new_permissions_accepted', id, { count: count + 1 }) }),
    );
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    expect((await hanging).status).toBe(500);
  });
});
