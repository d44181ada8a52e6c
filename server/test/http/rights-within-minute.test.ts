import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeOver } from '../changes/renamed-organizations/takeover.ts';
import { askChange as askInvitationChange, askList, listOf } from '../features/invitations/listed/listing.ts';
import { askPreview as askInvitationPreview } from '../features/invitations/preview/previewing.ts';
import { linesOf, peopleOf, reviewOf, wholeList, withheldIn } from '../features/people/people.ts';
import {
  addOrganization,
  askPreview,
  changed,
  changesIn,
  changesRequested,
  ended,
  previewed,
  result,
  started,
} from '../features/people-changes/changing.ts';
import { fetchOnce, type RequestHeaders } from '../support/browser.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { stoppedService } from '../support/service/stopped-service.ts';

const NOT_OWNER =
  'The code host does not allow orgdesk to do this for you. The App may be suspended in this organization, or lack a ' +
  'permission there. See GET /api/organizations/{login}/access for the cause and who can fix it.';
const REMOVE: PeopleChange = { kind: 'remove' };
const MINUTE_MS = 60_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('what somebody is counts for a minute, on %s:', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const membershipCalls = () => control().count({ path: '/user/memberships/orgs' });

  /** An organization with two owners, the first signed in, and somebody from outside. */
  const setUp = async () => {
    const made = addOrganization(service());
    const { organization, owner, person } = made;
    const outside = person();
    world().updateUser(outside, { secondFactor: 'none' });
    world().addRepository({ owner: organization, name: 'plans' });
    world().setDirectAccess(organization, 'plans', outside, 'READ');
    made.member('admin');
    const headers = await signIn(owner);
    const list = (by: RequestHeaders = headers, name = organization) => askList(service(), name, by);
    return { ...made, outside, headers, list };
  };

  test('it is asked once for a session and an organization, however many requests come at once', async () => {
    const { organization, owner, headers, list } = await setUp();
    const hold = control().hold({ path: '/user/memberships/orgs' });
    onTestFinished(() => hold.release());
    const asking = Array.from({ length: 3 }, () => [
      list(),
      askInvitationPreview(service(), organization, headers, { rows: [{ email: 'a@mail.example' }] }),
      fetchOnce(peopleOf(service(), organization), { headers }),
      fetchOnce(`${peopleOf(service(), organization)}/${owner}`, { headers }),
    ]).flat();
    await hold.arrived(1);
    hold.release();
    for (const { status } of await Promise.all(asking)) expect(status).toBe(200);
    service().clock.advance(MINUTE_MS - 1);
    await listOf(service(), organization.toUpperCase(), headers);
    expect(membershipCalls()).toBe(1);
    service().clock.advance(1);
    world().setRole(organization, owner, 'member');
    expect((await list()).status).toBe(403);
    expect(membershipCalls()).toBe(2);
    const elsewhere = (await service().signIn(owner)).bearer;
    expect((await list(elsewhere)).status).toBe(403);
    expect(membershipCalls()).toBe(3);
  });

  test('it is asked again when the code host did not say', async () => {
    const { list } = await setUp();
    control().fault({ kind: 'bad-gateway-html', times: 1, match: { path: '/user/memberships/orgs' } });
    const answer = await list();
    expect([answer.status, answer.json]).toEqual([
      503,
      { code: 'code-host-away', error: 'The code host is unavailable. Please try again.' },
    ]);
    expect((await list()).status).toBe(200);
  });

  test('it is asked again for everybody there after a change', async () => {
    const { organization, member, headers } = await setUp();
    const other = member('admin');
    const otherHeaders = await signIn(other);
    const ask = () =>
      askPreview(service(), { organization, headers: otherHeaders }, { change: REMOVE, logins: ['no-such-person'] });
    expect((await ask()).status).toBe(200);
    const change: PeopleChange = { kind: 'role', role: 'member' };
    const { preview } = await previewed(service(), { organization, headers }, change, [other]);
    await changed(service(), { organization, headers }, preview);
    const { status, json } = await ask();
    expect([status, json]).toEqual([403, { error: 'Only organization admins can change people.' }]);
  });

  test('a change by a former owner is refused by the code host', async () => {
    const { organization, owner, member, idOf, headers, roleOf } = await setUp();
    const [login, second, other] = [member(), member(), member('admin')];
    const { preview } = await previewed(service(), { organization, headers }, REMOVE, [login, second]);
    const { id } = await started(service(), { organization, headers }, [preview]);
    world().setRole(organization, owner, 'member');
    await service().workOnJobs();
    const reader = await signIn(other);
    const error = 'You must be an admin to remove an organization membership.';
    const { job, results } = await ended(service(), { organization, headers: reader }, id);
    // Another owner can take the job over, and change both.
    expect(results).toEqual([result(login, idOf(login), 'ready'), result(second, idOf(second), 'ready')]);
    expect(job).toMatchObject({ state: 'failed', reason: 'rights-lost' });
    expect([roleOf(login), control().changeCounts({ organization })]).toEqual(['member', {}]);
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'refused', message: error }]);
  });

  test('invitations are neither shown to a former owner nor changed by them', async () => {
    const { organization, owner, person, headers, list } = await setUp();
    const open = world().invite({ organization, login: person() }).id;
    const failed = world().invite({ organization, email: 'secret@mail.example' }).id;
    world().failInvitation(organization, failed);
    expect((await list()).status).toBe(200);
    const invitations = () => [world().openInvitations(organization), world().failedInvitations(organization)];
    const before = JSON.stringify(invitations());
    world().setRole(organization, owner, 'member');
    const change = (action: 'cancel' | 'send-again') =>
      askInvitationChange(service(), { organization, action, headers }, { ids: [open, failed] });
    for (const { status, json } of [await list(), await change('cancel'), await change('send-again')]) {
      expect([status, json]).toEqual([403, { error: NOT_OWNER }]);
    }
    expect(changesRequested(service())).toEqual([]);
    expect(JSON.stringify(invitations())).toBe(before);
  });

  test('lists show a former owner nobody from outside, and say that somebody is missing', async () => {
    const { organization, owner, outside, headers } = await setUp();
    await fetchOnce(`${peopleOf(service(), organization)}/${owner}`, { headers });
    service().clock.advance(MINUTE_MS - 1_000);
    world().setRole(organization, owner, 'member');
    for (const address of [peopleOf, reviewOf]) {
      const { lines } = await wholeList(address(service(), organization), headers);
      expect(withheldIn(lines).map(([part]) => part)).toContain('outside-collaborators');
      expect(JSON.stringify(lines)).not.toContain(outside);
      expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    }
  });

  test('a list that is read longer leaves out what is for owners once its reader is none', async () => {
    const { organization, owner, member, outside, headers } = await setUp();
    world().updateUser(member(), { secondFactor: 'none' });
    const hold = control().hold({ path: '/graphql', operation: 'OrganizationMembers' });
    const reading = wholeList(reviewOf(service(), organization), headers);
    await hold.arrived(1);
    world().setRole(organization, owner, 'member');
    service().clock.advance(MINUTE_MS + 1_000);
    hold.release();
    const { lines } = await reading;
    expect(withheldIn(lines)).toEqual([
      ['outside-collaborators', 'owners-only', null],
      ['second-factors', 'owners-only', null],
    ]);
    expect(linesOf(lines, 'finding').map(({ finding }) => finding)).not.toContain('no-second-factor');
    expect(JSON.stringify(lines)).not.toContain(outside);
  });

  test('afterwards, an organization that takes the name of another shows nothing of it', async () => {
    const { organization, member, headers } = await setUp();
    const login = member();
    const { preview } = await previewed(service(), { organization, headers }, REMOVE, [login]);
    await changed(service(), { organization, headers }, preview);
    const trail = async (name: string) => {
      const address = `${service().url}/api/organizations/${name}/audit-trail`;
      return fetchOnce(address, { headers });
    };
    const { renamed } = takeOver(service().simulator, organization);
    service().clock.advance(MINUTE_MS);
    expect((await trail(renamed)).text).toContain(login);
    const { status, json } = await trail(organization);
    expect([status, json]).toMatchObject([200, { entries: [], newest: 0 }]);
  });
});
