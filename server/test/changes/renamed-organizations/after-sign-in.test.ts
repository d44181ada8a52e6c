import { beforeEach, describe, expect, test } from 'vitest';
import { accessOf } from '../../features/access/asking.ts';
import { addOrganization } from '../../features/invitations/listed/listing.ts';
import { addPeople, massInvite } from '../../features/invitations/mass/inviting.ts';
import { fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

/** An organization whose owner signed in before it was renamed. */
describe('an organization that was renamed since the sign-in', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  beforeEach(() => {
    control().clearFaults();
    service().clock.advance(61_000);
  });

  async function renamed() {
    const { organization, owner, newcomer } = addOrganization(service());
    const { bearer } = await service().signIn(owner);
    const now = `${organization}-two`;
    service().simulator.world.renameOrganization(organization, now);
    const error = `${organization} is now ${now}. Please sign in again.`;
    const read = (login: string, path = '') =>
      fetchOnce(`${service().url}/api/organizations/${login}${path}`, { headers: bearer });
    return { organization, now, owner, newcomer, bearer, error, read };
  }

  test('is named with its new login to its owner, who is not told that they left it', async () => {
    const { organization, now, bearer, error, read, newcomer } = await renamed();
    expect(await accessOf(service(), organization, bearer)).toMatchObject({
      login: now,
      role: { atSignIn: 'admin', now: null },
      causes: [{ kind: 'renamed', formerLogin: organization, login: now }],
    });
    const people = await read(organization, '/people');
    expect([people.status, people.json]).toEqual([404, { error }]);
    const invited = await massInvite(service().url, organization, bearer, { userLogins: [newcomer()] });
    expect([invited.status, invited.json]).toEqual([403, { error }]);
  });

  test('is named under its new login too, as soon as the installations are compared', async () => {
    const { organization, now, owner, bearer, error, newcomer } = await renamed();
    await service().upkeep();
    const invited = await massInvite(service().url, now, bearer, { userLogins: [newcomer()] });
    expect([invited.status, invited.json]).toEqual([403, { error }]);
    expect(await accessOf(service(), now, bearer)).toMatchObject({
      login: now,
      role: { atSignIn: 'admin', now: 'admin' },
      causes: [{ kind: 'renamed', formerLogin: organization, login: now }],
    });

    const again = (await service().signIn(owner)).bearer;
    const [newPerson = ''] = addPeople(service(), now, 1);
    const sent = await massInvite(service().url, now, again, { userLogins: [newPerson] });
    expect(sent.json).toEqual({ success: [newPerson], failed: [] });
  });

  test('whose new login cannot be read is no organization that somebody left', async () => {
    const { organization, read, bearer, newcomer } = await renamed();
    control().fault({ match: { path: '/graphql', operation: 'ViewerProfile' }, kind: 'reset' });
    control().fault({ match: { path: /^\/user\/memberships\/orgs$/ }, kind: 'reset' });
    expect((await read(organization, '/people')).status).toBe(503);
    expect(await accessOf(service(), organization, bearer)).toMatchObject({
      causes: [],
      unchecked: [
        { part: 'membership', reason: 'unreachable' },
        { part: 'installation', reason: 'unreachable' },
      ],
    });
    const invited = await massInvite(service().url, organization, bearer, { userLogins: [newcomer()] });
    expect(invited.status).toBe(500);
  });

  test('is named to nobody who is in it no longer, nor to strangers', async () => {
    const { organization, now, owner, read, bearer, newcomer } = await renamed();
    const { world } = service().simulator;
    world.removeMembership(now, owner);
    await service().upkeep();
    const invited = await massInvite(service().url, now, bearer, { userLogins: [newcomer()] });
    expect([invited.status, invited.text]).toEqual([403, expect.not.stringContaining(organization)]);
    const left = await read(organization, '/people');
    expect([left.status, left.text]).toEqual([404, expect.not.stringContaining(now)]);
    expect(await accessOf(service(), organization, bearer)).toMatchObject({ causes: [{ kind: 'membership-ended' }] });
    const stranger = await service().signIn(addOrganization(service()).owner);
    const answer = await fetchOnce(`${service().url}/api/organizations/${organization}/people`, {
      headers: stranger.bearer,
    });
    expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining(now)]);
  });
});
