import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { accessOf, addOrganizationWith, installationIdOn, serviceForAccess } from './asking.ts';

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MEMBERSHIP_REFUSED = { part: 'membership', reason: 'refused' };
const APP = { credential: 'app' } as const;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('what limits an access on %s', (engine) => {
  const { service, world, control, signIn } = serviceForAccess({ engine });
  const accessFor = async (person: string, login: string) => accessOf(service(), login, await signIn(person));

  test('an admin and a member whom nothing limits are told so, with their roles [OA-1]', async () => {
    for (const [person, atSignIn, now] of [
      ['ada', 'admin', 'admin'],
      ['grace', 'member', 'member'],
      // A session knows only who is an admin.
      ['dorothy', 'member', 'billing_manager'],
    ] as const) {
      expect(await accessFor(person, 'acme')).toEqual({
        login: 'acme',
        checkedAt: ISO,
        role: { atSignIn, now },
        causes: [],
        unchecked: [],
        optionalPermissions: expect.any(Array),
      });
    }
  });

  test('an owner reads which optional permissions were not granted, and nobody else does', async () => {
    const id = installationIdOn(service(), 'acme');
    const lacking = async (person: string) =>
      (await accessFor(person, 'acme')).optionalPermissions.map(({ name, needed, granted }) => [name, needed, granted]);
    world().setInstallationPermissions(id, { members: 'write', metadata: 'read', administration: 'read' });
    expect(await lacking('ada')).toEqual([
      ['organization_plan', 'read', null],
      ['administration', 'write', 'read'],
      ['organization_custom_org_roles', 'read', null],
      ['organization_personal_access_tokens', 'write', null],
    ]);
    world().setInstallationPermissions(id, { members: 'write', metadata: 'read', administration: 'write' });
    expect((await lacking('ada')).map(([name]) => name)).not.toContain('administration');
    expect([await lacking('grace'), await lacking('dorothy'), await lacking('alan')]).toEqual([[], [], []]);
    world().setInstallationPermissions(id, null);
  });

  test('letter case and blanks around a login are no matter, and the answer spells it as the code host does', async () => {
    const bearer = await signIn('ada');
    for (const login of ['ACME', '%20acme%20']) {
      expect(await accessOf(service(), login, bearer)).toMatchObject({ login: 'acme', causes: [], unchecked: [] });
    }
  });

  test('single sign-on is named with the page where it is done, and tells a stranger to the session nothing more [OA-2]', async () => {
    expect(await accessFor('katherine', 'vaultworks')).toEqual({
      login: 'vaultworks',
      checkedAt: ISO,
      role: { atSignIn: null, now: null },
      causes: [{ kind: 'single-sign-on', authorizeUrl: `${service().simulator.url}/orgs/vaultworks/sso` }],
      unchecked: [],
      optionalPermissions: [],
    });
    expect(control().count(APP)).toBe(0);
  });

  test('single sign-on that ran out since the sign-in does not hide what else has to be mended', async () => {
    const bearer = await signIn('barbara');
    world().setSamlAuthorized('vaultworks', 'barbara', false);
    const id = installationIdOn(service(), 'vaultworks');
    world().suspendInstallation(id);
    const access = await accessOf(service(), 'vaultworks', bearer);
    world().unsuspendInstallation(id);
    world().setSamlAuthorized('vaultworks', 'barbara', true);
    expect(access).toMatchObject({
      role: { atSignIn: 'admin', now: null },
      causes: [{ kind: 'single-sign-on' }, { kind: 'app-suspended', suspendedAt: ISO }],
      unchecked: [],
    });
  });

  test('an organization of others, a hidden one and one that does not exist are told apart by nothing but the name [OA-3 OA-7]', async () => {
    world().setHidden('northwind', 'edsger', true);
    const bearer = await signIn('edsger');
    for (const login of ['closed-circle', 'northwind', 'no-such-organization']) {
      expect(await accessOf(service(), login, bearer)).toEqual({
        login,
        checkedAt: ISO,
        role: { atSignIn: null, now: null },
        causes: [{ kind: 'no-membership' }],
        unchecked: [],
        optionalPermissions: [],
      });
    }
    expect([control().count(), control().count(APP)]).toEqual([3, 0]);
  });

  test('of a stranger to an organization without the App nothing is known, and nothing is asked as the App [OA-7]', async () => {
    expect(await accessFor('edsger', 'quiet-co')).toMatchObject({ causes: [], unchecked: [MEMBERSHIP_REFUSED] });
    expect([control().count(), control().count(APP)]).toEqual([1, 0]);
  });

  test('an invitation that waits is named, and the invited person learns nothing of the App [OA-3]', async () => {
    expect(await accessFor('dorothy', 'lumen-labs')).toEqual({
      login: 'lumen-labs',
      checkedAt: ISO,
      role: { atSignIn: null, now: null },
      causes: [{ kind: 'invitation-pending' }],
      unchecked: [],
      optionalPermissions: [],
    });
    expect(control().count(APP)).toBe(0);
  });

  test('a membership that ended since the sign-in is named, and what the App lacks no more of their business [OA-3]', async () => {
    addOrganizationWith(service(), { organization: 'left', member: 'leaving' });
    const bearer = await signIn('leaving');
    world().removeMembership('left', 'leaving');
    world().setInstallationPermissions(installationIdOn(service(), 'left'), { members: 'read' });
    expect(await accessOf(service(), 'left', bearer)).toMatchObject({
      role: { atSignIn: 'member', now: null },
      causes: [{ kind: 'membership-ended' }],
      unchecked: [],
    });
  });

  test('a membership that began since the sign-in is named, after what the App lacks [OA-5]', async () => {
    addOrganizationWith(service(), { organization: 'joined', member: 'somebody-else' });
    world().addUser({ login: 'joining' });
    const bearer = await signIn('joining');
    world().addMembership({ organization: 'joined', login: 'joining', role: 'admin' });
    expect(await accessOf(service(), 'joined', bearer)).toMatchObject({
      role: { atSignIn: null, now: 'admin' },
      causes: [{ kind: 'not-known-at-sign-in' }],
      unchecked: [],
    });
    world().setInstallationPermissions(installationIdOn(service(), 'joined'), { members: 'read' });
    const { causes } = await accessOf(service(), 'joined', bearer);
    expect(causes.map(({ kind }) => kind)).toEqual(['not-known-at-sign-in', 'permissions-missing']);
  });

  test.each([
    ['member', 'admin'],
    ['admin', 'member'],
  ] as const)('a role that was %s and is %s is named [OA-5]', async (before, after) => {
    addOrganizationWith(service(), { organization: `was-${before}`, member: `rises-${before}`, role: before });
    const bearer = await signIn(`rises-${before}`);
    world().setRole(`was-${before}`, `rises-${before}`, after);
    expect(await accessOf(service(), `was-${before}`, bearer)).toMatchObject({
      role: { atSignIn: before, now: after },
      causes: [{ kind: 'role-changed' }],
    });
  });

  test('an App that is not installed is named to a member, whose membership it keeps from being read [OA-4]', async () => {
    expect(await accessFor('ada', 'quiet-co')).toEqual({
      login: 'quiet-co',
      checkedAt: ISO,
      role: { atSignIn: 'admin', now: null },
      causes: [{ kind: 'app-missing' }],
      unchecked: [MEMBERSHIP_REFUSED],
      optionalPermissions: [],
    });
  });

  test('an App that is suspended is named with the time, beside the permissions it lacks [OA-4]', async () => {
    expect((await accessFor('ada', 'harbor-tools')).causes).toEqual([
      { kind: 'app-suspended', suspendedAt: '2026-02-03T04:05:06.000Z' },
    ]);
    const id = installationIdOn(service(), 'harbor-tools');
    world().setInstallationPermissions(id, { ...service().simulator.app.permissions, members: 'read' });
    const { causes } = await accessFor('ada', 'harbor-tools');
    world().setInstallationPermissions(id, null);
    expect(causes.map(({ kind }) => kind)).toEqual(['app-suspended', 'permissions-missing']);
  });

  test('permissions that are missing or lower are named one by one; those that are higher, or not asked for, are not [OA-4]', async () => {
    const id = installationIdOn(service(), 'acme');
    world().setInstallationPermissions(id, {
      members: 'read',
      metadata: 'read',
      contents: 'admin',
      issues: 'write',
      pages: 'write',
    });
    const access = await accessFor('grace', 'acme');
    world().setInstallationPermissions(id, null);
    expect(access).toMatchObject({
      role: { atSignIn: 'member', now: 'member' },
      causes: [
        {
          kind: 'permissions-missing',
          permissions: [
            { name: 'administration', wanted: 'read', granted: null },
            { name: 'members', wanted: 'write', granted: 'read' },
            { name: 'pull_requests', wanted: 'read', granted: null },
          ],
        },
      ],
      unchecked: [],
    });
  });

  test('an IP allow list is named, beside what the App lacks, and tells a stranger to the session nothing more [OA-2]', async () => {
    const [ada, edsger] = [await signIn('ada'), await signIn('edsger')];
    for (const organization of ['acme', 'harbor-tools'])
      world().updateOrganization(organization, { ipAllowList: true });
    const ofMember = await accessOf(service(), 'harbor-tools', ada);
    control().clearRequests();
    const ofStranger = await accessOf(service(), 'acme', edsger);
    for (const organization of ['acme', 'harbor-tools'])
      world().updateOrganization(organization, { ipAllowList: false });
    expect(ofMember).toMatchObject({
      role: { atSignIn: 'admin', now: null },
      causes: [{ kind: 'ip-allow-list' }, { kind: 'app-suspended' }],
      unchecked: [],
    });
    expect(ofStranger).toMatchObject({ causes: [{ kind: 'ip-allow-list' }], unchecked: [] });
    expect(control().count(APP)).toBe(0);
  });

  test('somebody the session vouches for waits for one round of answers, and the wanted permissions are kept', async () => {
    const bearer = await signIn('ada');
    await accessOf(service(), 'acme', bearer);
    control().clearRequests();
    await accessOf(service(), 'acme', bearer);
    expect(
      control()
        .requests()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/orgs/acme/installation', '/user/memberships/orgs/acme']);

    control().clearRequests();
    const hold = control().hold({ path: '^/(orgs|user)/' });
    const pending = accessOf(service(), 'acme', bearer);
    await hold.arrived(2);
    hold.release();
    await pending;
    expect(control().maxInFlight()).toBe(2);
  });
});
