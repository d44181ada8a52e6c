import { afterEach, expect, test } from 'vitest';
import { misfitsIn } from '../../support/described-calls.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();

afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

type Prepared = Awaited<ReturnType<typeof addOrganizationWithFiles>>;

const addTeams = ({ world, organization, member }: Prepared, names: readonly string[]) => {
  for (const name of names) world.addTeam({ organization, name, members: [{ login: member() }] });
};

/** Shapes of public configurations. Each returns what somebody wrote by hand of it, and what is noted about that. */
const SHAPES: Readonly<
  Record<string, (prepared: Prepared) => { readonly text: string; readonly notes?: readonly string[] }>
> = {
  'names with dots': (prepared) => {
    const names = Array.from({ length: 35 }, (_, index) => `part${index}.maintainers`);
    addTeams(prepared, names);
    return { text: teamsOf(names) };
  },
  'names with accents': (prepared) => {
    const names = ['My TEam Näme', 'Équipe Réseau'];
    addTeams(prepared, names);
    return { text: teamsOf(names) };
  },
  'names with spaces': (prepared) => {
    const names = ['Release Managers', 'web  platform'];
    addTeams(prepared, names);
    return { text: teamsOf(names) };
  },
  'names with slashes': (prepared) => {
    const names = ['web/platform', 'Ops / On-Call'];
    addTeams(prepared, names);
    return { text: teamsOf(names) };
  },
  'names with emoji': (prepared) => {
    const names = ['🐈', 'ship 🚀 it'];
    addTeams(prepared, names);
    return { text: teamsOf(names) };
  },
  'keys that are no slugs': (prepared) => {
    addTeams(prepared, ['Documentation Team']);
    return {
      text: 'teams: {mode: exact, entries: {docs: {name: Documentation Team}}}',
      notes: [
        '"docs" is not the slug of the team "Documentation Team". It works, but the slug is "documentation-team".',
      ],
    };
  },
  'owners that are listed in teams as members': ({ world, organization, owner, member }) => {
    const login = member();
    world.addTeam({
      organization,
      name: 'core',
      members: [{ login: owner, role: 'MAINTAINER' }, { login }],
    });
    return { text: `teams: {mode: exact, entries: {core: {members: [${owner}, ${login}]}}}` };
  },
  'parents four deep': ({ world, organization }) => {
    const levels = ['one', 'two', 'three', 'four'];
    for (const [depth, name] of levels.entries())
      world.addTeam({ organization, name, ...(depth > 0 && { parent: levels[depth - 1] ?? '' }) });
    const entries = levels.map((name, depth) => `${name}: {${depth > 0 ? `parent: ${levels[depth - 1]}` : ''}}`);
    return { text: `teams: {mode: exact, entries: {${entries.join(', ')}}}` };
  },
  'teams of the enterprise': ({ world, organization }) => {
    world.addTeam({ organization, name: 'Security', isEnterprise: true, repositories: [{ name: 'api' }] });
    return {
      text: 'teams: {mode: exact, entries: {"ent:security": {repositories: {api: admin}}}}',
      notes: ['"ent:security" is a team of the enterprise. It is not managed here.'],
    };
  },
  'a role for all repositories': ({ world, organization, permitRoles }) => {
    permitRoles();
    const { id } = world.addTeam({ organization, name: 'auditors' });
    world.addRole({ organization, name: 'all_repo_read', baseRole: 'read', teams: [id] });
    return { text: 'teams: {mode: exact, entries: {auditors: {repositories: {}}}}', notes: [expect.any(String)] };
  },
  'custom roles of repositories': ({ world, organization }) => {
    world.addRepositoryRole(organization, 'triager', 'READ');
    world.addTeam({ organization, name: 'support', repositories: [{ name: 'api' }] });
    world.setTeamRepository(organization, 'support', 'api', 'triager');
    return {
      text: 'teams: {mode: exact, entries: {support: {repositories: {api: push}}}}',
      notes: [expect.stringContaining('triager')],
    };
  },
  'archived and renamed repositories': ({ world, organization }) => {
    for (const name of ['old', 'former'])
      world.addRepository({ owner: organization, name, isPrivate: true, isArchived: false });
    world.addTeam({
      organization,
      name: 'core',
      repositories: [
        { name: 'old', permission: 'READ' },
        { name: 'former', permission: 'READ' },
      ],
    });
    world.updateRepository(organization, 'old', { isArchived: true });
    world.updateRepository(organization, 'former', { name: 'present' });
    return {
      text: 'teams: {mode: exact, entries: {core: {repositories: {old: push, present: pull}}}}',
      notes: [expect.stringContaining('archived')],
    };
  },
  'open invitations to repositories': ({ world, organization, owner }) => {
    const { login } = world.addUser({ login: `invited-to-${organization}` });
    world.inviteToRepository({ owner: organization, repository: 'api', login, access: 'WRITE', by: owner });
    return { text: `outsideCollaborators: {mode: exact, entries: {${login}: {api: push}}}` };
  },
};

const teamsOf = (names: readonly string[]): string =>
  `teams: {mode: exact, entries: {${names.map((name, index) => `team-${index}: {name: ${JSON.stringify(name)}}`).join(', ')}}}`;

test.each(Object.entries(SHAPES))(
  '%s are planned without a difference, imported or written by hand',
  async (_, build) => {
    const prepared = await addOrganizationWithFiles(service());
    const { text, notes } = build(prepared);
    const imported = await prepared.files.checkPlan(await prepared.files.importFiles());
    expect([imported.problems, imported.plan?.steps.map(lineOf)]).toEqual([[], []]);
    const written = await prepared.files.checkPlan(fileOf(text));
    expect([written.problems, written.plan?.steps.map(lineOf)]).toEqual([[], []]);
    if (notes !== undefined) expect(written.hints.map(({ message }) => message)).toEqual(notes);
  },
);

test('there are thirteen of them', () => expect(Object.keys(SHAPES)).toHaveLength(13));
