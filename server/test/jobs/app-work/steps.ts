import type { AuditAction, Job, JobKind, PeopleChange, PlanStep, WantedInvitation } from '@orgdesk/contract';
import type { APP_CHANGES } from '../../../src/code-host/app/credentials.ts';
import { filesAs, liftsOf } from '../../features/organization-files/files-as.ts';
import { fileOf } from '../../features/organization-files/organization-with-files.ts';
import { previewed, startChange } from '../../features/people-changes/changing.ts';
import type { Answer } from '../../support/browser.ts';
import type { Service } from '../../support/service/start-service.ts';
import { organizationWithAppWork } from './continuing.ts';

/** An organization with a repository and two teams, whose App may make every change; `ada` approves what it starts. */
export async function organizationForSteps(service: Service) {
  const house = await organizationWithAppWork(service);
  const { organization, organizationId, installationId, ada, grace } = house;
  const { world } = service.simulator;
  world.setInstallationPermissions(installationId, { metadata: 'read', members: 'write', administration: 'write' });
  world.addRepository({ owner: organization, name: 'api', isPrivate: true, isArchived: false });
  const pilot = house.member();
  const team = (name: string) => world.addTeam({ organization, name, members: [{ login: pilot }] });
  const [pilots, gone] = [team('Pilots'), team('Gone')];
  const loginsIn = (slug: string) =>
    world.needTeam(organization, slug).members.map(({ userId, role }) => [world.userById(userId)?.login, role]);
  const jobOf = ({ status, json, text }: Answer): Job => {
    if (status !== 202) throw new Error(`not started: ${status} ${text}`);
    const { job } = json as { readonly job: Job };
    if (!job.continuesAfterSignOut) throw new Error('the job does not continue after a sign-out');
    return job;
  };
  const where = () => ({ organization, headers: house.headersOf(ada) });
  return {
    ...house,
    world,
    pilot,
    pilots,
    gone,
    loginsIn,
    teams: () => world.teamsOf(organizationId).map(({ slug }) => slug),
    invitations: () => service.simulator.control.invitations(organization),
    async change(change: PeopleChange, ...logins: readonly string[]): Promise<Job> {
      const { preview } = await previewed(service, where(), change, logins);
      const body = { previews: [preview], confirmation: organization, continueAfterSignOut: true };
      return jobOf(await startChange(service, where(), body));
    },
    /** Applies the plan of a file, whatever its dangers. */
    async apply(text: string): Promise<Job> {
      const plan = await filesAs(service, where().headers, organization).plan(fileOf(text));
      const body = { plan, lifted: liftsOf(plan), continueAfterSignOut: true };
      return jobOf(await house.post(ada, `/api/organizations/${organization}/files/apply`, body));
    },
    owners: () => [ada, grace].toSorted(),
    async stored(id: string) {
      const job = await service.storage.jobs.find({ organizationId, id });
      if (job === null) throw new Error('the job is gone');
      return job;
    },
  };
}

export type Prepared = Awaited<ReturnType<typeof organizationForSteps>>;

interface StartedStep {
  readonly job: Job;
  /** What the code host has of it. */
  readonly read: () => unknown;
  readonly expected: unknown;
}

export interface Step {
  readonly action: AuditAction;
  /** Null: only a person may make it. */
  readonly change: keyof typeof APP_CHANGES | null;
  /** Starts a job with this one step. */
  readonly start: (at: Prepared) => Promise<StartedStep>;
}

type Steps<Name extends string> = Readonly<Record<Name, Step>>;

const invite = (row: (at: Prepared) => WantedInvitation): Step => ({
  action: 'invitation.sent',
  change: 'change-members',
  async start(at) {
    const invitation = row(at);
    const { role = 'direct_member', login = null, email = null, teamIds = [] } = invitation;
    const read = () =>
      at.world.openInvitations(at.organization).map((open) => [loginOf(at, open), open.email, open.role, open.teamIds]);
    return { job: await at.begin(at.ada, [invitation]), read, expected: [[login, email, role, teamIds]] };
  },
});

const loginOf = ({ world }: Prepared, { inviteeId }: { readonly inviteeId: number | null }) =>
  inviteeId === null ? null : (world.userById(inviteeId)?.login ?? null);

/** One for each field and each role that a row can have. */
const INVITATIONS: Steps<NonNullable<WantedInvitation['role']> | Exclude<keyof WantedInvitation, 'role'>> = {
  login: invite(({ person }) => ({ login: person() })),
  email: invite(() => ({ email: 'somebody@mail.example' })),
  teamIds: invite(({ person, pilots }) => ({ login: person(), teamIds: [pilots.id] })),
  direct_member: invite(({ person }) => ({ login: person(), role: 'direct_member' })),
  admin: invite(({ person }) => ({ login: person(), role: 'admin' })),
  billing_manager: invite(({ person }) => ({ login: person(), role: 'billing_manager' })),
};

/** Changes with a role count once for each. */
type NameOf<Change> = Change extends {
  readonly kind: infer Kind extends string;
  readonly role: infer Role extends string;
}
  ? `${Kind} ${Role}`
  : Change extends { readonly kind: infer Kind extends string }
    ? Kind
    : never;

const ofPerson = (
  action: AuditAction,
  start: (at: Prepared) => readonly [change: PeopleChange, login: string, read: () => unknown, expected: unknown],
): Step => ({
  action,
  change: 'change-members',
  async start(at) {
    const [change, login, read, expected] = start(at);
    return { job: await at.change(change, login), read, expected };
  },
});

function becoming(role: 'admin' | 'member'): Step {
  return ofPerson('member.role_changed', (at) => {
    const login = at.member(role === 'admin' ? 'member' : 'admin');
    return [{ kind: 'role', role }, login, () => at.roleOf(login), role];
  });
}

function joiningPilots(role: 'member' | 'maintainer'): Step {
  return ofPerson('team.member_added', (at) => {
    const login = at.member();
    const roles = rolesIn([at.pilot, 'MEMBER'], [login, role === 'member' ? 'MEMBER' : 'MAINTAINER']);
    return [{ kind: 'add-to-team', team: 'pilots', role }, login, () => at.loginsIn('pilots'), roles];
  });
}

const rolesIn = (...entries: readonly (readonly [string, string])[]) => entries;

const outsidersOf = ({ world, organizationId }: Prepared) =>
  world.outsideCollaboratorsOf(organizationId).map(({ user }) => user.login);

const PEOPLE: Steps<NameOf<PeopleChange> | 'remove outside_collaborator'> = {
  'role admin': becoming('admin'),
  'role member': becoming('member'),
  remove: ofPerson('member.removed', (at) => [{ kind: 'remove' }, at.pilot, () => at.roleOf(at.pilot), null]),
  'remove outside_collaborator': ofPerson('member.removed', (at) => {
    const login = at.person();
    at.world.setDirectAccess(at.organization, 'api', login, 'READ');
    return [{ kind: 'remove' }, login, () => outsidersOf(at), []];
  }),
  convert: ofPerson('member.converted', (at) => {
    at.world.setTeamRepository(at.organization, 'pilots', 'api', 'WRITE');
    return [{ kind: 'convert' }, at.pilot, () => [at.roleOf(at.pilot), outsidersOf(at)], [null, [at.pilot]]];
  }),
  'add-to-team member': joiningPilots('member'),
  'add-to-team maintainer': joiningPilots('maintainer'),
  'remove-from-team': ofPerson('team.member_removed', (at) => [
    { kind: 'remove-from-team', team: 'pilots' },
    at.pilot,
    () => at.loginsIn('pilots'),
    [],
  ]),
};

interface InFile extends Omit<StartedStep, 'job'> {
  readonly text: string;
}

const ofFile = (action: AuditAction, change: Step['change'], start: (at: Prepared) => InFile): Step => ({
  action,
  change,
  async start(at) {
    const { text, read, expected } = start(at);
    return { job: await at.apply(text), read, expected };
  },
});

const joining = ofFile('invitation.sent', 'change-members', (at) => {
  const login = at.person();
  const read = () => at.invitations().map((each) => each.login);
  return { text: `people: {members: [${login}]}`, read, expected: [login] };
});

/** Teams that a file leaves out stay as they are. */
const PLANS: Steps<PlanStep['kind'] | 'set-team-access, removed'> = {
  'invite-person': joining,
  'add-person': joining,
  'set-role': ofFile('member.role_changed', 'change-members', (at) => ({
    text: `people: {owners: [${at.pilot}]}`,
    read: () => at.roleOf(at.pilot),
    expected: 'admin',
  })),
  'remove-person': ofFile('member.removed', 'change-members', (at) => ({
    text: `people: {mode: exact, owners: [${at.owners().join(', ')}], members: []}`,
    read: () => at.roleOf(at.pilot),
    expected: null,
  })),
  'create-team': ofFile('team.created', 'change-members', (at) => ({
    text: 'teams: {entries: {docs: {description: Words}}}',
    read: () => [at.loginsIn('docs'), at.world.needTeam(at.organization, 'docs').description],
    expected: [[], 'Words'],
  })),
  'edit-team': ofFile('team.edited', 'change-members', (at) => ({
    text: 'teams: {entries: {pilots: {description: Fly}}}',
    read: () => at.world.needTeam(at.organization, 'pilots').description,
    expected: 'Fly',
  })),
  'delete-team': ofFile('team.deleted', 'change-members', (at) => ({
    text: 'teams: {mode: exact, entries: {pilots: {}}}',
    read: () => at.teams(),
    expected: ['pilots'],
  })),
  'set-team-role': ofFile('team.member_added', 'change-members', (at) => {
    const login = at.member();
    const text = `teams: {entries: {pilots: {members: [${at.pilot}, ${login}]}}}`;
    return { text, read: () => at.loginsIn('pilots'), expected: rolesIn([at.pilot, 'MEMBER'], [login, 'MEMBER']) };
  }),
  'remove-from-team': ofFile('team.member_removed', 'change-members', (at) => ({
    text: `teams: {mode: exact, entries: {gone: {members: [${at.pilot}]}, pilots: {members: []}}}`,
    read: () => at.loginsIn('pilots'),
    expected: [],
  })),
  'set-team-access': ofFile('team.repository_added', 'change-team-access', (at) => ({
    text: 'teams: {entries: {pilots: {repositories: {api: push}}}}',
    read: () => accessOf(at),
    expected: [['pilots', 'WRITE']],
  })),
  'set-team-access, removed': ofFile('team.repository_removed', 'change-team-access', (at) => {
    at.world.setTeamRepository(at.organization, 'pilots', 'api', 'WRITE');
    const text = `teams: {mode: exact, entries: {gone: {members: [${at.pilot}]}, pilots: {repositories: {}}}}`;
    return { text, read: () => accessOf(at), expected: [] };
  }),
  'set-collaborator': ofFile('repository.collaborator_added', null, (at) => {
    const login = at.person();
    at.world.addRepository({ owner: at.organization, name: 'web', isPrivate: true, isArchived: false });
    at.world.setDirectAccess(at.organization, 'api', login, 'READ');
    const text = `outsideCollaborators: {entries: {${login}: {web: push}}}`;
    const read = () => at.world.repositoryInvitationsOf(at.world.needRepository(at.organization, 'web').id).length;
    return { text, read, expected: 1 };
  }),
};

const accessOf = ({ world, organization }: Prepared) =>
  world.teamsWith(world.needRepository(organization, 'api')).map(({ team, permission }) => [team.slug, permission]);

/** A step of every kind that a job can have which the App may continue. */
export const STEPS = {
  invitations: INVITATIONS,
  'people-change': PEOPLE,
  'organization-file': PLANS,
} as const satisfies Readonly<Record<Exclude<JobKind, 'access-export'>, Steps<string>>>;

export type StepsKind = keyof typeof STEPS;
