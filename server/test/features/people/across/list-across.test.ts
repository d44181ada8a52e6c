import { describe, expect, onTestFinished, test } from 'vitest';
import { ORGANIZATIONS_AT_ONCE } from '../../../../src/lib/limits/people.ts';
import { takeOver } from '../../../changes/renamed-organizations/takeover.ts';
import { fetchOnce } from '../../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganizations, endsOf, ofKind, readAcross, reasonsOf, streamed } from './across.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('people of all organizations, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const idOf = (login: string) => world().needUser(login).id;
  const rate = (login: string) => control().rateState(login).core;

  test('are one row each, by account, with what each organization tells', async () => {
    const { owner, organizations } = addOrganizations(service(), 3);
    const [first, second, third] = organizations as [
      (typeof organizations)[0],
      (typeof organizations)[0],
      (typeof organizations)[0],
    ];
    const [shared = ''] = first.logins;
    world().updateUser(shared, { secondFactor: 'none' });
    world().addMembership({ organization: second.organization, login: shared, role: 'admin' });
    const outside = third.newcomer();
    world().addRepository({ owner: third.organization, name: 'plans' });
    world().setDirectAccess(third.organization, 'plans', outside, 'READ');
    world().addTeam({ organization: first.organization, name: 'Crew', members: [{ login: shared }] });
    world().invite({ organization: third.organization, email: 'late@mail.example', by: owner });

    const { lines, across, rows } = await readAcross(service(), await signIn(owner), '?teams=true&invitations=true');
    expect(lines[0]?.kind).toBe('organizations');
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    expect([...endsOf(lines).values()].map(({ isComplete }) => isComplete)).toEqual([true, true, true]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const row = across.people.get(idOf(shared));
    expect(row).toMatchObject({ login: shared, secondFactor: 'disabled' });
    expect(
      [...(row?.organizations.values() ?? [])].map(({ organization, role, teams }) => [
        organization,
        role,
        teams.length,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [first.organizationId, 'member', 1],
        [second.organizationId, 'admin', 0],
      ]),
    );
    expect(across.people.get(idOf(outside))?.organizations.get(third.organizationId)?.role).toBe(
      'outside_collaborator',
    );
    expect(across.people.get(idOf(owner))?.organizations.size).toBe(3);
    expect(ofKind(lines, 'invited').flatMap(({ people }) => people.map(({ email }) => email))).toContain(
      'late@mail.example',
    );
    const { used, unchanged, remaining, limit, reserve } =
      ofKind(lines, 'budget').findLast(({ resource }) => resource === 'core') ?? {};
    expect([limit, reserve, remaining]).toEqual([5_000, 1_000, rate(owner).remaining]);
    expect((used ?? 0) + (unchanged ?? 0)).toBe(control().count({ login: owner, path: /^\/orgs/ }));
  });

  test('tell when somebody was last invited, from invitations and from the audit log', async () => {
    const {
      owner,
      organizations: [added],
    } = addOrganizations(service(), 1);
    if (added === undefined) throw new Error('no organization');
    const {
      organization,
      organizationId,
      logins: [member = ''],
    } = added;
    await service().storage.auditTrail.record(
      [
        {
          organization: { id: organizationId, login: organization },
          action: 'invitation.sent',
          way: 'console',
          actor: { id: idOf(owner), login: owner },
          target: { kind: 'person', id: null, name: member },
          before: {},
          after: {},
          requestId: 'a-request',
          deliveryId: null,
        },
      ],
      service().clock.now(),
    );
    const { across } = await readAcross(service(), await signIn(owner), '?invitations=true');
    expect(across.people.get(idOf(member))?.organizations.get(organizationId)?.lastInvitedAt).toBe(
      service().clock.now().toISOString(),
    );
    const without = await readAcross(service(), await signIn(owner));
    expect(ofKind(without.lines, 'invited')).toEqual([]);
  });

  test('have a cause for each organization that cannot be read, and are not taken to be missing from it', async () => {
    const { owner, organizations } = addOrganizations(service(), 8);
    const [signOn, listed, missing, suspended, left, lost, gone, whole] = organizations.map(
      ({ organization }) => organization,
    );
    const headers = await signIn(owner);
    world().updateOrganization(signOn ?? '', { samlEnforced: true });
    world().updateOrganization(listed ?? '', { ipAllowList: true });
    control().platform.uninstall(organizations[2]?.installation ?? 0);
    control().platform.suspend(organizations[3]?.installation ?? 0);
    const known = async () => (await fetchOnce(`${service().url}/api/organizations`, { headers })).text;
    await expect.poll(known).toMatch(/"hasAppInstalled":false/);
    await expect.poll(known).toMatch(/"suspendedAt":"/);
    world().removeMembership(left ?? '', owner);
    world().setRole(lost ?? '', owner, 'member');
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${gone}/members` } });
    const { lines, across } = await readAcross(service(), headers);
    const reasons = reasonsOf(lines);
    expect(
      organizations.map(({ organization, organizationId }) => [organization, reasons.get(organizationId)]),
    ).toEqual([
      [signOn, 'single-sign-on'],
      [listed, 'ip-allow-list'],
      [missing, 'app-missing'],
      [suspended, 'app-suspended'],
      [left, 'not-a-member'],
      [lost, 'not-an-owner'],
      [gone, 'unreachable'],
      [whole, null],
    ]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    expect([...across.organizations.values()].map(({ isWhole }) => isWhole).filter(Boolean)).toEqual([true]);
    expect([...across.people.values()].flatMap(({ organizations: found }) => [...found.keys()])).toEqual(
      expect.arrayContaining([organizations.at(-1)?.organizationId]),
    );
    expect(new Set([...across.people.values()].flatMap(({ organizations: found }) => [...found.keys()])).size).toBe(1);
  });

  test.each([0, 61_000])('are not of another organization that has taken the login, %i ms later', async (laterMs) => {
    const { owner, organizations } = addOrganizations(service(), 2);
    const [taken, other] = organizations;
    const headers = await signIn(owner);
    await readAcross(service(), headers);
    const { id } = takeOver(service().simulator, taken?.organization ?? '');
    service().clock.advance(laterMs);
    const { lines } = await readAcross(service(), headers);
    const reasons = reasonsOf(lines);
    expect(reasons.get(taken?.organizationId ?? 0)).toBe('not-a-member');
    expect(reasons.get(other?.organizationId ?? 0)).toBeNull();
    expect(JSON.stringify(lines)).not.toContain(`"organization":${id},`);
  });

  test('are read under the new login of a renamed organization', async () => {
    const {
      owner,
      organizations: [organization],
    } = addOrganizations(service(), 1);
    const headers = await signIn(owner);
    control().platform.renameOrganization(organization?.organization ?? '', 'renamed-organization');
    await expect
      .poll(async () => reasonsOf((await readAcross(service(), headers)).lines).get(organization?.organizationId ?? 0))
      .toBeNull();
    const { lines } = await readAcross(service(), headers);
    expect(ofKind(lines, 'started').map(({ login }) => login)).toEqual(['renamed-organization']);
  });

  test('stop at the reserve of the rate limit, with its cause and end', async () => {
    const { owner, organizations } = addOrganizations(service(), 24);
    const headers = await signIn(owner);
    const spent = rate(owner).used;
    control().rateLimits({ core: spent + 200 });
    onTestFinished(() => control().rateLimits({ core: 5_000 }));
    const { lines } = await readAcross(service(), headers);
    const { reserve } = ofKind(lines, 'budget').findLast(({ resource }) => resource === 'core') ?? {};
    expect(reserve).toBe(Math.ceil((spent + 200) / 5));
    const limited = [...endsOf(lines).values()].filter(({ failure }) => failure?.reason === 'limit');
    expect(limited.length).toBeGreaterThan(0);
    expect(limited.length).toBeLessThan(organizations.length);
    expect(limited[0]?.failure?.retryAt).toBe(new Date(rate(owner).reset * 1000).toISOString());
    // Whoever was asked already at the reserve, and their roles, may still count.
    expect(rate(owner).remaining).toBeGreaterThan((reserve ?? 0) - 4 * ORGANIZATIONS_AT_ONCE);
    expect(control().count({ path: '/user/memberships/orgs' })).toBe(organizations.length - limited.length);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('come as they are read, from a few organizations at once, until the client leaves', async () => {
    const { owner, organizations } = addOrganizations(service(), 9);
    const headers = await signIn(owner);
    // They are read by login.
    const [, ...slow] = organizations.map(({ organization }) => organization).toSorted((a, b) => (a < b ? -1 : 1));
    const ofSlow = new RegExp(`^/orgs/(${slow.join('|')})/members`);
    const hold = control().hold({ path: ofSlow });
    onTestFinished(() => hold.release());
    const leaving = new AbortController();
    const read = streamed(`${service().url}/api/people`, headers, leaving.signal);
    const kinds: string[] = [];
    while (kinds.at(-1) !== 'finished') kinds.push((await read.next()).value?.kind ?? 'finished');
    expect(kinds).toContain('people');
    await hold.arrived(2 * ORGANIZATIONS_AT_ONCE);
    leaving.abort();
    const held = () => control().requests({ path: ofSlow });
    await expect.poll(() => held().every(({ endedAt }) => endedAt !== null)).toBe(true);
    expect(held()).toHaveLength(2 * ORGANIZATIONS_AT_ONCE);
  });

  test.each(['content', 'credential'] as const)(
    'are not counted again while unchanged, with tags of the %s',
    async (kind) => {
      control().entityTags(kind);
      onTestFinished(() => control().entityTags('content'));
      const { owner, organizations } = addOrganizations(service(), 2, 120);
      const headers = await signIn(owner);
      const first = await readAcross(service(), headers);
      const before = rate(owner).used;
      control().clearRequests();
      const second = await readAcross(service(), headers);
      expect(rate(owner).used).toBe(before);
      expect(
        control()
          .requests({ path: /^\/orgs/ })
          .map(({ status }) => status),
      ).toEqual(Array(control().count({ path: /^\/orgs/ })).fill(304));
      expect(new Set(second.across.people.keys())).toEqual(new Set(first.across.people.keys()));
      expect(second.rows).toHaveLength(2 * 121 + 1);

      const [organization] = organizations;
      world().removeMembership(organization?.organization ?? '', organization?.logins[3] ?? '');
      const third = await readAcross(service(), headers);
      expect(third.rows).toHaveLength(2 * 121);
    },
  );

  test('include whoever follows a full page that has not changed', async () => {
    const {
      owner,
      organizations: [added],
    } = addOrganizations(service(), 1);
    if (added === undefined) throw new Error('no organization');
    const { organization, newcomer } = added;
    world().addRepository({ owner: organization, name: 'plans' });
    const addOutside = () => {
      const login = newcomer();
      world().setDirectAccess(organization, 'plans', login, 'READ');
      return login;
    };
    for (let count = 0; count < 100; count += 1) addOutside();
    const headers = await signIn(owner);
    await readAcross(service(), headers);
    const last = addOutside();
    const { across } = await readAcross(service(), headers);
    expect(across.people.has(idOf(last))).toBe(true);
  });

  test('are complete when somebody leaves while pages are read', async () => {
    const {
      owner,
      organizations: [added],
    } = addOrganizations(service(), 1, 250);
    if (added === undefined) throw new Error('no organization');
    const { organization, logins } = added;
    const headers = await signIn(owner);
    const hold = control().hold({ path: `/orgs/${organization}/members` });
    onTestFinished(() => hold.release());
    const reading = readAcross(service(), headers);
    await hold.arrived(2);
    hold.releaseSome(2);
    await hold.arrived(3);
    world().removeMembership(organization, logins[3] ?? '');
    hold.release();
    const { rows } = await reading;
    const listed = new Set(rows.map(({ login }) => login));
    expect(logins.filter((login) => !listed.has(login))).toEqual([]);
  });
});
