import { expect, test } from 'vitest';
import type { CodeHost } from '../../src/ports/code-host.ts';
import { NOON, startHost } from './host-under-test.ts';
import { worldOfRepositories } from './installation-worlds.ts';

const LIST = { path: '/installation/repositories' };
const MINTING = { path: /access_tokens$/ };

async function startWith(count: number) {
  const { world, id } = worldOfRepositories(count);
  return { ...(await startHost({ world })), id };
}

async function namesOf(host: CodeHost, id: number): Promise<readonly string[]> {
  const repositories = await host.repositoriesOf(id);
  if (!repositories.ok) throw new Error(`refused: ${repositories.refusal.kind}`);
  return repositories.value.map(({ nameWithOwner }) => nameWithOwner);
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `big/r-${index + 1}`);

test('repositories are told by full name, page address and visibility', async () => {
  const { world, id } = worldOfRepositories(0);
  world.addRepository({ owner: 'big', name: 'open', isPrivate: false });
  world.addRepository({ owner: 'big', name: 'closed', isPrivate: true });
  const { host, simulator } = await startHost({ world });

  expect(await host.repositoriesOf(id)).toEqual({
    ok: true,
    value: [
      { nameWithOwner: 'big/open', url: `${simulator.url}/big/open`, isPrivate: false },
      { nameWithOwner: 'big/closed', url: `${simulator.url}/big/closed`, isPrivate: true },
    ],
  });
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
  const gate = simulator.control.hold(LIST);
  const names = namesOf(host, id);
  // The first page tells how many there are; the others are asked for together, as many as may be.
  await gate.arrived(1);
  gate.releaseSome(1);
  const together = Math.min(4, pages - 1);
  await gate.arrived(1 + together);
  gate.release();

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

test('10,000 repositories are all there, by 100 pages and one token', async () => {
  const { host, simulator, id } = await startWith(10_000);

  const names = await namesOf(host, id);

  expect(names).toEqual(numbered(10_000));
  expect([simulator.control.count(LIST), simulator.control.count(MINTING)]).toEqual([100, 1]);
  expect(simulator.control.maxInFlight(LIST)).toBeLessThanOrEqual(4);
});

test('20,000 repositories are read, one more is refused after its first page', async () => {
  const { host, simulator, id } = await startWith(20_000);
  expect(await namesOf(host, id)).toHaveLength(20_000);
  simulator.world.addRepository({ owner: 'big', name: 'one-more' });
  simulator.control.clearRequests();

  expect(await host.repositoriesOf(id)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'a list of more than 200 pages' },
  });
  expect(simulator.control.count(LIST)).toBe(1);
});

test('a list that grows while it is read is read to its new end', async () => {
  const { host, simulator, id } = await startWith(200);
  const gate = simulator.control.hold(LIST, 'after');

  const pending = namesOf(host, id);
  await gate.arrived(1);
  for (let number = 201; number <= 401; number += 1)
    simulator.world.addRepository({ owner: 'big', name: `r-${number}` });
  gate.release();

  expect(await pending).toEqual(numbered(401));
});

test('a list that shrinks while it is read counts with what came, nothing twice', async () => {
  const { host, simulator, id } = await startWith(350);
  const gate = simulator.control.hold(LIST, 'after');

  const pending = namesOf(host, id);
  await gate.arrived(1);
  for (let number = 301; number <= 350; number += 1) simulator.world.removeRepository('big', `r-${number}`);
  gate.release();

  expect(await pending).toEqual(numbered(300));
});

test('a page that fails is a refusal of the whole list, and no further page is begun', async () => {
  const { host, simulator, id } = await startWith(5_000);
  const gate = simulator.control.hold(LIST);

  const pending = host.repositoriesOf(id);
  await gate.arrived(1);
  gate.releaseSome(1);
  await gate.arrived(5);
  simulator.control.fault({ kind: 'bad-gateway-html', match: LIST });
  gate.release();

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
    refusal: { kind: 'unreachable', message: 'unexpected form of answer' },
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
