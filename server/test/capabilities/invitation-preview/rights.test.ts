import { describe, expect, test } from 'vitest';
import { addPlace, serviceForListed } from '../listed-invitations/listing.ts';
import { askPreview, previewedPlace, previewOf } from './previewing.ts';

const NOT_A_MEMBER = [404, { error: 'This organization was not found, or you are not a member of it.' }];
const NOT_ADMIN = [403, { error: 'Only organization admins can send invitations.' }];
const MINUTE_MS = 60_000;
const ROWS = [{ email: 'secret@mail.example', teams: ['hidden'] }, { login: 'grace' }];

describe('who may preview invitations', () => {
  const { service, world, control, signIn } = serviceForListed();

  /** An organization with an invitation and a team, and what somebody is told of them. */
  const place = () => {
    const known = addPlace(service());
    const { organization } = known;
    world().invite({ organization, email: 'secret@mail.example' });
    world().addTeam({ organization, name: 'Hidden', privacy: 'SECRET' });
    const asked = async (headers: Readonly<Record<string, string>>, name = organization) => {
      const { status, json } = await askPreview(service(), name, headers, { rows: ROWS });
      return [status, json];
    };
    const nothingAsked = () => {
      expect(control().count({ path: `/orgs/${organization}` })).toBe(0);
      expect(control().count({ path: '/graphql' })).toBe(0);
    };
    return { ...known, asked, nothingAsked };
  };

  test('is nobody without a session', async () => {
    const { asked, nothingAsked } = place();
    expect(await asked({})).toEqual([401, { error: 'Please sign in to continue.' }]);
    nothingAsked();
  });

  test('is no stranger, no owner of another organization, and nobody who is only invited', async () => {
    const { organization, asked, nothingAsked } = place();
    const { owner: other } = addPlace(service());
    const invited = world().addUser({ login: `invited-to-${organization}` }).login;
    world().addMembership({ organization, login: invited, state: 'pending', role: 'admin' });
    for (const login of ['edsger', other, invited]) {
      const headers = await signIn(login);
      expect(await asked(headers)).toEqual(NOT_A_MEMBER);
      expect(await asked(headers, 'no-such-organization')).toEqual(NOT_A_MEMBER);
      expect(await asked(headers, '..%2F..%2Fuser')).toEqual(NOT_A_MEMBER);
      nothingAsked();
    }
  });

  test.each(['member', 'billing_manager'] as const)('is no %s', async (role) => {
    const { organization, asked, nothingAsked } = place();
    const { login } = world().addUser({ login: `${role}-of-${organization}` });
    world().addMembership({ organization, login, role });
    expect(await asked(await signIn(login))).toEqual(NOT_ADMIN);
    nothingAsked();
  });

  test('is no former owner, whose session still says they are one, whatever they were told before', async () => {
    const { organization, owner, asked, nothingAsked } = place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    const headers = await signIn(owner);
    expect((await asked(headers))[0]).toBe(200);
    world().setRole(organization, owner, 'member');
    service().clock.advance(MINUTE_MS);
    control().clearRequests();
    expect(await asked(headers)).toEqual(NOT_ADMIN);
    world().removeMembership(organization, owner);
    service().clock.advance(MINUTE_MS);
    expect(await asked(headers)).toEqual(NOT_A_MEMBER);
    nothingAsked();
  });

  test('is who has become an owner since they signed in', async () => {
    const { organization } = place();
    const { login } = world().addUser({ login: `later-of-${organization}` });
    const headers = await signIn(login);
    world().addMembership({ organization, login, role: 'admin' });
    const { rows } = await previewOf(service(), ` ${organization.toUpperCase()} `, headers, ROWS);
    expect(rows).toMatchObject([{ state: 'already-invited', teamIds: [expect.any(Number)] }, { state: 'ready' }]);
  });

  test('is asked once a minute for all portions of a session', async () => {
    const { preview } = await previewedPlace(service(), signIn);
    await Promise.all(Array.from({ length: 6 }, () => preview({ email: 'a@mail.example' })));
    expect(control().count({ path: '/user/memberships/orgs' })).toBe(1);
  });

  test('needs a page of the service, where the browser sends the cookie', async () => {
    const { organization, owner } = place();
    const { id } = await service().signIn(owner);
    control().clearRequests();
    const headers = { cookie: `host_session=${id}`, origin: 'https://evil.example' };
    const { status, json } = await askPreview(service(), organization, headers, { rows: [] });
    expect([status, json]).toEqual([403, { error: 'This request came from another site and was refused.' }]);
    expect(control().count()).toBe(0);
  });

  test('is told of the body first, then of the organization, then of the rights', async () => {
    const headers = await signIn('edsger');
    const told = async (organization: string, rows: readonly object[]) => {
      const { status, json } = await askPreview(service(), organization, headers, { rows });
      return [status, json];
    };
    const none = [400, { error: 'Please add at least one person to invite.' }];
    expect(await told('%20', [])).toEqual(none);
    expect(await told('acme', [])).toEqual(none);
    expect(control().count()).toBe(0);
    expect(await told('%20', ROWS)).toEqual([400, { error: 'Please select an organization first.' }]);
    expect(control().count()).toBe(0);
    expect(await told('acme', ROWS)).toEqual(NOT_A_MEMBER);
  });

  test.each([
    [
      'single sign-on',
      'samlEnforced',
      'This organization asks for single sign-on. Please sign on at the code host, then sign in again.',
    ],
    ['an allow list', 'ipAllowList', 'This organization does not allow the address that orgdesk calls from.'],
  ] as const)('is told of %s', async (_what, setting, error) => {
    const { organization, owner, asked, nothingAsked } = place();
    const headers = await signIn(owner);
    world().updateOrganization(organization, { [setting]: true });
    expect(await asked(headers)).toEqual([403, { error }]);
    nothingAsked();
  });
});
