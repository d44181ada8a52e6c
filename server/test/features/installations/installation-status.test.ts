import { InstallStatusAnswer } from '@orgdesk/contract';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { REPOSITORY_LIST_PAUSE_MS } from '../../../src/lib/limits/installations.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const LISTS = { path: '/installation/repositories' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('GET /api/install/status on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const host = () => service().simulator.control;
  const status = async (headers: Record<string, string>) => {
    const answer = await fetchOnce(`${service().url}/api/install/status`, { headers });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    if (!Value.Check(InstallStatusAnswer, answer.json))
      throw new Error(`not an install status: ${answer.text.slice(0, 200)}`);
    return answer.json;
  };
  let people = 0;
  /** Somebody new with installations on as many new organizations, each with some repositories. */
  const newcomer = async (installations: number, repositories: number) => {
    people += 1;
    const login = `status-${engine.toLowerCase()}-${people}`;
    world().addUser({ login });
    const crowd = world().enlarge(login, { organizations: installations, installations, role: 'admin', prefix: login });
    for (const owner of crowd.organizations) {
      for (let index = 1; index <= repositories; index += 1) {
        world().addRepository({ owner, name: `repo-${index}`, isPrivate: index % 2 === 0 });
      }
    }
    return { ...crowd, ...(await service().signIn(login)) };
  };

  test('of a session that began with an installation on the person alone names none: those on organizations are linked', async () => {
    const login = `alone-${engine.toLowerCase()}`;
    world().addUser({ login });
    const { id } = world().addInstallation({ account: login });
    const [organization = 0] = world().enlarge(login, {
      organizations: 1,
      installations: 1,
      role: 'admin',
      prefix: login,
    }).installationIds;
    const { bearer } = await service().signIn(login);
    const session = await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer });
    expect(session.json).toMatchObject({ session: { installationIds: [organization] } });
    expect(id).not.toBe(organization);
  });

  test('without a session is 401 [IT-1 U-3]', async () => {
    const answer = await fetchOnce(`${service().url}/api/install/status`);
    expect([answer.status, answer.json]).toEqual([401, { error: 'Please sign in to continue.' }]);
  });

  test('without installations is all empty and zero [R-17 IT-6]', async () => {
    const { bearer } = await service().signIn('edsger');
    expect(await status(bearer)).toEqual({
      installed: false,
      installationIds: [],
      accounts: [],
      summary: {
        totalInstallations: 0,
        orgInstallations: 0,
        totalRepositories: 0,
        totalAccounts: 0,
        organizationAccounts: 0,
        userAccounts: 0,
      },
    });
  });

  test('tells each installation with its account, count and repositories, and the totals [R-16 R-17 IT-2 IT-5]', async () => {
    const { bearer, organizations, installationIds } = await newcomer(2, 3);
    const answer = await status(bearer);
    expect(answer.installed).toBe(true);
    expect(answer.installationIds).toEqual(installationIds);
    expect(answer.accounts).toHaveLength(2);
    const [owner = ''] = organizations;
    expect(answer.accounts[0]).toEqual({
      installationId: installationIds[0],
      accountLogin: owner,
      accountType: 'organization',
      repositoryCount: 3,
      repositories: [1, 2, 3].map((index) => ({
        nameWithOwner: `${owner}/repo-${index}`,
        url: `${service().simulator.url}/${owner}/repo-${index}`,
        isPrivate: index === 2,
      })),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.summary).toEqual({
      totalInstallations: 2,
      orgInstallations: 2,
      totalRepositories: 6,
      totalAccounts: 2,
      organizationAccounts: 2,
      userAccounts: 0,
    });
  });

  test('counts a personal account as a user [R-16 R-17]', async () => {
    const { bearer } = await service().signIn('ada');
    const own = world().installationOf(world().user('ada')?.id ?? 0);
    await fetchOnce(`${service().url}/api/install/complete`, {
      method: 'POST',
      body: JSON.stringify({ installationId: own?.id }),
      headers: { 'content-type': 'application/json', ...bearer },
    });
    const { accounts, summary } = await status(bearer);
    expect(accounts).toContainEqual(expect.objectContaining({ accountLogin: 'ada', accountType: 'user' }));
    expect([summary.userAccounts, summary.totalAccounts]).toEqual([1, summary.organizationAccounts + 1]);
  });

  test('answers from the cache: what was fetched once is not fetched again [IT-4]', async () => {
    const { bearer } = await newcomer(3, 1);
    const first = await status(bearer);
    host().clearRequests();
    expect(await status(bearer)).toEqual(first);
    expect(host().requests()).toEqual([]);
  });

  test('is the same text, made of the fields in their order, whether the lists are read or known', async () => {
    const { bearer } = await newcomer(2, 2);
    const texts: string[] = [];
    const another = await service().addInstance();
    for (const url of [service().url, service().url, another.url, another.url]) {
      texts.push((await fetchOnce(`${url}/api/install/status`, { headers: bearer })).text);
    }
    expect(new Set(texts).size).toBe(1);
    const { installed, installationIds, summary, accounts } = await status(bearer);
    const inOrder = accounts.map(
      ({ installationId, accountLogin, accountType, repositoryCount, updatedAt, repositories }) => ({
        installationId,
        accountLogin,
        accountType,
        repositoryCount,
        updatedAt,
        repositories: repositories.map(({ nameWithOwner, url, isPrivate }) => ({ nameWithOwner, url, isPrivate })),
      }),
    );
    expect(texts[0]).toBe(JSON.stringify({ installed, installationIds, summary, accounts: inOrder }));
  });

  test('shows a list that was replaced at once, on every instance, beside the others as they were', async () => {
    const { bearer, installationIds } = await newcomer(2, 1);
    const { storage, clock } = service();
    const urls = [service().url, (await service().addInstance()).url];
    const listsAt = async (url: string) => {
      const { json } = await fetchOnce(`${url}/api/install/status`, { headers: bearer });
      return (json as InstallStatusAnswer).accounts.map(({ repositoryCount, repositories }) => ({
        repositoryCount,
        names: repositories.map(({ nameWithOwner }) => nameWithOwner),
      }));
    };
    const [, other] = await listsAt(service().url);
    for (const names of [['a/1', 'a/2'], [], ['a/3'], ['a/1', 'a/2']]) {
      const list = names.map((name) => ({ nameWithOwner: name, url: `https://code.test/${name}`, isPrivate: true }));
      const { installations } = storage;
      await installations.storeRepositories(installationIds[0] ?? 0, list, await installations.observe(), clock.now());
      for (const url of urls) expect(await listsAt(url)).toEqual([{ repositoryCount: names.length, names }, other]);
    }
  });

  test('makes the repository count known to the organization pages [V-18]', async () => {
    const { bearer, organizations } = await newcomer(1, 4);
    await status(bearer);
    const { json } = await fetchOnce(`${service().url}/api/organizations/${organizations[0]}`, { headers: bearer });
    expect(json).toMatchObject({ organization: { repositoryCount: 4, repositorySelection: 'all' } });
  });

  test('fetches missing lists side by side, a few at a time', async () => {
    const { bearer } = await newcomer(12, 1);
    host().latencyMs(60, LISTS);
    host().clearRequests();
    await status(bearer);
    host().latencyMs(0);
    expect(host().count(LISTS)).toBe(12);
    expect(host().maxInFlight(LISTS)).toBeGreaterThan(1);
    expect(host().maxInFlight(LISTS)).toBeLessThanOrEqual(4);
  });

  test('lists 1,200 repositories in the order of the code host', async () => {
    const { bearer } = await service().signIn('margaret');
    const { accounts } = await status(bearer);
    const northwind = accounts.find(({ accountLogin }) => accountLogin === 'northwind');
    const organization = world().organization('northwind');
    const expected = world().repositoriesOf(organization?.id ?? 0);
    expect(northwind?.repositoryCount).toBe(1_200);
    expect(new Set(northwind?.repositories.map(({ nameWithOwner }) => nameWithOwner)).size).toBe(expected.length);
  });

  test('a suspended installation is answered from the cache [IT-4]', async () => {
    const { bearer, installationIds } = await newcomer(1, 2);
    await status(bearer);
    world().suspendInstallation(installationIds[0] ?? 0);
    const { accounts } = await status(bearer);
    expect(accounts[0]).toMatchObject({ repositoryCount: 2 });
  });

  test('a suspended installation whose list was never fetched has an empty one', async () => {
    people += 1;
    const login = `status-${engine.toLowerCase()}-${people}`;
    world().addUser({ login });
    const crowd = world().enlarge(login, { organizations: 1, installations: 1, prefix: login });
    world().suspendInstallation(crowd.installationIds[0] ?? 0);
    const { bearer } = await service().signIn(login);
    const { installed, accounts } = await status(bearer);
    expect([installed, accounts]).toEqual([true, [expect.objectContaining({ repositoryCount: 0, repositories: [] })]]);
  });

  test('a vanished installation is dropped', async () => {
    const { bearer, installationIds } = await newcomer(2, 1);
    world().removeInstallation(installationIds[0] ?? 0);
    const answer = await status(bearer);
    expect(answer.installationIds).toEqual(installationIds.slice(1));
    expect(answer.summary.totalInstallations).toBe(1);
  });

  test.each(['hang', 'reset', 'bad-gateway-html', 'wrong-types'] as const)(
    'a code host that fails (%s) leaves cached lists as they are and missing ones empty, without asking again for half a minute [IT-4]',
    async (kind) => {
      const { bearer, installationIds } = await newcomer(2, 1);
      await status(bearer);
      const late = await newcomer(1, 1);
      host().fault({ match: LISTS, kind });
      expect((await status(bearer)).installationIds).toEqual(installationIds);
      expect((await status(bearer)).summary.totalRepositories).toBe(2);
      expect((await status(late.bearer)).accounts[0]).toMatchObject({ repositoryCount: 0, repositories: [] });
      host().clearFaults();
      host().clearRequests();
      expect((await status(late.bearer)).accounts[0]).toMatchObject({ repositoryCount: 0, repositories: [] });
      expect(host().requests()).toEqual([]);
      service().clock.advance(REPOSITORY_LIST_PAUSE_MS);
      expect((await status(late.bearer)).accounts[0]).toMatchObject({ repositoryCount: 1 });
    },
  );
});
