import { describe, expect, test } from 'vitest';
import { INSTALLATION_REQUESTS_REUSE_MS } from '../../../src/lib/limits/code-host.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const LIST = { path: '/app/installation-requests' };
const NONE = { requests: [] };

let count = 0;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('requests to install the App on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;
  const signIn = async (login: string) => (await service().signIn(login)).bearer;
  const fetchRequests = (headers: Record<string, string> = {}) =>
    fetchOnce(`${service().url}/api/install/requests`, { headers });

  /** An organization without the App, one of whose members asked for it; a minute after everything before. */
  function setUp() {
    count += 1;
    const organization = `waiting-${count}`;
    world().addOrganization({ login: organization });
    const add = (name: string, role: 'admin' | 'member' = 'member') => {
      const login = `${organization}-${name}`;
      world().addUser({ login });
      world().addMembership({ organization, login, role });
      return login;
    };
    const [owner, asker, member] = [add('owner', 'admin'), add('asker'), add('member')];
    const { id, createdAt } = world().addInstallationRequest({ account: organization, requester: asker });
    service().clock.advance(INSTALLATION_REQUESTS_REUSE_MS);
    const view = (viewer: { readonly isOwn: boolean; readonly viewerCanApprove: boolean }) => ({
      id,
      organization: { id: world().organization(organization)?.id, login: organization },
      requester: { id: world().user(asker)?.id, login: asker, avatarUrl: expect.any(String) },
      requestedAt: new Date(createdAt).toISOString(),
      approvalUrl: `${service().simulator.url}/organizations/${organization}/settings/installations`,
      ...viewer,
    });
    return { organization, owner, asker, member, add, view, id };
  }

  test('an owner sees who asked, when, and where to approve', async () => {
    const { owner, view } = setUp();
    const answer = await fetchRequests(await signIn(owner));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ requests: [view({ isOwn: false, viewerCanApprove: true })] });
  });

  test('who asked sees their own request, and costs nothing but the list of the App', async () => {
    const { asker, view } = setUp();
    const bearer = await signIn(asker);
    control().clearRequests();
    expect((await fetchRequests(bearer)).json).toEqual({ requests: [view({ isOwn: true, viewerCanApprove: false })] });
    expect(control().count()).toBe(1);
    expect(control().count({ ...LIST, credential: 'app' })).toBe(1);
  });

  test('other members, strangers and owners of other organizations learn of none, and nothing is asked for them', async () => {
    const { member } = setUp();
    const other = setUp();
    world().addUser({ login: `stranger-${count}` });
    world().removeInstallationRequest(other.id);
    const bearers = [await signIn(member), await signIn(`stranger-${count}`), await signIn(other.owner)];
    control().clearRequests();
    for (const bearer of bearers) expect((await fetchRequests(bearer)).json).toEqual(NONE);
    expect(control().count({ credential: 'user' })).toBe(0);
    expect((await fetchRequests()).status).toBe(401);
  });

  test.each(['member', null] as const)('a former owner, who is now %s, learns of none at once', async (role) => {
    const { organization, add } = setUp();
    const former = add('former', 'admin');
    const bearer = await signIn(former);
    expect((await fetchRequests(bearer)).json).toMatchObject({ requests: [{ organization: { login: organization } }] });
    if (role === null) world().removeMembership(organization, former);
    else world().setRole(organization, former, role);
    expect((await fetchRequests(bearer)).json).toEqual(NONE);
  });

  test('who became an owner sees requests of others after another sign-in, as everything else of owners', async () => {
    const { organization, member, view } = setUp();
    const bearer = await signIn(member);
    world().setRole(organization, member, 'admin');
    expect((await fetchRequests(bearer)).json).toEqual(NONE);
    const again = await signIn(member);
    expect((await fetchRequests(again)).json).toEqual({ requests: [view({ isOwn: false, viewerCanApprove: true })] });
  });

  test('approved ones are gone after a minute at most', async () => {
    const { owner, id } = setUp();
    const bearer = await signIn(owner);
    expect((await fetchRequests(bearer)).json).not.toEqual(NONE);
    control().platform.approveRequest(id);
    service().clock.advance(INSTALLATION_REQUESTS_REUSE_MS);
    expect((await fetchRequests(bearer)).json).toEqual(NONE);
  });

  test('however often somebody asks, the App is asked once a minute', async () => {
    const { owner, asker, member } = setUp();
    const bearers = [await signIn(owner), await signIn(asker), await signIn(member)];
    control().clearRequests();
    await Promise.all(bearers.flatMap((bearer) => Array.from({ length: 10 }, () => fetchRequests(bearer))));
    expect(control().count({ credential: 'app' })).toBe(1);
  });

  test('what the code host does not tell is no empty list', async () => {
    const { owner, asker } = setUp();
    const [bearer, ofAsker] = [await signIn(owner), await signIn(asker)];
    const ownFails = control().fault({ match: { path: /^\/graphql$|^\/user/ }, kind: 'bad-gateway-html' });
    expect(await fetchRequests(bearer)).toMatchObject({
      status: 503,
      json: { error: 'The code host is unavailable. Please try again.' },
    });
    expect((await fetchRequests(ofAsker)).status).toBe(200);
    ownFails.remove();
    service().clock.advance(INSTALLATION_REQUESTS_REUSE_MS);
    control().fault({ match: LIST, times: 1, kind: 'primary-rate-limit' });
    const limited = await fetchRequests(bearer);
    expect(limited).toMatchObject({ status: 503, json: { error: 'API rate limit exceeded' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    service().clock.advance(INSTALLATION_REQUESTS_REUSE_MS);
    control().revokeTokens(owner);
    expect(await fetchRequests(bearer)).toMatchObject({
      status: 401,
      json: { error: 'The code host no longer accepts your sign in. Please sign in again.' },
    });
  });
});
