import { readdirSync, readFileSync } from 'node:fs';
import type { RequestMatch } from '@orgdesk/simulator';
import { describe, expect, test } from 'vitest';
import type { HostClient } from '../../../src/code-host/client.ts';
import type { ChangeTarget } from '../../../src/code-host/people/types.ts';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { askChange as askInvitations } from '../../features/invitations/listed/listing.ts';
import { massInvite } from '../../features/invitations/mass/inviting.ts';
import { permitTokens, revokeTokens } from '../../features/people/tokens/tokens.ts';
import { addOrganization, changesRequested, previewed, started } from '../../features/people-changes/changing.ts';
import type { Service } from '../../support/service/start-service.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { takeOver } from './takeover.ts';

/** What changes something in an organization. Teams are changed by plans only. */
type Functions = typeof import('../../../src/code-host/people/invitations.ts') &
  typeof import('../../../src/code-host/people/memberships.ts') &
  typeof import('../../../src/code-host/people/people-changes.ts') &
  typeof import('../../../src/code-host/people/personal-tokens.ts');
const MODULES = ['invitations', 'memberships', 'people-changes', 'personal-tokens', 'team-changes'].map(
  (name) => `people/${name}.ts`,
);

/** A new one has to be tried here. */
type ChangingCall = Exclude<
  {
    [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => unknown
      ? Args extends readonly [HostClient, ChangeTarget, ...unknown[]]
        ? Name
        : never
      : never;
  }[keyof Functions],
  // Others call it.
  'setMembership'
>;

interface Scenario {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: RegExp;
  /** Prepares the change, and gives back how it is asked for. */
  readonly prepare: (prepared: Prepared) => Promise<() => Promise<unknown>>;
  /** Holds the request right before the read that checks the organization's ID. */
  readonly stopsAt: (prepared: Prepared) => readonly [match: RequestMatch, phase: 'before' | 'after'];
  /** Calls of that kind that are made before. Default: none. */
  readonly madeBefore?: number;
}

type Prepared = ReturnType<typeof addOrganization> & {
  readonly service: Service;
  readonly where: { readonly organization: string; readonly headers: Readonly<Record<string, string>> };
};

/** After the check of the whole request. */
const afterFirstCheck: Scenario['stopsAt'] = ({ organization }) => [
  { method: 'GET', path: new RegExp(`^/orgs/${organization}$`) },
  'after',
];
const beforeLookup: Scenario['stopsAt'] = () => [{ path: '/graphql', operation: 'UserByLogin' }, 'before'];

const beforeMembership: Scenario['stopsAt'] = ({ organization }) => [
  { method: 'GET', path: new RegExp(`^/orgs/${organization}/memberships/`) },
  'before',
];

const people = (
  method: Scenario['method'],
  path: RegExp,
  change: Parameters<typeof previewed>[2],
  more: (prepared: Prepared) => string = ({ member }) => member(),
  stopsAt = beforeMembership,
): Scenario => ({
  method,
  path,
  stopsAt,
  async prepare(prepared) {
    const { service, where, organization } = prepared;
    service.simulator.world.addTeam({ organization, slug: 'crew', name: 'crew' });
    const login = more(prepared);
    const { preview, people: shown } = await previewed(service, where, change, [login]);
    expect(shown).toMatchObject([{ login, verdict: 'will-change' }]);
    await started(service, where, [preview]);
    return () => service.workOnJobs();
  },
});

const CALLS: Readonly<Record<ChangingCall, Scenario>> = {
  setRole: people('PUT', /^\/memberships\//, { kind: 'role', role: 'admin' }),
  removeMember: people('DELETE', /^\/memberships\//, { kind: 'remove' }),
  removeOutsideCollaborator: people(
    'DELETE',
    /^\/outside_collaborators\//,
    { kind: 'remove' },
    (prepared) => {
      const login = prepared.person();
      prepared.service.simulator.world.addRepository({ owner: prepared.organization, name: 'code' });
      prepared.service.simulator.world.setDirectAccess(prepared.organization, 'code', login, 'READ');
      return login;
    },
    ({ organization }) => [{ method: 'GET', path: new RegExp(`^/orgs/${organization}$`) }, 'before'],
  ),
  convertMember: people('PUT', /^\/outside_collaborators\//, { kind: 'convert' }),
  revokePersonalToken: {
    method: 'POST',
    path: /^\/personal-access-tokens\//,
    stopsAt: afterFirstCheck,
    async prepare({ service, organization, member, where }) {
      const { world } = service.simulator;
      const login = member();
      permitTokens(world, organization);
      const { id } = world.addPersonalToken(organization, login, 'deploys');
      return () => revokeTokens(service, { ...where, person: login }, [id]);
    },
  },
  removeInvitation: {
    method: 'DELETE',
    path: /^\/invitations\//,
    stopsAt: afterFirstCheck,
    async prepare({ service, organization, person, where }) {
      const { id } = service.simulator.world.invite({ organization, login: person() });
      return () => askInvitations(service, { ...where, action: 'cancel' }, { ids: [id] });
    },
  },
  createInvitation: {
    method: 'POST',
    path: /^\/invitations$/,
    stopsAt: beforeLookup,
    async prepare({ service, organization, person, where }) {
      const { id } = service.simulator.world.invite({ organization, login: person() });
      service.simulator.world.failInvitation(organization, id);
      return () => askInvitations(service, { ...where, action: 'send-again' }, { ids: [id] });
    },
  },
  invite: {
    method: 'POST',
    path: /^\/invitations$/,
    stopsAt: () => [{ path: '/graphql', operation: 'UserByLogin', variables: { login: LAST } }, 'before'],
    madeBefore: 1,
    async prepare({ service, organization, person, where }) {
      service.simulator.world.user(LAST) ?? service.simulator.world.addUser({ login: LAST });
      return () => massInvite(service.url, organization, where.headers, { userLogins: [person(), LAST] });
    },
  },
  addMember: {
    method: 'PUT',
    path: /^\/memberships\//,
    stopsAt: () => [{ path: '/graphql', operation: 'MemberByLogin' }, 'before'],
    async prepare({ service, organization, person, where }) {
      await jobsAs(service, where.headers, organization).begin([{ login: person() }]);
      return () => service.workOnJobs();
    },
  },
};

const LAST = 'invited-last';
const ON_A_SERVER: ReadonlySet<string> = new Set(['addMember'] satisfies readonly ChangingCall[]);

test('what changes something in an organization is in these files', () => {
  const folder = new URL('../../../src/code-host/', import.meta.url);
  const changing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      /export (?:async )?(?:function|const) \w+[^;]*?: \w+Target,/.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  // The first one is what they change it by.
  expect(changing.toSorted()).toEqual(['client.ts', ...MODULES].toSorted());
});

describe.each(['cloud', 'enterprise-server'] as const)('within the minute of known rights, on %s,', (hostKind) => {
  const { service, control, signIn } = stoppedService({ hostKind });
  const setUp = async (): Promise<Prepared> => {
    const made = addOrganization(service());
    const headers = await signIn(made.owner);
    return { ...made, service: service(), where: { organization: made.organization, headers } };
  };
  const sentTo = (organization: string) =>
    changesRequested(service())
      .filter((call) => call.includes(`/orgs/${organization}/`))
      .map((call) => call.replace(`/orgs/${organization}`, ''));

  const calls = Object.entries(CALLS).filter(([name]) => ON_A_SERVER.has(name) === (hostKind === 'enterprise-server'));

  test.each(calls)('%s goes to no other organization that takes the login', async (_name, scenario) => {
    const { method, path, prepare, stopsAt, madeBefore = 0 } = scenario;
    const kept = await setUp();
    const change = await prepare(kept);
    control().clearRequests();
    await change();
    const calls = sentTo(kept.organization).filter((call) => call.startsWith(method));
    expect(calls.map((call) => call.slice(method.length + 1))).toContainEqual(expect.stringMatching(path));

    const moved = await setUp();
    const { organization } = moved;
    const late = await prepare(moved);
    control().clearRequests();
    const hold = control().hold(...stopsAt(moved));
    const changing = late();
    await hold.arrived(1);
    await expect.poll(() => sentTo(organization).length).toBe(madeBefore);
    const { id } = takeOver(service().simulator, organization);
    control().clearRequests();
    control().clearChanges();
    hold.release();
    await changing;
    expect(sentTo(organization)).toEqual([]);
    expect(control().changeCounts({ organization })).toEqual({});
    expect(service().simulator.world.openInvitations(organization)).toEqual([]);
    expect(await service().storage.auditTrail.newest(id)).toBe(0);
  });

  test.each(['not there', 'another role'] as const)(
    'who is %s in the organization that takes the login is judged by none of it',
    async (there) => {
      const { member, organization, where } = await setUp();
      const login = member();
      const { preview } = await previewed(service(), where, { kind: 'remove' }, [login]);
      const { id: jobId } = await started(service(), where, [preview]);
      const hold = control().hold({ method: 'GET', path: new RegExp(`^/orgs/${organization}/memberships/`) });
      const working = service().workOnJobs();
      await hold.arrived(1);
      const { formerId, id } = takeOver(service().simulator, organization);
      const { world } = service().simulator;
      if (there === 'not there') world.removeMembership(organization, login);
      else world.addMembership({ organization, login, role: 'admin' });
      hold.release();
      await working;
      const job = await service().storage.jobs.find({ organizationId: formerId, id: jobId });
      expect(job?.counts).toMatchObject({ 'nothing-to-do': 0, 'changed-since': 0 });
      expect(control().changeCounts({ organization })).toEqual({});
      expect(await service().storage.auditTrail.newest(id)).toBe(0);
    },
  );
});
