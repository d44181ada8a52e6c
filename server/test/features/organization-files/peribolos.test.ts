import type { CheckFilesAnswer, ConvertFilesAnswer, NamedFile } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { filesAs, lineOf } from './files-as.ts';

interface Team {
  readonly name: string;
  readonly description: string;
  readonly privacy: 'closed' | 'secret';
  readonly maintainers: readonly string[];
  readonly members: readonly string[];
  readonly repos: Readonly<Record<string, string>>;
  readonly children: readonly Team[];
}

interface Configuration {
  readonly organization: string;
  readonly admins: readonly string[];
  readonly members: readonly string[];
  readonly folders: readonly (readonly Team[])[];
}

const REPOSITORIES = Array.from({ length: 60 }, (_, nth) => `repo-${nth}`);
const ROLES = ['read', 'triage', 'write', 'maintain', 'admin'] as const;

/** An organization of a large project: each group has a folder with its teams. */
function configuration(organization: string, people: number, groups: number, teamsOfGroup: number): Configuration {
  const members = Array.from({ length: people }, (_, nth) => `${organization}-person-${nth}`);
  const team = (group: number, nth: number, children: readonly Team[]): Team => {
    const first = (group * 31 + nth * 7) % people;
    return {
      name: `${organization} Group ${group} ${nth === 0 ? 'leads' : `team ${nth}`}`,
      description: `Team ${nth} of group ${group}: "quoted", # not a comment`,
      privacy: children.length === 0 && nth % 9 === 8 ? 'secret' : 'closed',
      maintainers: members.slice(first, first + 1),
      members: members.slice(first + 1, first + 2 + (nth % 12)),
      repos: { [REPOSITORIES[(group + nth) % 60] ?? '']: ROLES[(group + nth) % 5] ?? 'read' },
      children,
    };
  };
  const folders = Array.from({ length: groups }, (_, group) => {
    const all = Array.from({ length: teamsOfGroup - 1 }, (_unused, nth) => team(group, nth + 1, []));
    const nested = all.filter(({ privacy }) => privacy === 'closed').slice(0, 2);
    return [team(group, 0, nested), ...all.filter((each) => !nested.includes(each))];
  });
  return { organization, admins: ['ada', ...members.slice(0, 7)], members: members.slice(7), folders };
}

const CONFIGURATIONS = [
  configuration('large-project', 1_260, 59, 7),
  ...['csi', 'client', 'incubator', 'retired', 'sigs', 'test', 'security'].map((name) =>
    configuration(`${name}-project`, 40, 3, 4),
  ),
];

type Yaml = Readonly<Record<string, unknown>>;
const yamlOf = (teams: readonly Team[]): Yaml =>
  Object.fromEntries(
    teams.map(({ name, children, ...team }) => [
      name,
      { ...team, ...(children.length > 0 && { teams: yamlOf(children) }) },
    ]),
  );

const filesOf = ({ admins, members, folders }: Configuration): readonly NamedFile[] => [
  {
    name: 'org.yaml',
    text: `# The owners\n${stringify({ admins, members, billing_email: 'billing@mail.example', name: 'A Project' })}`,
  },
  ...folders.map((teams, nth) => ({ name: `group-${nth}/teams.yaml`, text: stringify({ teams: yamlOf(teams) }) })),
];

describe('a configuration of peribolos', () => {
  const service = sharedService();

  const world = () => service().simulator.world;

  function add({ organization, admins, members, folders }: Configuration): void {
    world().addOrganization({ login: organization });
    for (const login of [...admins, ...members]) {
      if (world().user(login) === null) world().addUser({ login });
      world().addMembership({ organization, login, role: admins.includes(login) ? 'admin' : 'member' });
    }
    for (const name of REPOSITORIES)
      world().addRepository({ owner: organization, name, isPrivate: true, isArchived: false });
    const addTeam = (team: Team, parent: string | null): void => {
      const { slug } = world().addTeam({
        organization,
        name: team.name,
        description: team.description,
        privacy: team.privacy === 'secret' ? 'SECRET' : 'VISIBLE',
        ...(parent !== null && { parent }),
        members: [
          ...team.maintainers.map((login) => ({ login, role: 'MAINTAINER' as const })),
          ...team.members.map((login) => ({ login })),
        ],
        repositories: Object.entries(team.repos).map(([name, role]) => ({
          name,
          permission: role.toUpperCase() as 'READ',
        })),
      });
      for (const child of team.children) addTeam(child, slug);
    };
    for (const team of folders.flat()) addTeam(team, null);
    world().addInstallation({ account: organization });
  }

  async function post<T>(path: string, headers: RequestHeaders, body: unknown): Promise<T> {
    const answer = await fetchOnce(`${service().url}/api/organization-files/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  }

  test('is converted, checked and planned without a change, and then with exactly the planted ones', async () => {
    for (const each of CONFIGURATIONS) add(each);
    const { bearer } = await service().signIn('ada');
    const all = CONFIGURATIONS.flatMap(filesOf);
    const [large] = CONFIGURATIONS;
    expect([CONFIGURATIONS.length, all.length]).toEqual([8, 88]);
    const { id } = world().needOrganization('large-project');
    expect([world().membersOf(id).length, world().teamsOf(id).length]).toEqual([1_261, 413]);
    let planned: readonly NamedFile[] = [];
    for (const each of CONFIGURATIONS) {
      const { organization } = each;
      const { files, problems, left } = await post<ConvertFilesAnswer>('from-peribolos', bearer, {
        organization,
        files: filesOf(each),
      });
      expect({ problems, left }).toEqual({ problems: [], left: ['org.yaml: billing_email', 'org.yaml: name'] });
      expect((await post<CheckFilesAnswer>('check', bearer, { files })).problems).toEqual([]);
      expect((await filesAs(service(), bearer, organization).plan(files)).steps.map(lineOf)).toEqual([]);
      if (each === large) planned = files;
    }

    const { control } = service().simulator;
    control.clearRequests();
    const again = await filesAs(service(), bearer, 'large-project').plan(planned);
    const calls = control.requests();
    const unchanged = calls.filter(({ status }) => status === 304).length;
    const graphql = calls.filter(({ path }) => path === '/graphql').length;
    expect(again.steps).toEqual([]);
    expect(calls.length).toBeLessThan(60);
    // GraphQL has no conditional reads.
    expect(unchanged).toBeGreaterThan(0.9 * (calls.length - graphql));

    const expected = plant();
    const { steps } = await filesAs(service(), bearer, 'large-project').plan(planned);
    expect(steps.map(lineOf).toSorted()).toEqual(expected.toSorted());
    expect(expected).toHaveLength(40);
  });

  test('keeps teams whose names give no slug, under keys that the check accepts', async () => {
    const { bearer } = await service().signIn('ada');
    const { files } = await post<ConvertFilesAnswer>('from-peribolos', bearer, {
      organization: 'acme',
      files: [{ name: 'org.yaml', text: 'admins: [ada]\nteams: {"..": {}, "🐈": {}, "🐕": {}, Core Team: {}}\n' }],
    });
    expect((await post<CheckFilesAnswer>('check', bearer, { files })).problems).toEqual([]);
    const names = files.flatMap(({ text }) =>
      [...text.matchAll(/^ {6}name: "?([^"\n]*)"?$/gm)].map(([, name]) => name),
    );
    expect(names.toSorted()).toEqual(['..', 'Core Team', '🐈', '🐕'].toSorted());
  });

  test.each([
    ['inherited names as roles', '{a: {repos: {x: constructor}}}', [], ['org.yaml: a: x: constructor']],
    ['aliases that lead back to themselves', '&a {b: {teams: *a}}', ['A team cannot contain itself.'], []],
  ])('with %s is answered', async (_, teams, messages, left) => {
    const { bearer } = await service().signIn('ada');
    const converted = await post<ConvertFilesAnswer>('from-peribolos', bearer, {
      organization: 'acme',
      files: [{ name: 'org.yaml', text: `admins: [ada]\nteams: ${teams}\n` }],
    });
    expect(converted.problems.map(({ message }) => message)).toEqual(messages);
    expect(converted.left).toEqual(left);
  });

  /** Makes forty differences; returns the steps that undo them. */
  function plant(): readonly string[] {
    const organization = 'large-project';
    const slugOf = (group: number, nth: number) =>
      `large-project-group-${group}-${nth === 0 ? 'leads' : `team-${nth}`}`;
    const membersOf = (slug: string) => {
      const [first] = world()
        .needTeam(organization, slug)
        .members.filter(({ role }) => role === 'MEMBER');
      return world().userById(first?.userId ?? 0)?.login ?? '';
    };
    const steps: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const { login } = world().addUser({ login: `stranger-${nth}` });
      world().addMembership({ organization, login });
      steps.push(`remove-person ${login}`);
      const promoted = `large-project-person-${900 + nth}`;
      world().addMembership({ organization, login: promoted, role: 'admin' });
      steps.push(`set-role ${promoted} member`);
      const edited = slugOf(10 + nth, 4);
      world().updateTeam(organization, edited, { description: 'Changed' });
      steps.push(`edit-team ${edited} Team 4 of group ${10 + nth}: "quoted", # not a comment`);
      const { slug: added } = world().addTeam({ organization, name: `Unknown ${nth}` });
      steps.push(`delete-team ${added}`);
      const team = slugOf(20 + nth, 5);
      const missing = membersOf(team);
      world().setTeamMember(organization, team, missing, null);
      steps.push(`set-team-role ${missing} ${team} member`);
      const more = slugOf(30 + nth, 3);
      world().setTeamMember(organization, more, `large-project-person-${1_000 + nth}`, 'MEMBER');
      steps.push(`remove-from-team large-project-person-${1_000 + nth} ${more}`);
      const access = slugOf(40 + nth, 6);
      world().setTeamRepository(organization, access, 'repo-59', 'WRITE');
      steps.push(`set-team-access ${access} repo-59`);
      const raised = slugOf(50 + nth, 5);
      const member = membersOf(raised);
      world().setTeamMember(organization, raised, member, 'MAINTAINER');
      steps.push(`set-team-role ${member} ${raised} member`);
    }
    return steps;
  }
});
