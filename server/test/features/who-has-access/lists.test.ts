import type { ReachedRepositoriesLine, RepositoryPeopleLine } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { addOrganization, ask, linesOf, personPath, repositoryPath, serviceForAccess } from './reaching.ts';

const service = serviceForAccess();
const control = () => service().simulator.control;
const world = () => service().simulator.world;

async function setUp(repositories: number) {
  const made = addOrganization(service(), repositories);
  const { bearer } = await service().signIn(made.owner);
  control().clearRequests();
  const reached = (person: string) =>
    linesOf<ReachedRepositoriesLine>(service(), personPath(made.organization, person), bearer);
  const people = (repository: string) =>
    linesOf<RepositoryPeopleLine>(service(), repositoryPath(made.organization, repository), bearer);
  return { ...made, bearer, reached, people };
}

const listed = (lines: readonly ReachedRepositoriesLine[]) =>
  lines.flatMap((line) => (line.kind === 'repositories' ? line.repositories : []));
const withheld = (lines: readonly (ReachedRepositoriesLine | RepositoryPeopleLine)[]) =>
  lines.flatMap((line) => (line.kind === 'withheld' ? [line.withheld] : []));
const queries = (operation: string) =>
  control()
    .requests()
    .filter(({ operationName }) => operationName === operation);

describe('what a person reaches', () => {
  test('is every repository with the most they may do there, and every way', async () => {
    const { reached, member, outside, owner, names, organization } = await setUp(3);
    expect(await reached(member.toUpperCase())).toEqual([
      {
        kind: 'repositories',
        lookedAt: 3,
        total: 3,
        repositories: [
          {
            name: names[0],
            isPrivate: true,
            isArchived: false,
            permission: 'MAINTAIN',
            sources: [
              { kind: 'team', team: 'crew', permission: 'MAINTAIN' },
              { kind: 'repository', team: null, permission: 'TRIAGE' },
            ],
          },
          {
            name: names[1],
            isPrivate: true,
            isArchived: false,
            permission: 'MAINTAIN',
            sources: [{ kind: 'team', team: 'crew', permission: 'MAINTAIN' }],
          },
        ],
      },
      { kind: 'end', isComplete: true },
    ]);
    expect(listed(await reached(outside)).map(({ name }) => name)).toEqual([names[0]]);
    expect(listed(await reached(owner)).map(({ sources }) => sources)).toEqual(
      names.map(() => [{ kind: 'organization', team: null, permission: 'ADMIN' }]),
    );
    world().addUser({ login: `elsewhere-${organization}` });
    expect(listed(await reached(`elsewhere-${organization}`))).toEqual([]);
  });

  test('is 404 for a login that nobody has, and for that of an organization', async () => {
    const { organization, bearer } = await setUp(1);
    for (const login of ['nobody-at-all', organization, 'no login', 'x'.repeat(101)]) {
      const answer = await ask(service(), personPath(organization, encodeURIComponent(login)), bearer);
      expect([login, answer.status, answer.json]).toEqual([
        login,
        404,
        { error: 'Person not found on the code host.' },
      ]);
    }
  });

  test('is refused where it is not known whether there is somebody', async () => {
    const { organization, bearer, member } = await setUp(1);
    control().fault({ match: { path: `/users/${member}` }, kind: 'bad-gateway-html' });
    const answer = await ask(service(), personPath(organization, member), bearer);
    expect(answer.status).toBeGreaterThanOrEqual(500);
  });

  test('comes fifty repositories a page, each told as looked at', async () => {
    const { reached, owner } = await setUp(120);
    const lines = await reached(owner);
    expect(lines.flatMap((line) => (line.kind === 'repositories' ? [[line.lookedAt, line.total]] : []))).toEqual([
      [50, 120],
      [100, 120],
      [120, 120],
    ]);
    expect(listed(lines)).toHaveLength(120);
    expect(queries('OrganizationAccess').map(({ variables }) => variables.first)).toEqual([50, 50, 50]);
  });

  test.each([
    ['a page of a gateway', { kind: 'bad-gateway-html' }],
    ['504', { kind: 'reply', status: 504, body: { message: "We couldn't respond to your request in time." } }],
    [
      'an error without data',
      {
        kind: 'reply',
        status: 200,
        body: { data: null, errors: [{ message: 'Something went wrong while executing your query on 2026-11-22.' }] },
      },
    ],
    [
      'a limit of resources beside data',
      {
        kind: 'reply',
        status: 200,
        body: { data: { organization: null }, errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Too much.' }] },
      },
    ],
  ] as const)('is asked for in smaller pages after %s', async (_what, fault) => {
    const { reached, owner } = await setUp(60);
    for (const first of [50, 25]) control().fault({ match: { variables: { first } }, ...fault });
    const lines = await reached(owner);
    expect(listed(lines)).toHaveLength(60);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    expect(queries('OrganizationAccess').map(({ variables }) => variables.first)).toEqual([50, 25, 13, 13, 13, 13, 13]);
  });

  test('names a repository whose people the code host never tells in time, and goes on', async () => {
    const { reached, owner, names } = await setUp(3);
    const isFirst = { operation: 'OrganizationAccess', variables: { after: null, withPeople: true } };
    control().fault({ match: isFirst, kind: 'bad-gateway-html' });
    const lines = await reached(owner);
    expect(withheld(lines)).toEqual([
      { part: 'collaborators', reason: 'unreachable', message: 'answered 502', subject: names[0] },
    ]);
    expect(listed(lines).map(({ name }) => name)).toEqual(names.slice(1));
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('names each repository the code host withholds beside its answer', async () => {
    const { reached, owner, organization, names } = await setUp(2);
    const page = (nodes: readonly unknown[], errors: readonly object[]) => ({
      data: {
        organization: {
          databaseId: world().needOrganization(organization).id,
          repositories: { totalCount: nodes.length, nodes, pageInfo: { hasNextPage: false, endCursor: null } },
        },
      },
      errors,
    });
    const hidden = { name: names[0], isPrivate: true, isArchived: false, collaborators: null };
    const path = ['organization', 'repositories', 'nodes', 0, 'collaborators'];
    const message = 'You do not have permission to view repository collaborators.';
    const body = page([hidden, null], [{ type: 'FORBIDDEN', path, message }]);
    control().fault({ match: { operation: 'OrganizationAccess' }, kind: 'reply', status: 200, body });
    expect(organization).not.toBe('');
    const lines = await reached(owner);
    expect(withheld(lines)).toEqual([
      { part: 'collaborators', reason: 'refused', message: message, subject: names[0] },
      { part: 'repositories', reason: 'refused', message: null, subject: null },
    ]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test.each([
    ['a limit', { kind: 'primary-rate-limit' }, 'rate-limited'],
    ['a broken connection', { kind: 'reset' }, 'unreachable'],
    [
      'a token that is not accepted',
      { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
      'token-rejected',
    ],
  ] as const)(
    'says in the list that it broke off at %s, and has refused it before its first page',
    async (_, fault, reason) => {
      const { reached, owner, bearer, organization } = await setUp(60);
      const { remove } = control().fault({ match: { operation: 'OrganizationAccess' }, ...fault });
      expect((await ask(service(), personPath(organization, owner), bearer)).status).toBeGreaterThanOrEqual(400);
      remove();
      control().clearRequests();
      const first = control().hold({ operation: 'OrganizationAccess' }, 'after');
      const reading = reached(owner);
      await first.arrived(1);
      control().fault({ match: { operation: 'OrganizationAccess' }, ...fault });
      first.release();
      const lines = await reading;
      expect(listed(lines)).toHaveLength(50);
      expect(withheld(lines)).toMatchObject([{ part: 'repositories', reason, subject: null }]);
      expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    },
  );

  test('ends for who is no owner any more', async () => {
    const { reached, owner, organization } = await setUp(60);
    const first = control().hold({ operation: 'OrganizationAccess' }, 'after');
    const reading = reached(owner);
    await first.arrived(1);
    world().addMembership({ organization, login: owner, role: 'member' });
    service().clock.advance(61_000);
    first.release();
    const lines = await reading;
    expect(listed(lines)).toHaveLength(50);
    expect(lines.slice(-2)).toMatchObject([{ withheld: { reason: 'refused' } }, { kind: 'end', isComplete: false }]);
    expect(queries('OrganizationAccess')).toHaveLength(1);
  });

  test('is asked for no further once nobody reads it', async () => {
    const { owner, bearer, organization } = await setUp(120);
    const second = control().hold({ operation: 'OrganizationAccess', variables: { first: 50 } });
    const leaving = new AbortController();
    const left = fetch(`${service().url}${personPath(organization, owner)}`, {
      headers: bearer,
      signal: leaving.signal,
    });
    await second.arrived(1);
    leaving.abort();
    await left.catch(() => {});
    await service().signIn('edsger');
    second.release();
    await service().signIn('edsger');
    expect(queries('OrganizationAccess')).toHaveLength(1);
  });
});

describe('who reaches a repository', () => {
  test('is everybody, a hundred a page, with name, the most they may do, and every way', async () => {
    const { people, organization, names, member, outside, owner } = await setUp(1);
    const [name = ''] = names;
    for (let more = 0; more < 150; more += 1) {
      const { login } = world().addUser({ login: `more-${more}-of-${organization}`, name: null });
      world().setDirectAccess(organization, name, login, 'WRITE');
    }
    const lines = await people(name);
    const pages = lines.flatMap((line) => (line.kind === 'people' ? [line] : []));
    expect(pages.map(({ people, total }) => [people.length, total])).toEqual([
      [100, 153],
      [53, 153],
    ]);
    const byLogin = new Map(pages.flatMap(({ people }) => people).map((person) => [person.login, person]));
    expect(byLogin.size).toBe(153);
    expect(byLogin.get(member)).toMatchObject({
      permission: 'MAINTAIN',
      sources: [{ kind: 'team', team: 'crew' }, { kind: 'repository' }],
    });
    expect(byLogin.get(outside)).toMatchObject({ permission: 'READ', sources: [{ kind: 'repository' }] });
    expect(byLogin.get(owner)).toMatchObject({ permission: 'ADMIN', sources: [{ kind: 'organization' }] });
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });

  test('is not told of repositories the App does not cover, and of none that is not there', async () => {
    const { organization, bearer } = await setUp(1);
    for (const name of ['not-there', 'a b', 'x'.repeat(101)]) {
      const answer = await ask(service(), repositoryPath(organization, encodeURIComponent(name)), bearer);
      expect([name, answer.status, answer.json]).toEqual([
        name,
        404,
        { error: 'This repository was not found in the organization, or the App does not cover it.' },
      ]);
    }
  });

  test('says why nobody is told where the code host does not tell it', async () => {
    const { people, names, organization } = await setUp(1);
    const path = ['repository', 'collaborators'];
    const message = 'You do not have permission to view repository collaborators.';
    const owner = { databaseId: world().needOrganization(organization).id };
    const repository = { owner, name: names[0], isPrivate: true, isArchived: false, collaborators: null };
    const body = { data: { repository }, errors: [{ type: 'FORBIDDEN', path, message }] };
    control().fault({ match: { operation: 'RepositoryAccess' }, kind: 'reply', status: 200, body });
    expect(await people(names[0] ?? '')).toEqual([
      { kind: 'people', people: [], total: 0 },
      { kind: 'withheld', withheld: { part: 'collaborators', reason: 'refused', message: message, subject: names[0] } },
      { kind: 'end', isComplete: false },
    ]);
  });
});

test('nobody but owners at this moment is told who has access: not members, strangers, owners of others or former owners', async () => {
  const mine = await setUp(2);
  const other = await setUp(1);
  const former = await service().signIn(mine.owner);
  const paths = [personPath(mine.organization, mine.member), repositoryPath(mine.organization, mine.names[0] ?? '')];
  const statuses = async (headers: Readonly<Record<string, string>>) =>
    Promise.all(paths.map(async (path) => (await ask(service(), path, headers)).status));
  expect(await statuses({})).toEqual([401, 401]);
  expect(await statuses((await service().signIn(mine.member)).bearer)).toEqual([403, 403]);
  expect(await statuses((await service().signIn(mine.outside)).bearer)).toEqual([404, 404]);
  expect(await statuses(other.bearer)).toEqual([404, 404]);
  expect(await statuses(former.bearer)).toEqual([200, 200]);
  world().addMembership({ organization: mine.organization, login: mine.owner, role: 'member' });
  service().clock.advance(61_000);
  expect(await statuses(former.bearer)).toEqual([403, 403]);
});
