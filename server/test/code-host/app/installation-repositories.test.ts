import type { Simulator, World } from '@orgdesk/simulator';
import { describe, expect, test } from 'vitest';
import { NOON, startHost } from '../host-under-test.ts';
import { worldOfRepositories } from '../installation-worlds.ts';
import { startLoopback } from '../loopback.ts';
import { LIST, listOf, MINTING, namesOf, numbered, startWith } from './lists-of-repositories.ts';

test('repositories are told by full name, page address and visibility', async () => {
  const { world, id } = worldOfRepositories(0);
  world.addRepository({ owner: 'big', name: 'open', isPrivate: false });
  world.addRepository({ owner: 'big', name: 'closed', isPrivate: true });
  const { host, simulator } = await startHost({ world });

  expect((await listOf(host, id)).repositories).toEqual([
    { nameWithOwner: 'big/open', url: `${simulator.url}/big/open`, isPrivate: false },
    { nameWithOwner: 'big/closed', url: `${simulator.url}/big/closed`, isPrivate: true },
  ]);
});

test('a selection is told as it is now', async () => {
  const { host, simulator, id } = await startWith(5);

  simulator.world.setInstallationRepositories(id, ['r-2', 'r-4']);
  expect(await namesOf(host, id)).toEqual(['big/r-2', 'big/r-4']);
  simulator.world.setInstallationRepositories(id, 'all');
  expect(await namesOf(host, id)).toEqual(numbered(5));
});

test.for([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [1_200, 12],
] as const)('%i repositories are all there, in order, by %i pages, at most four at once', async ([count, pages]) => {
  const { host, simulator, id } = await startWith(count);
  const hold = simulator.control.hold(LIST);
  const names = namesOf(host, id);
  // The first page tells how many there are; the others are asked for together, as many as may be.
  await hold.arrived(1);
  hold.releaseSome(1);
  const together = Math.min(4, pages - 1);
  await hold.arrived(1 + together);
  hold.release();

  expect(await names).toEqual(numbered(count));

  expect([simulator.control.count(LIST), simulator.control.count(MINTING)]).toEqual([pages, 1]);
  expect(simulator.control.maxInFlight(LIST)).toBe(Math.max(1, together));
  // The first page, then rounds of four.
  expect(simulator.control.rounds(LIST)).toBeGreaterThanOrEqual(1 + Math.ceil((pages - 1) / 4));
});

test('the 1,200 repositories of northwind are all there', async () => {
  const { host, simulator } = await startHost();
  const { world } = simulator;
  const northwind = world.organization('northwind')?.id ?? 0;

  const names = await namesOf(host, world.installationOf(northwind)?.id ?? 0);

  expect(names).toEqual(world.repositoriesOf(northwind).map(({ name }) => `northwind/${name}`));
  expect(names).toHaveLength(1_200);
});

test('more than 20,000 repositories are refused after the first page', async () => {
  const { host, simulator, id } = await startWith(20_001);

  expect(await host.repositoriesOf(id)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'a list of more than 200 pages' },
  });
  expect(simulator.control.count(LIST)).toBe(1);
});

test('a list that grows while it is read is read to its new end', async () => {
  const { host, simulator, id } = await startWith(200);
  const hold = simulator.control.hold(LIST, 'after');

  const pending = namesOf(host, id);
  await hold.arrived(1);
  for (let number = 201; number <= 401; number += 1)
    simulator.world.addRepository({ owner: 'big', name: `r-${number}` });
  hold.release();

  expect(await pending).toEqual(numbered(401));
});

test('a list that shrinks while it is read counts with what came, nothing twice', async () => {
  const { host, simulator, id } = await startWith(350);
  const hold = simulator.control.hold(LIST, 'after');

  const pending = namesOf(host, id);
  await hold.arrived(1);
  for (let number = 301; number <= 350; number += 1) simulator.world.removeRepository('big', `r-${number}`);
  hold.release();

  expect(await pending).toEqual(numbered(300));
});

test('a page that fails is a refusal of the whole list, and no further page is begun', async () => {
  const { host, simulator, id } = await startWith(5_000);
  const hold = simulator.control.hold(LIST);

  const pending = host.repositoriesOf(id);
  await hold.arrived(1);
  hold.releaseSome(1);
  await hold.arrived(5);
  simulator.control.fault({ kind: 'bad-gateway-html', match: LIST });
  hold.release();

  expect(await pending).toEqual({ ok: false, refusal: { kind: 'unreachable', message: 'answered 502' } });
  expect(simulator.control.count(LIST)).toBe(5);
});

test('a limit that is hit in the middle of the list is told as such', async () => {
  const { host, simulator, id } = await startWith(1_200);
  simulator.control.rateLimits({ core: 6 });

  const retryAt = new Date(NOON.getTime() + 3_600_000);
  expect(await host.repositoriesOf(id)).toEqual({ ok: false, refusal: { kind: 'rate-limited', retryAt } });
});

test('a suspended installation is suspended, with or without a token from before', async () => {
  const { host, hostWith, simulator, id } = await startWith(3);
  expect(await namesOf(host, id)).toHaveLength(3);
  simulator.world.suspendInstallation(id);

  const suspended = { ok: false, refusal: { kind: 'suspended' } };
  expect(await host.repositoriesOf(id)).toEqual(suspended);
  expect(await hostWith({}).repositoriesOf(id)).toEqual(suspended);

  simulator.world.unsuspendInstallation(id);
  expect(await namesOf(host, id)).toHaveLength(3);
});

test('a removed installation is gone, with or without a token from before', async () => {
  const { host, hostWith, simulator, id } = await startWith(3);
  expect(await namesOf(host, id)).toHaveLength(3);
  simulator.world.removeInstallation(id);

  const gone = { ok: false, refusal: { kind: 'gone' } };
  expect(await host.repositoriesOf(id)).toEqual(gone);
  expect(await hostWith({}).repositoriesOf(id)).toEqual(gone);
  expect(await host.repositoriesOf(987_654_321)).toEqual(gone);
});

test('missing rights are rejected in the words of the platform, not called a suspension', async () => {
  const { host, simulator, id } = await startWith(3);
  const message = 'Resource not accessible by integration';
  simulator.control.fault({ kind: 'reply', status: 403, body: { message }, match: LIST });

  expect(await host.repositoriesOf(id)).toEqual({ ok: false, refusal: { kind: 'rejected', status: 403, message } });
});

test.for([
  { id: '1' },
  { id: 0 },
  { full_name: 7 },
  { full_name: '' },
  { full_name: 'nameless' },
  { html_url: null },
  { html_url: 'javascript:alert(1)' },
  { private: 'yes' },
  { private: undefined },
])('a repository with %o makes the list unreachable instead of wrong', async (wrong) => {
  const { host, simulator, id } = await startWith(3);
  const right = { id: 1, full_name: 'big/r-1', html_url: 'https://host.example/big/r-1', private: true };
  const body = { total_count: 2, repositories: [right, { ...right, id: 2, ...wrong }] };
  simulator.control.fault({ kind: 'reply', status: 200, body, match: LIST });

  expect(await host.repositoriesOf(id)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'unexpected response format' },
  });
});

test('without links, the length of the list tells how many pages there are', async () => {
  const { host, simulator, id } = await startWith(3);
  const repository = (number: number) => ({
    id: number,
    full_name: `big/r-${number}`,
    html_url: `https://host.example/big/r-${number}`,
    private: true,
  });
  const page = (from: number, to: number) => ({
    total_count: 103,
    repositories: Array.from({ length: to - from + 1 }, (_, index) => repository(from + index)),
  });
  simulator.control.fault({ kind: 'reply', status: 200, body: page(100, 103), match: LIST });
  simulator.control.fault({ kind: 'reply', status: 200, body: page(1, 100), match: LIST, times: 1 });

  expect(await namesOf(host, id)).toEqual(numbered(103));
  expect(simulator.control.requests(LIST).map(({ query }) => query.page)).toEqual(['1', '2']);
});

describe('with the validators of an earlier reading', () => {
  const unchanged = { ok: true, value: { kind: 'unchanged' } };
  const statuses = (simulator: Simulator) => simulator.control.requests(LIST).map(({ status }) => status);

  test.for([0, 1, 100, 101, 1_200])('a list of %i that is the same is not sent again [Y-17]', async (count) => {
    const { host, simulator, id } = await startWith(count);
    const { validators } = await listOf(host, id);
    const pages = Math.max(1, Math.ceil(count / 100));
    expect(validators).toHaveLength(pages);
    simulator.control.clearRequests();

    expect(await host.repositoriesOf(id, validators)).toEqual(unchanged);

    expect(statuses(simulator)).toEqual(Array.from({ length: pages }, () => 304));
    expect(simulator.control.maxInFlight(LIST)).toBeLessThanOrEqual(4);
  });

  const CHANGES: Readonly<Record<string, (world: World) => void>> = {
    'a name on the last page': (world) => {
      world.removeRepository('big', 'r-250');
      world.addRepository({ owner: 'big', name: 'renamed' });
    },
    'one more': (world) => world.addRepository({ owner: 'big', name: 'r-251' }),
    'one page more': (world) => {
      for (let number = 251; number <= 301; number += 1) world.addRepository({ owner: 'big', name: `r-${number}` });
    },
    'one page less': (world) => {
      for (let number = 200; number <= 250; number += 1) world.removeRepository('big', `r-${number}`);
    },
    'none left': (world) => {
      for (let number = 1; number <= 250; number += 1) world.removeRepository('big', `r-${number}`);
    },
    'a swap on the first page': (world) => {
      world.removeRepository('big', 'r-1');
      world.addRepository({ owner: 'big', name: 'r-251' });
    },
  };
  test.for(Object.entries(CHANGES))('a change (%s) is read as without them, with new ones', async ([, change]) => {
    const { host, simulator, id } = await startWith(250);
    const { validators } = await listOf(host, id);
    change(simulator.world);

    const seen = await listOf(host, id, validators);

    expect(seen).toEqual(await listOf(host, id));
    expect(await host.repositoriesOf(id, seen.validators)).toEqual(unchanged);
  });

  test('no page is read twice when one in the middle has changed', async () => {
    const { host, simulator, id } = await startWith(400);
    const { validators } = await listOf(host, id);
    const broken = validators?.map((etag, index) => (index === 2 ? 'W/"another"' : etag)) ?? null;
    simulator.control.clearRequests();

    expect((await listOf(host, id, broken)).repositories).toHaveLength(400);

    const read = simulator.control.requests(LIST).filter(({ status }) => status === 200);
    expect(read.map(({ query }) => query.page).toSorted()).toEqual(['1', '2', '3', '4']);
  });

  test('those of another token do no harm where the code host does not take them', async () => {
    const { host, simulator, id } = await startWith(150);
    simulator.control.entityTags('credential');
    const { validators } = await listOf(host, id);
    expect(await host.repositoriesOf(id, validators)).toEqual(unchanged);
    simulator.control.expireInstallationTokens();

    const seen = await listOf(host, id, validators);

    expect(seen.repositories).toHaveLength(150);
    expect(seen.validators).not.toEqual(validators);
    expect(await host.repositoriesOf(id, seen.validators)).toEqual(unchanged);
  });

  test('there are none where a page has none, and the list is read each time', async () => {
    const { host, simulator, id } = await startWith(3);
    simulator.control.entityTags('none');
    const { repositories, validators } = await listOf(host, id);
    expect([repositories.length, validators]).toEqual([3, null]);
    expect((await listOf(host, id, validators)).repositories).toEqual(repositories);
  });

  test('a failure on a page is a failure of the list', async () => {
    const { host, simulator, id } = await startWith(250);
    const { validators } = await listOf(host, id);
    simulator.control.fault({ kind: 'bad-gateway-html', match: LIST, times: 1 });
    expect(await host.repositoriesOf(id, validators)).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  });

  test('a 304 that nobody asked for is no answer', async () => {
    const server = await startLoopback((request, response) => {
      if (request.url?.endsWith('/access_tokens') === true) {
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"token":"ghs_x"}');
      } else response.writeHead(304).end();
    });
    const { hostWith } = await startHost();
    expect(await hostWith({ apiUrl: new URL(server.url) }).repositoriesOf(1)).toMatchObject({
      ok: false,
      refusal: { kind: 'unreachable' },
    });
  });
});
