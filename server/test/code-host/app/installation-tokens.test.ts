import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INSTALLATION_USES, type InstallationUse } from '../../../src/code-host/app/credentials.ts';
import { type CodeHost, createHttpCodeHost } from '../../../src/code-host/code-host.ts';
import { hostPath } from '../../../src/code-host/host-path.ts';
import { NOON, startHost } from '../host-under-test.ts';
import { worldOfRepositories } from '../installation-worlds.ts';
import { startLoopback } from '../loopback.ts';
import { recordingLog } from '../recording-log.ts';

const LIST = { path: '/installation/repositories' };
const MINTING = { path: /access_tokens$/ };
const MINUTE_MS = 60_000;

async function startWith(count: number) {
  const { world, id } = worldOfRepositories(count);
  const setup = await startHost({ world });
  const { control } = setup.simulator;
  return { ...setup, id, calls: () => [control.count(MINTING), control.count(LIST)] };
}

const lengthOf = (list: Awaited<ReturnType<CodeHost['repositoriesOf']>>) =>
  list.ok && list.value.kind === 'listed' && list.value.repositories.length;

test('two lists one after the other need one token', async () => {
  const { host, id, calls } = await startWith(3);

  await host.repositoriesOf(id);
  await host.repositoriesOf(id);

  expect(calls()).toEqual([1, 2]);
});

test('twenty lists at once need one token', async () => {
  const { host, id, calls } = await startWith(3);

  const lists = await Promise.all(Array.from({ length: 20 }, () => host.repositoriesOf(id)));

  expect(lists.every(({ ok }) => ok)).toBe(true);
  expect(calls()).toEqual([1, 20]);
});

test('each installation has its own token [IT-3]', async () => {
  const { host, simulator } = await startHost();
  const ids = simulator.world.installations().filter(({ suspendedAt }) => suspendedAt === null);

  const lists = await Promise.all(ids.map(({ id }) => host.repositoriesOf(id)));

  expect(lists.map(lengthOf)).toEqual(ids.map(({ id }) => simulator.world.repositoriesOfInstallation(id).length));
  expect(simulator.control.count(MINTING)).toBe(ids.length);
});

test('two code hosts in one process never share a token, though their installations have one ID', async () => {
  const [one, other] = [await startWith(1), await startWith(2)];
  expect(one.id).toBe(other.id);

  const lists = await Promise.all([one.host.repositoriesOf(one.id), other.host.repositoriesOf(other.id)]);

  expect(lists.map(lengthOf)).toEqual([1, 2]);
  expect([one.calls(), other.calls()]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('a token is used for fifty minutes, then replaced before it expires', async () => {
  let now = NOON.getTime();
  const { world, id } = worldOfRepositories(1);
  const { simulator } = await startHost({ world, now: () => now });
  const host = createHttpCodeHost(
    {
      webUrl: new URL(simulator.url),
      apiUrl: new URL(simulator.apiUrl),
      clientId: '',
      clientSecret: '',
      appId: String(simulator.app.id),
      appSlug: '',
      appPrivateKey: simulator.app.privateKeyPem ?? '',
    },
    { clock: { now: () => new Date(now) }, log: recordingLog() },
  );

  for (const [minutes, minted] of [
    [0, 1],
    [49, 1],
    [50, 2],
    [99, 2],
    [100, 3],
  ] as const) {
    now = NOON.getTime() + minutes * MINUTE_MS;
    expect(await host.repositoriesOf(id)).toMatchObject({ ok: true });
    expect([minutes, simulator.control.count(MINTING)]).toEqual([minutes, minted]);
  }
  expect(simulator.control.count({ ...LIST })).toBe(5);
});

test('an expired token is replaced once and the list is there', async () => {
  const { host, simulator, id, calls } = await startWith(3);
  await host.repositoriesOf(id);
  simulator.control.expireInstallationTokens();
  simulator.control.clearRequests();

  expect(await host.repositoriesOf(id)).toMatchObject({ ok: true, value: { repositories: { length: 3 } } });
  expect(calls()).toEqual([1, 2]);
  expect(await host.repositoriesOf(id)).toMatchObject({ ok: true });
  expect(calls()).toEqual([1, 3]);
});

test('a token that expires under four pages at once is replaced once for all of them', async () => {
  const { host, simulator, id, calls } = await startWith(1_200);
  const hold = simulator.control.hold(LIST);

  const pending = host.repositoriesOf(id);
  await hold.arrived(1);
  hold.releaseSome(1);
  await hold.arrived(5);
  simulator.control.expireInstallationTokens();
  hold.release();

  expect(await pending).toMatchObject({ ok: true, value: { repositories: { length: 1_200 } } });
  expect(calls()).toEqual([2, 12 + 4]);
});

test('a new token that is refused as well is unreachable, and minting ends there', async () => {
  const { host, simulator, id, calls } = await startWith(1_200);
  simulator.control.fault({ kind: 'reply', status: 401, body: { message: 'Bad credentials' }, match: LIST });

  expect(await host.repositoriesOf(id)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'new installation token was rejected' },
  });
  expect(calls()).toEqual([2, 2]);

  simulator.control.clearFaults();
  expect(await host.repositoriesOf(id)).toMatchObject({ ok: true });
});

test('a failed minting is not remembered', async () => {
  const { host, simulator, id } = await startWith(3);
  simulator.control.fault({ kind: 'bad-gateway-html', match: MINTING, times: 1 });

  expect(await host.repositoriesOf(id)).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  expect(await host.repositoriesOf(id)).toMatchObject({ ok: true });
});

test.for([{}, [], 'ghs_text', { token: '' }, { token: 7 }, { token: null }])(
  '%j is no token, and nothing is asked with it',
  async (body) => {
    const { host, simulator, id, calls } = await startWith(3);
    simulator.control.fault({ kind: 'reply', status: 201, body, match: MINTING, times: 1 });

    expect(await host.repositoriesOf(id)).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
    expect(calls()).toEqual([1, 0]);
    expect(await host.repositoriesOf(id)).toMatchObject({ ok: true });
  },
);

test.for([1, 40, 520, 9_000])('a token of %i characters is used as it came', async (length) => {
  const token = 'x'.repeat(length);
  const seen: unknown[] = [];
  const server = await startLoopback((request, response) => {
    const isMinting = request.url?.endsWith('/access_tokens') === true;
    if (!isMinting) seen.push(request.headers.authorization);
    const body = isMinting ? { token } : { total_count: 0, repositories: [] };
    response.writeHead(isMinting ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { hostWith } = await startHost();

  expect(await hostWith({ apiUrl: new URL(server.url) }).repositoriesOf(1)).toMatchObject({
    ok: true,
    value: { repositories: [] },
  });
  expect(seen).toEqual([`Bearer ${token}`]);
});

const USES = Object.keys(INSTALLATION_USES) as readonly InstallationUse[];
const REPOSITORIES = { call: 'installation.repositories', url: hostPath`/installation/repositories` } as const;
const INVITATIONS = { call: 'organization.invitations', url: hostPath`/orgs/acme/invitations` } as const;

async function startWithAcme() {
  const { simulator, host } = await startHost();
  const { world, control } = simulator;
  const { id } = world.installationOf(world.needOrganization('acme').id) ?? { id: 0 };
  return { world, control, host, id };
}

test.each(USES)('a token for %s has no permission but those that its use declares', async (use) => {
  const { control, host, id } = await startWithAcme();
  await host.asInstallation(id, use).send({ call: 'limits.read', url: hostPath`/rate_limit` });
  expect(control.issuedScopes()).toEqual([
    { installationId: id, repositoryIds: null, permissions: INSTALLATION_USES[use] },
  ]);
});

test('no declared use may write', () => {
  const levels = USES.flatMap((use) => Object.values<string>(INSTALLATION_USES[use]));
  expect(new Set(levels)).toEqual(new Set(['read']));
});

test('a token is not used for what another use needs', async () => {
  const { host, id } = await startWithAcme();
  const notAccessible = { ok: false, refusal: { message: 'Resource not accessible by integration' } };
  expect(await host.asInstallation(id, 'repositories').send(INVITATIONS)).toMatchObject(notAccessible);
  expect(await host.asInstallation(id, 'sent-invitations').send(REPOSITORIES)).toMatchObject(notAccessible);
  expect(await host.asInstallation(id, 'repositories').send(REPOSITORIES)).toMatchObject({ ok: true });
  expect(await host.asInstallation(id, 'sent-invitations').send(INVITATIONS)).toMatchObject({ ok: true });
});

test('a permission that was not granted is a refusal that says so, and no token is reused', async () => {
  const { world, control, host, id } = await startWithAcme();
  world.setInstallationPermissions(id, { metadata: 'read' });
  expect(await host.asInstallation(id, 'repositories').send(REPOSITORIES)).toMatchObject({ ok: true });
  expect(await host.asInstallation(id, 'sent-invitations').send(INVITATIONS)).toMatchObject({
    ok: false,
    refusal: { message: 'The permissions requested are not granted to this installation.' },
  });
  world.setInstallationPermissions(id, { metadata: 'read', members: 'read' });
  expect(await host.asInstallation(id, 'sent-invitations').send(INVITATIONS)).toMatchObject({ ok: true });
  expect(control.count(MINTING)).toBe(3);
});

test('only credentials.ts requests tokens of installations', () => {
  const folder = new URL('../../../src/', import.meta.url);
  const requesting = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && /[/]access_tokens/.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(requesting).toEqual(['code-host/app/credentials.ts']);
});
