import { createWorld } from '@orgdesk/simulator';
import { expect, test } from 'vitest';
import { readInstallations } from '../../../src/code-host/app/installations.ts';
import { startHost } from '../host-under-test.ts';

test('installations on organizations and people are told with account, reach and suspension', async () => {
  const { host, simulator, signIn } = await startHost();
  const { accessToken } = await signIn('ada');

  const installations = await readInstallations(host.as({ token: accessToken }));

  const expected = ['acme', 'lumen-labs', 'harbor-tools', 'ada'].map((login) => {
    const account = simulator.world.organization(login) ?? simulator.world.user(login);
    return {
      id: simulator.world.installationOf(account?.id ?? 0)?.id,
      accountId: account?.id,
      accountLogin: login,
      accountType: login === 'ada' ? 'user' : 'organization',
      repositorySelection: login === 'lumen-labs' ? 'selected' : 'all',
      suspendedAt: login === 'harbor-tools' ? expect.any(Date) : null,
    };
  });
  expect(installations).toEqual({ ok: true, value: expect.arrayContaining(expected) });
  expect(installations.ok && installations.value).toHaveLength(4);
});

test.for([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [250, 3],
] as const)('%i installations are all there, by %i calls', async ([count, calls]) => {
  const world = createWorld((world) => {
    world.addUser({ login: 'ada' });
    world.enlarge('ada', { organizations: count, installations: count });
  });
  const { host, simulator, signIn } = await startHost({ world });
  const { accessToken } = await signIn('ada');

  const installations = await readInstallations(host.as({ token: accessToken }));

  const ids = installations.ok ? installations.value.map(({ id }) => id) : [];
  expect(new Set(ids)).toEqual(new Set(world.installations().map(({ id }) => id)));
  expect(ids).toHaveLength(count);
  expect(simulator.control.count()).toBe(calls);
});

test('a list that fails on its last page is refused as a whole', async () => {
  const world = createWorld((world) => {
    world.addUser({ login: 'ada' });
    world.enlarge('ada', { organizations: 101, installations: 101 });
  });
  const { host, simulator, signIn } = await startHost({ world });
  const { accessToken } = await signIn('ada');
  const page = simulator.control.hold({ path: '/user/installations' });

  const pending = readInstallations(host.as({ token: accessToken }));
  await page.arrived(1);
  page.releaseSome(1);
  await page.arrived(2);
  simulator.control.revokeTokens('ada');
  page.release();

  expect(await pending).toMatchObject({ ok: false });
});

test('a dead token is unauthorized after one call', async () => {
  const { host, simulator, signIn } = await startHost();
  const { accessToken } = await signIn('ada');
  simulator.control.expireAccessTokens('ada');

  expect(await readInstallations(host.as({ token: accessToken }))).toEqual({
    ok: false,
    refusal: { kind: 'unauthorized' },
  });
  expect(simulator.control.count()).toBe(1);
});
