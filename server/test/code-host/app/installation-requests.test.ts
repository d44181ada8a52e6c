import { createWorld } from '@orgdesk/simulator';
import { expect, test } from 'vitest';
import { createHttpCodeHost } from '../../../src/code-host/code-host.ts';
import { INSTALLATION_REQUESTS_REUSE_MS } from '../../../src/lib/limits/code-host.ts';
import { NOON, startHost } from '../host-under-test.ts';
import { recordingLog } from '../recording-log.ts';

const LIST = { path: '/app/installation-requests' };

/** An organization with so many members, each of whom asked for the App. */
const worldOfAskers = (askers: number) =>
  createWorld((world) => {
    world.addOrganization({ login: 'Quiet-Co' });
    for (let index = 0; index < askers; index += 1) {
      world.addUser({ login: `asker-${index}` });
      world.addMembership({ organization: 'Quiet-Co', login: `asker-${index}` });
      world.addInstallationRequest({ account: 'Quiet-Co', requester: `asker-${index}` });
    }
  });

/** The client of the code host with a clock that the test moves. */
async function startWith(world: ReturnType<typeof worldOfAskers>) {
  const { simulator } = await startHost({ world });
  let now = NOON.getTime();
  const { app } = simulator;
  const log = recordingLog();
  const host = createHttpCodeHost(
    {
      webUrl: new URL(simulator.url),
      apiUrl: new URL(simulator.apiUrl),
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      appId: String(app.id),
      appSlug: app.slug,
      appPrivateKey: app.privateKeyPem ?? '',
    },
    { clock: { now: () => new Date(now) }, log },
  );
  const wait = (ms: number) => {
    now += ms;
  };
  return { host, simulator, log, wait };
}

test('a request is told with its organization, who asked, when, and where an owner decides', async () => {
  const { host, simulator } = await startWith(worldOfAskers(1));
  const { world, url } = simulator;
  const [request] = world.installationRequests();

  expect(await host.installationRequests()).toEqual({
    ok: true,
    value: [
      {
        id: request?.id,
        organization: { id: world.organization('quiet-co')?.id, login: 'Quiet-Co' },
        requester: { id: world.user('asker-0')?.id, login: 'asker-0', avatarUrl: expect.stringContaining(url) },
        requestedAt: new Date(request?.createdAt ?? ''),
        approvalPage: `${url}/organizations/Quiet-Co/settings/installations`,
      },
    ],
  });
});

test.for([
  [0, 1],
  [101, 2],
  [501, 5],
] as const)('of %i requests, those on the first five pages are read, by %i calls', async ([count, calls]) => {
  const { host, simulator, log } = await startWith(worldOfAskers(count));

  const result = await host.installationRequests();

  expect(result.ok && result.value).toHaveLength(Math.min(count, 500));
  expect(simulator.control.count(LIST)).toBe(calls);
  expect(JSON.stringify(log.lines).includes('exceeds the page limit')).toBe(count > 500);
});

test('what was told is shared for a minute, also by those who ask at once', async () => {
  const { host, simulator, wait } = await startWith(worldOfAskers(1));
  const { world, control } = simulator;

  await Promise.all(Array.from({ length: 20 }, () => host.installationRequests()));
  world.removeInstallationRequest(world.installationRequests()[0]?.id ?? 0);
  wait(INSTALLATION_REQUESTS_REUSE_MS - 1);
  expect(await host.installationRequests()).toMatchObject({ ok: true, value: [{}] });
  expect(control.count(LIST)).toBe(1);

  wait(1);
  expect(await host.installationRequests()).toEqual({ ok: true, value: [] });
  expect(control.count(LIST)).toBe(2);
});

test('a refusal is kept as long, so that a code host in trouble is not asked again and again', async () => {
  const { host, simulator, wait } = await startWith(worldOfAskers(1));
  simulator.control.fault({ match: LIST, times: 1, kind: 'bad-gateway-html' });

  for (let times = 0; times < 5; times += 1) {
    expect(await host.installationRequests()).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  }
  expect(simulator.control.count(LIST)).toBe(1);

  wait(INSTALLATION_REQUESTS_REUSE_MS);
  expect(await host.installationRequests()).toMatchObject({ ok: true, value: [{}] });
});

test('one on something else than an organization is left out, and what is no list is refused', async () => {
  const requester = { id: 5, login: 'ada' };
  const request = { node_id: 'x', requester, created_at: '2030-01-01T00:00:00Z' };
  const { host, simulator, wait } = await startWith(worldOfAskers(0));
  const answer = (body: unknown) =>
    simulator.control.fault({ match: LIST, times: 1, kind: 'reply', status: 200, body });

  answer([
    { ...request, id: 1, account: { id: 8, slug: 'an-enterprise' } },
    { ...request, id: 2, account: { id: 9, login: 'somebody', type: 'User' } },
    { ...request, id: 3, account: { id: 10, login: 'acme', type: 'Organization' } },
  ]);
  expect(await host.installationRequests()).toMatchObject({ ok: true, value: [{ id: 3 }] });

  for (const body of [{}, [{ ...request, id: 4 }], [{ ...request, id: 4, account: { id: 1, login: '' } }]]) {
    wait(INSTALLATION_REQUESTS_REUSE_MS);
    answer(body);
    expect(await host.installationRequests()).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  }
});
