import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganizations } from './across.ts';

/** Endpoints about people of all organizations of the caller. Last reviews name nobody. */
const ACROSS = ENDPOINTS.filter(({ id, path }) => path.startsWith('/api/people') && id !== 'listLastReviews');

interface About {
  readonly people: readonly string[];
  readonly organizations: readonly number[];
}

test('endpoints of the contract name no organization and need a session', () => {
  expect(ACROSS.map(({ id }) => id).toSorted()).toEqual([
    'getPersonAcross',
    'listPeopleAcross',
    'previewPeopleAcross',
    'reviewPeopleAcross',
  ]);
  expect(ACROSS.filter(({ session, path }) => session !== 'needed' || path.includes('{login}'))).toEqual([]);
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('of two organizations, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  /** Two organizations full of secrets, whose names start with `secret` and that of the organization. */
  async function twoOrganizations() {
    const { owner, organizations } = addOrganizations(service(), 2);
    for (const { organization, organizationId, installation } of organizations) {
      const marked = (what: string) => `${organization}-secret-${what}`;
      for (const [login, role] of [
        [marked('member'), 'member'],
        [marked('owner'), 'admin'],
      ] as const) {
        world().addUser({ login, secondFactor: 'none' });
        world().addMembership({ organization, login, role });
      }
      world().addUser({ login: marked('guest') });
      world().addRepository({ owner: organization, name: marked('plans'), isPrivate: true });
      world().setDirectAccess(organization, marked('plans'), marked('guest'), 'READ');
      world().addTeam({ organization, name: marked('team'), members: [{ login: marked('member') }] });
      world().invite({ organization, email: `${marked('mail')}@mail.example`, by: owner });
      expect(installation).toBeGreaterThan(0);
      await service().storage.auditTrail.record(
        ['invitation.sent', 'member.added'].map((action) => ({
          organization: { id: organizationId, login: organization },
          action,
          way: 'webhook' as const,
          actor: { id: 5, login: marked('actor') },
          target: { kind: 'person' as const, id: null, name: 'grace' },
          before: {},
          after: { note: marked('note') },
          requestId: null,
          deliveryId: null,
        })),
        service().clock.now(),
      );
    }
    const [first = organizations[0], second = organizations[1]] = organizations;
    if (first === undefined || second === undefined) throw new Error('no organizations');
    return { owner, first, second };
  }

  /** The answer to a request about people of both organizations, by their IDs where it names organizations. */
  const textOf = async (
    { method, path, query, body }: Endpoint,
    headers: Readonly<Record<string, string>>,
    { person, people, organizations }: About & { readonly person: string },
  ) => {
    const names = Object.keys(Object(Object(query).properties)).filter((name) => name !== 'id');
    const search = new URLSearchParams(names.map((name) => [name, 'true']));
    const sent = { change: { kind: 'remove' }, logins: people, organizations };
    const answer = await fetch(`${service().url}${path.replace('{person}', person)}?${search}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(sent) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  /** Everything that an endpoint tells, about people of both organizations too. */
  const everything = async (endpoint: Endpoint, headers: Readonly<Record<string, string>>, about: About) => {
    const answers = [];
    for (const person of endpoint.path.includes('{person}') ? about.people : ['']) {
      answers.push(await textOf(endpoint, headers, { ...about, person }));
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return answers.map(({ text }) => text).join('\n');
  };
  const aboutBoth = (
    ...organizations: readonly { readonly organization: string; readonly organizationId: number }[]
  ): About => ({
    people: [
      'grace',
      ...organizations.flatMap(({ organization }) =>
        ['member', 'owner', 'guest'].map((who) => `${organization}-secret-${who}`),
      ),
    ],
    organizations: organizations.map(({ organizationId }) => organizationId),
  });
  /** Lines about an organization, apart from why it was not read. */
  const linesAbout = (text: string, organizationId: number) =>
    text
      .split('\n')
      .filter((line) => line.includes(`"organization":${organizationId},`) && !line.startsWith('{"kind":"finished"'));
  /** What somebody wrote themselves comes back. */
  const secretsOf = (text: string, organization: string, own: readonly string[] = []) => [
    ...new Set(text.match(new RegExp(`${organization}-secret-(\\w+)`, 'g'))?.filter((mark) => !own.includes(mark))),
  ];

  test.each(ACROSS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s tells an owner of both about both',
    async (_id, endpoint) => {
      const { owner, first, second } = await twoOrganizations();
      const about = aboutBoth(first, second);
      const text = await everything(endpoint, await signIn(owner), about);
      for (const { organization, organizationId } of [first, second]) {
        expect(text).toContain(`"organization":${organizationId},`);
        expect(secretsOf(text, organization).length).toBeGreaterThan(3);
      }
    },
  );

  const callers = ['a stranger', 'a member of both', 'an owner of the first who is a member of the second'] as const;
  const cases = ACROSS.flatMap((endpoint) => callers.map((caller) => [endpoint.id, caller, endpoint] as const));
  test.each(cases)('%s tells %s nothing of an organization that they do not own', async (_id, caller, endpoint) => {
    const { first, second } = await twoOrganizations();
    const { login } = world().addUser({ login: `caller-in-${first.organization}` });
    if (caller !== 'a stranger') {
      const role = caller === 'a member of both' ? 'member' : 'admin';
      world().addMembership({ organization: first.organization, login, role });
      world().addMembership({ organization: second.organization, login });
    }
    const about = aboutBoth(first, second);
    const text = await everything(endpoint, await signIn(login), about);
    const isOwner = caller.startsWith('an owner');
    expect(secretsOf(text, second.organization, about.people)).toEqual([]);
    expect(linesAbout(text, second.organizationId)).toEqual([]);
    // Whoever sent no ID is not told of one either.
    if (endpoint.body === undefined) expect(text).not.toContain(`"organization":${second.organizationId},`);
    expect(control().count({ path: new RegExp(`^/orgs/${second.organization}(/|$)`) })).toBe(0);
    if (isOwner) expect(linesAbout(text, first.organizationId)).not.toEqual([]);
    else expect(secretsOf(text, first.organization, about.people)).toEqual([]);
  });

  test.each(ACROSS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s tells a former owner of the second nothing of it, whatever their session says',
    async (_id, endpoint) => {
      const { owner, first, second } = await twoOrganizations();
      const about = aboutBoth(first, second);
      const headers = await signIn(owner);
      await everything(endpoint, headers, about);
      world().setRole(second.organization, owner, 'member');
      service().clock.advance(61_000);
      control().clearRequests();
      const text = await everything(endpoint, headers, about);
      expect(secretsOf(text, second.organization, about.people)).toEqual([]);
      expect(text).toContain('"reason":"not-an-owner"');
      expect(linesAbout(text, second.organizationId)).toEqual([]);
      expect(control().count({ path: new RegExp(`^/orgs/${second.organization}(/|$)`) })).toBe(0);
      expect(linesAbout(text, first.organizationId)).not.toEqual([]);
    },
  );
});
