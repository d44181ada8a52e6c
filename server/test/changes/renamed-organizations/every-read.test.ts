import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { RequestMatch } from '@orgdesk/simulator';
import { describe, expect, test } from 'vitest';
import { NOT_A_MEMBER, OTHER_ORGANIZATION } from '../../../src/http/refusals.ts';
import { fetchOnce } from '../../support/browser.ts';
import { watchEvents } from '../../support/event-streams.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { takeOver } from './takeover.ts';

/** In the name of all that only the organization has that takes the login. */
const FOREIGN = 'foreign';
const READS = ENDPOINTS.filter(({ method, path }) => method === 'GET' && path.includes('{login}'));
/** Reads of the code host that show what the organization has. */
const SHOWING = [
  'getPerson',
  'listInvitations',
  'listPeople',
  'listReachedRepositories',
  'listRepositoryPeople',
  'reviewPeople',
];

const JSON_TYPE = { 'content-type': 'application/json' };

describe('within the minute of known rights', () => {
  const service = sharedService();

  const setUp = async () => {
    service().clock.stop();
    const { url, simulator } = service();
    const { world } = simulator;
    const { organization, owner, newcomer } = addOrganization(service());
    const [member, outside] = [newcomer(), newcomer()];
    world.addMembership({ organization, login: member });
    world.addRepository({ owner: organization, name: 'code' });
    world.setDirectAccess(organization, 'code', outside, 'READ');
    world.addTeam({ organization, name: 'Crew', members: [{ login: member }] });
    world.invite({ organization, email: 'own@mail.example', by: owner });
    const { bearer: headers } = await service().signIn(owner);
    const base = `${url}/api/organizations/${organization}`;
    await fetchOnce(`${base}/jobs`, { headers });
    simulator.control.clearRequests();

    /** The owner, an outside collaborator, and both kinds of people of the other organization. */
    const people = [owner, outside, `${FOREIGN}-0-in-${organization}`, `${FOREIGN}-1-in-${organization}`] as const;
    const take = () => {
      takeOver(simulator, organization);
      const [, , other, otherOutside] = people;
      for (const login of [other, otherOutside]) world.addUser({ login });
      world.addMembership({ organization, login: other });
      world.setDirectAccess(organization, 'code', otherOutside, 'READ');
      world.addRepository({ owner: organization, name: `${FOREIGN}-code`, isPrivate: true });
      world.setDirectAccess(organization, `${FOREIGN}-code`, outside, 'READ');
      world.addTeam({ organization, name: `${FOREIGN} team`, members: [{ login: owner }, { login: member }] });
      world.invite({ organization, email: `${FOREIGN}@mail.example`, by: owner });
      const { id } = world.invite({ organization, email: `${FOREIGN}-failed@mail.example`, by: owner });
      world.failInvitation(organization, id);
    };
    const textOf = async ({ path, streams }: Pick<Endpoint, 'path' | 'streams'>, person = owner) => {
      const values: Readonly<Record<string, string>> = { login: organization, person, repository: 'code', id: 'none' };
      const address = `${url}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}?teams=true`;
      const target = path.endsWith('/people') ? address : address.replace('?teams=true', '');
      if (streams !== 'events') return (await fetchOnce(target, { headers })).text;
      const watched = await watchEvents(target, 'changed', headers);
      watched.leave();
      return watched.text();
    };
    const post = async (path: string, body: object) =>
      fetchOnce(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    return { organization, member, people, take, textOf, post };
  };

  const setUpEmpty = async () => {
    service().clock.stop();
    const { organization, owner } = addOrganization(service());
    const { bearer: headers } = await service().signIn(owner);
    await fetchOnce(`${service().url}/api/organizations/${organization}/jobs`, { headers });
    return { organization, owner, headers };
  };

  const cases = READS.flatMap((read) =>
    (read.path.includes('{person}') ? [0, 1, 2, 3] : [0]).map((nth) => [read.id, nth, read] as const),
  );
  test.each(cases)('%s shows nothing of another organization that takes the login (%i)', async (id, nth, read) => {
    const { people, take, textOf } = await setUp();
    take();
    expect(await textOf(read, people[nth])).not.toContain(FOREIGN);
    // Its owner asks for it a second time.
    if (SHOWING.includes(id) && nth === 0) expect(await textOf(read)).toContain(FOREIGN);
  });

  test.each<readonly [id: string, what: string, person: 0 | 3, match: (organization: string) => RequestMatch]>([
    ['listPeople', 'outside collaborators', 0, (login) => ({ path: `/orgs/${login}/outside_collaborators` })],
    ['listPeople', 'teams', 0, () => ({ operation: 'OrganizationTeams' })],
    ['reviewPeople', 'outside collaborators', 0, (login) => ({ path: `/orgs/${login}/outside_collaborators` })],
    ['reviewPeople', 'repositories', 0, () => ({ operation: 'OrganizationAccess' })],
    ['getPerson', 'teams', 0, () => ({ operation: 'TeamsOfPerson' })],
    ['getPerson', 'invitations', 0, (login) => ({ path: `/orgs/${login}/invitations` })],
    ['getPerson', 'outside collaborators', 3, (login) => ({ path: `/orgs/${login}/outside_collaborators` })],
    ['listInvitations', 'failed invitations', 0, (login) => ({ path: `/orgs/${login}/failed_invitations` })],
  ])('%s shows no %s of an organization that takes the login meanwhile', async (id, _what, person, match) => {
    const { organization, people, take, textOf } = await setUp();
    const read = READS.find((one) => one.id === id);
    const hold = service().simulator.control.hold(match(organization));
    const reading = textOf(read ?? { path: '' }, people[person]);
    await hold.arrived(1);
    take();
    hold.release();
    expect(await reading).not.toContain(FOREIGN);
  });

  test('invitations are read anew once the rights are those in the other organization', async () => {
    const { organization, take, textOf } = await setUp();
    const list = READS.find(({ id }) => id === 'listInvitations') ?? { path: '' };
    const hold = service().simulator.control.hold({ path: `/orgs/${organization}/failed_invitations` });
    const former = textOf(list);
    await hold.arrived(1);
    take();
    service().clock.advance(61_000);
    const current = textOf(list);
    await hold.arrived(2);
    hold.release();
    expect(await former).not.toContain(FOREIGN);
    expect(await current).toContain(FOREIGN);
  });

  test.each(['/invitations', '/invitation-preview'])(
    'an empty list is shown by %s only of the organization whose rights are known',
    async (path) => {
      const { organization, owner, headers } = await setUpEmpty();
      const body = JSON.stringify({ rows: [{ email: 'own@mail.example' }] });
      const request =
        path === '/invitations' ? { headers } : { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body };
      const status = async () =>
        (await fetchOnce(`${service().url}/api/organizations/${organization}${path}`, request)).status;
      service().simulator.world.invite({ organization, email: 'own@mail.example', by: owner });
      takeOver(service().simulator, organization);
      expect([await status(), await status()]).toEqual([NOT_A_MEMBER.status, 200]);
    },
  );

  test('a preview of invitations is refused when the login is taken before accounts are looked up', async () => {
    const { organization, member, take, post } = await setUp();
    const hold = service().simulator.control.hold({ path: '/graphql', operation: 'AccountsByLogin' });
    const previewing = post('/invitation-preview', { rows: [{ login: member }, { login: `not-in-${organization}` }] });
    await hold.arrived(1);
    take();
    hold.release();
    const { status, json } = await previewing;
    expect([status, json]).toEqual([NOT_A_MEMBER.status, { error: NOT_A_MEMBER.error }]);
  });

  test('a change of invitations is refused as one of a renamed organization', async () => {
    const { take, post } = await setUp();
    take();
    const { status, json } = await post('/invitations/cancel', { ids: [1] });
    expect([status, json]).toEqual([OTHER_ORGANIZATION.status, { error: OTHER_ORGANIZATION.error }]);
  });

  test('previews show nothing of another organization that takes the login', async () => {
    const previews = [
      ['/people/preview', ({ people: [, , login] }) => ({ change: { kind: 'remove' }, logins: [login] })],
      ['/people/preview', ({ people: [, , , login] }) => ({ change: { kind: 'remove' }, logins: [login] })],
      [
        '/people/preview',
        ({ member }) => ({ change: { kind: 'remove-from-team', team: `${FOREIGN}-team` }, logins: [member] }),
      ],
      ['/invitation-preview', () => ({ rows: [{ email: `${FOREIGN}@mail.example` }] })],
      ['/invitation-preview', ({ member }) => ({ rows: [{ login: member, teams: [`${FOREIGN}-team`] }] })],
    ] satisfies readonly (readonly [path: string, body: (made: Awaited<ReturnType<typeof setUp>>) => object])[];
    for (const [path, body] of previews) {
      const made = await setUp();
      made.take();
      const { status, json } = await made.post(path, body(made));
      expect([status, json]).toEqual([NOT_A_MEMBER.status, { error: NOT_A_MEMBER.error }]);
    }
  });
});
