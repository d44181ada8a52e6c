import type { AppWorkAnswer } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { INSTALLATION_USES } from '../../../src/code-host/app/credentials.ts';
import { APP_READ_WAIT_MS } from '../../../src/lib/limits/people.ts';
import { fetchOnce } from '../../support/browser.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { serviceForAccess } from './asking.ts';

const NOT_TRIED = [
  { trial: 'invite-by-email', outcome: 'not-tried', message: null },
  { trial: 'invite-as-owner', outcome: 'not-tried', message: null },
];
const OWNERS_BY_APP = { credential: 'installation', path: /^\/orgs\/[^/]+\/members/ } as const;
const OWNERS_BY_PERSON = { credential: 'user', path: /^\/orgs\/[^/]+\/members/ } as const;
const REPLY = { kind: 'reply', status: 200 } as const;

describe('whether jobs continue after a sign-out, with what the App reads', () => {
  const { service, world, control, signIn } = serviceForAccess({
    app: { permissions: { members: 'write', metadata: 'read', administration: 'write' } },
  });

  /** An organization of two owners; one of them reads. */
  async function prepare() {
    const made = addOrganization(service());
    const second = made.newcomer();
    world().addMembership({ organization: made.organization, login: second, role: 'admin' });
    const headers = await signIn(made.owner);
    control().clearRequests();
    const read = async (): Promise<AppWorkAnswer> => {
      const url = `${service().url}/api/organizations/${made.organization}/app-work`;
      const answer = await fetchOnce(url, { headers });
      expect(answer.status).toBe(200);
      return answer.json as AppWorkAnswer;
    };
    const personOf = (login: string) => ({ id: world().user(login)?.id ?? 0, login });
    return { ...made, second, read, personOf };
  }

  test('has no obstacle where both list the same owners, each read once, and nothing is changed', async () => {
    const { read } = await prepare();
    expect(await read()).toMatchObject({ obstacles: [], unreadMessage: null, missing: [], trials: NOT_TRIED });
    expect(control().count(OWNERS_BY_APP)).toBe(1);
    expect(control().count(OWNERS_BY_PERSON)).toBe(1);
    const sent = control().requests({});
    expect(sent.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/access_tokens'))).toEqual([]);
    const minted = sent.filter(({ path }) => path.endsWith('/access_tokens')).map(({ body }) => body);
    expect(minted).toEqual([{ permissions: INSTALLATION_USES.jobs }]);
  });

  test('compares by ID, since both may have read another name', async () => {
    const { read, owner, second, personOf } = await prepare();
    const body = [{ ...personOf(second), login: 'renamed-meanwhile' }, personOf(owner)];
    control().fault({ ...REPLY, body, match: OWNERS_BY_APP });
    expect(await read()).toMatchObject({ obstacles: [] });
  });

  test.each<[string, readonly ('owner' | 'second' | 'stranger')[]]>([
    ['lacks one', ['owner']],
    ['has another in place of one', ['owner', 'stranger']],
    ['has one more', ['owner', 'second', 'stranger']],
    ['is empty', []],
  ])('names a difference where the list of the App %s', async (_name, listed) => {
    const made = await prepare();
    const logins = { owner: made.owner, second: made.second, stranger: made.newcomer() };
    const body = listed.map((each) => made.personOf(logins[each]));
    control().fault({ ...REPLY, body, match: OWNERS_BY_APP });
    expect(await made.read()).toMatchObject({ obstacles: ['reads-differ'], unreadMessage: null });
    control().clearFaults();
    expect(await made.read()).toMatchObject({ obstacles: [] });
  });

  test('an empty list is no agreement, even if both are empty', async () => {
    const { read } = await prepare();
    control().fault({ ...REPLY, body: [], match: { path: OWNERS_BY_APP.path } });
    expect(await read()).toMatchObject({ obstacles: ['reads-differ'] });
  });

  test('a read of the App that is refused is not compared, and says which permission the code host names', async () => {
    const { read } = await prepare();
    control().fault({
      kind: 'reply',
      status: 403,
      headers: { 'x-accepted-github-permissions': 'members=read' },
      body: { message: 'Resource not accessible by integration' },
      match: OWNERS_BY_APP,
    });
    expect(await read()).toMatchObject({
      obstacles: ['unread'],
      unreadMessage: 'Resource not accessible by integration (needs members: read)',
    });
  });

  test('a token of the App that is refused, and a read of the person that fails, are not compared', async () => {
    const { read } = await prepare();
    const message = 'This installation has been suspended';
    const mint = control().fault({
      kind: 'reply',
      status: 403,
      body: { message },
      match: { credential: 'app', path: /\/access_tokens$/ },
    });
    expect(await read()).toMatchObject({ obstacles: ['unread'], unreadMessage: message });
    mint.remove();
    control().fault({ kind: 'bad-gateway-html', match: OWNERS_BY_PERSON });
    expect(await read()).toMatchObject({ obstacles: ['unread'], unreadMessage: null });
  });

  test('is answered without the comparison if that takes too long', async () => {
    const { read } = await prepare();
    const hold = control().hold(OWNERS_BY_APP);
    const startedMs = performance.now();
    expect(await read()).toMatchObject({ obstacles: ['unread'], unreadMessage: null });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(APP_READ_WAIT_MS - 50);
    hold.release();
  });

  test('requests at the same time share one comparison', async () => {
    const { read } = await prepare();
    const hold = control().hold(OWNERS_BY_APP);
    const reads = [read(), read(), read()];
    await hold.arrived(1);
    await Promise.race([hold.arrived(2), new Promise((resolve) => setTimeout(resolve, 200))]);
    expect([control().count(OWNERS_BY_APP), control().count(OWNERS_BY_PERSON)]).toEqual([1, 1]);
    hold.release();
    for (const answer of await Promise.all(reads)) expect(answer.obstacles).toEqual([]);
  });

  test('reads nothing more as the App for a person who asked too often', async () => {
    const { read } = await prepare();
    for (const _ of Array.from({ length: 10 })) await read();
    control().clearRequests();
    expect(await read()).toMatchObject({ obstacles: ['unread'], unreadMessage: null, trials: NOT_TRIED });
    expect(control().count({ credential: 'installation' })).toBe(0);
    expect(control().count(OWNERS_BY_PERSON)).toBe(0);
  });

  test('compares nothing where the App is missing, is suspended or lacks the permission', async () => {
    const { read, installation, organization } = await prepare();
    world().setInstallationPermissions(installation, { members: 'read', metadata: 'read' });
    const lacking = [
      { name: 'administration', level: 'write' },
      { name: 'members', level: 'write' },
    ];
    expect(await read()).toMatchObject({ obstacles: ['permission-missing'], missing: lacking });
    world().suspendInstallation(installation);
    expect(await read()).toMatchObject({ obstacles: ['app-suspended'] });
    world().removeInstallation(installation);
    expect(await read()).toMatchObject({ obstacles: ['app-missing'], missing: [], repositories: null });
    expect(control().count({ path: `/orgs/${organization}/members` })).toBe(0);
  });

  test('selected repositories, and a missing permission for them alone, are no obstacle', async () => {
    const { read, installation, organization } = await prepare();
    world().addRepository({ owner: organization, name: 'api' });
    world().setInstallationRepositories(installation, ['api']);
    world().setInstallationPermissions(installation, { members: 'write', metadata: 'read' });
    expect(await read()).toMatchObject({
      obstacles: [],
      repositories: 'selected',
      missing: [{ name: 'administration', level: 'write' }],
    });
  });

  test('says what worked, what was refused and what was not tried, also while the App cannot be read', async () => {
    const { read, installation } = await prepare();
    const { appWork } = service().storage;
    const message = 'Inviter must be an organization admin';
    await appWork.noteTrial(installation, 'invite-by-email', message, service().clock.now());
    const refused = { trial: 'invite-by-email', outcome: 'refused', message };
    expect((await read()).trials).toEqual([refused, NOT_TRIED[1]]);
    await appWork.noteTrial(installation, 'invite-as-owner', null, service().clock.now());
    const trials = [refused, { trial: 'invite-as-owner', outcome: 'worked', message: null }];
    expect((await read()).trials).toEqual(trials);
    control().fault({ kind: 'bad-gateway-html', match: { credential: 'app' } });
    expect(await read()).toMatchObject({ obstacles: ['unread'], trials });
  });
});
