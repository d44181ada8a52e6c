import { createWorld } from '@orgdesk/simulator';
import { expect, test } from 'vitest';
import type { CodeHost } from '../../../src/code-host/code-host.ts';
import { type HostUnderTest, NOON, startHost } from '../host-under-test.ts';

const worldWith = (installations: number) =>
  createWorld(
    (world) => {
      world.addUser({ login: 'ada' });
      world.enlarge('ada', { organizations: installations, installations });
    },
    () => NOON.getTime(),
  );

test('one installation is told with account, reach and suspension', async () => {
  const setup = await startHost();

  for (const [login, accountType, repositorySelection] of [
    ['acme', 'organization', 'all'],
    ['lumen-labs', 'organization', 'selected'],
    ['harbor-tools', 'organization', 'all'],
    ['ada', 'user', 'all'],
  ] as const) {
    const { id, accountId } = installationOf(setup, login);
    const suspendedAt = login === 'harbor-tools' ? expect.any(Date) : null;
    expect(await setup.host.installation(id)).toEqual({
      ok: true,
      value: { id, accountId, accountLogin: login, accountType, repositorySelection, suspendedAt },
    });
  }
});

test('an installation that never was, or is no more, is null', async () => {
  const setup = await startHost();
  const { id } = installationOf(setup, 'acme');
  setup.simulator.world.removeInstallation(id);

  expect(await setup.host.installation(id)).toEqual({ ok: true, value: null });
  expect(await setup.host.installation(987_654_321)).toEqual({ ok: true, value: null });
});

test('a suspension is seen when it comes and when it goes', async () => {
  const setup = await startHost();
  const { id } = installationOf(setup, 'acme');

  setup.simulator.world.suspendInstallation(id);
  expect(await setup.host.installation(id)).toMatchObject({ ok: true, value: { suspendedAt: NOON } });
  setup.simulator.world.unsuspendInstallation(id);
  expect(await setup.host.installation(id)).toMatchObject({ ok: true, value: { suspendedAt: null } });
});

test.for([
  ['HTML', '<h1>404</h1>'],
  ['an empty body', ''],
  ['JSON without a message', {}],
] as const)('a 404 with %s is not the platform speaking: the installation is not called gone', async ([, body]) => {
  const setup = await startHost();
  const { id } = installationOf(setup, 'acme');
  setup.simulator.control.fault({ kind: 'reply', status: 404, body });

  const refused = { ok: false, refusal: { kind: 'rejected', status: 404, message: '' } };
  expect(await setup.host.installation(id)).toEqual(refused);
  expect(await setup.host.repositoriesOf(id)).toEqual(refused);
});

test('a 404 that says of the App that it is not known does not say that an installation is gone', async () => {
  const setup = await startHost();
  const { id } = installationOf(setup, 'acme');
  const body = { message: 'Integration not found', documentation_url: 'https://docs.example' };
  setup.simulator.control.fault({ kind: 'reply', status: 404, body });

  const refused = { ok: false, refusal: { kind: 'unauthorized' } };
  expect(await setup.host.installation(id)).toEqual(refused);
  expect(await setup.host.installationOn('acme')).toEqual(refused);
});

test('the record of another installation is no answer', async () => {
  const setup = await startHost();
  const acme = installationOf(setup, 'acme');
  const body = { id: acme.id + 1, account: { id: 1, login: 'other', type: 'Organization' } };
  setup.simulator.control.fault({ kind: 'reply', status: 200, body });

  expect(await setup.host.installation(acme.id)).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
});

test('installations on enterprises are null alone and left out of the list', async () => {
  const { host, simulator } = await startHost();
  const enterprise = { id: 5, account: { id: 6, slug: 'big', name: 'Big' }, target_type: 'Enterprise' };
  const acme = { id: 7, account: { id: 8, login: 'acme', type: 'Organization' }, suspended_at: 1_767_323_045 };
  simulator.control.fault({ kind: 'reply', status: 200, body: [enterprise, acme, acme] });
  simulator.control.fault({ kind: 'reply', status: 200, body: enterprise, match: { path: '/app/installations/5' } });

  expect(await host.installation(5)).toEqual({ ok: true, value: null });
  expect(await host.installations()).toEqual({
    ok: true,
    value: {
      next: null,
      installations: [
        {
          id: 7,
          accountId: 8,
          accountLogin: 'acme',
          accountType: 'organization',
          repositorySelection: null,
          suspendedAt: new Date('2026-01-02T03:04:05Z'),
        },
      ],
    },
  });
});

/** Every page of the list, as a round follows them. */
async function pagesOf(host: CodeHost) {
  const pages: Awaited<ReturnType<CodeHost['installations']>>[] = [];
  for (let next: string | null = null, page = await host.installations(next); ; page = await host.installations(next)) {
    pages.push(page);
    if (!page.ok || page.value.next === null) return pages;
    next = page.value.next;
  }
}

test.for([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [1_200, 12],
] as const)('%i installations are all there, in order, by %i calls one after the other', async ([count, calls]) => {
  const world = worldWith(count);
  const { host, simulator } = await startHost({ world });

  const pages = await pagesOf(host);

  expect(pages.flatMap((page) => (page.ok ? page.value.installations.map(({ id }) => id) : []))).toEqual(
    world.installations().map(({ id }) => id),
  );
  expect([simulator.control.count(), simulator.control.maxInFlight()]).toEqual([calls, 1]);
});

test.for([1, 2, 3])('a list that fails on page %i ends there', async (page) => {
  const { host, simulator } = await startHost({ world: worldWith(250) });
  const hold = simulator.control.hold({ path: '/app/installations' });

  const pending = pagesOf(host);
  for (let before = 1; before < page; before += 1) {
    await hold.arrived(before);
    hold.releaseSome(1);
  }
  await hold.arrived(page);
  simulator.control.fault({ kind: 'reset' });
  hold.release();

  expect((await pending).map(({ ok }) => ok)).toEqual([...Array.from({ length: page - 1 }, () => true), false]);
  expect((await pending).at(-1)).toMatchObject({ refusal: { kind: 'unreachable' } });
  expect(simulator.control.count()).toBe(page);
});

function installationOf(
  { simulator }: HostUnderTest,
  login: string,
): { readonly id: number; readonly accountId: number } {
  const account = simulator.world.organization(login) ?? simulator.world.user(login);
  const installation = simulator.world.installationOf(account?.id ?? 0);
  if (installation === null) throw new Error(`no installation on ${login}`);
  return installation;
}
