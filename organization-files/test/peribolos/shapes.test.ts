import { expect, test } from 'vitest';
import { convert } from './convert.ts';

/* Shapes of configurations that projects publish, with invented names. */

const SETTINGS =
  'billing_email: money@mail.example\ndefault_repository_permission: read\nhas_organization_projects: true\n';

test('one file for one organization, teams with dots in their names, owners as maintainers, people twice', () => {
  const { problems, left, owners, members, teams } = convert(
    {
      'org/org.yaml': `orgs:
  pipework:
    admins:
    - ada
    - pipework-robot
    billing_email: info@mail.example
    company: ''
    members:
    - Grace-H
    - 16tons
    - alan
    - 16tons
    # alumni:
    # edsger
    teams:
      board:
        description: Members of the board
        members:
        - ada
        privacy: closed
      core.maintainers:
        description: the maintainers (core)
        maintainers:
        - ada
        members:
        - grace-h
        - ADA
        privacy: closed
        repos:
          core: maintain
          pipework.github.io: maintain
      core.collaborators:
        maintainers: [ada]
        members: [alan]
        # alumni:
        # edsger
        privacy: closed
        repos: {core: read}
`,
    },
    'PipeWork',
  );
  expect({ problems, left }).toEqual({
    problems: [],
    left: ['org/org.yaml: billing_email', 'org/org.yaml: company'],
  });
  expect([owners, members]).toEqual([
    ['ada', 'pipework-robot'],
    ['Grace-H', '16tons', 'alan'],
  ]);
  expect(teams['core.maintainers']).toEqual({
    description: 'the maintainers (core)',
    privacy: 'closed',
    parent: null,
    maintainers: ['ada'],
    members: ['grace-h'],
    repositories: { core: 'maintain', 'pipework.github.io': 'maintain' },
  });
  expect(new Set(Object.keys(teams))).toEqual(new Set(['board', 'core.collaborators', 'core.maintainers']));
});

test('names with spaces and dashes, children with the access of their parent, descriptions in quotes over two lines', () => {
  const { problems, teams } = convert(
    {
      'config.yaml': `orgs:
  assurance:
    admins: [b000001, ada]
    location: Long Street 21, 4002 Town, Country
    members: [6f0000, grace]
    members_can_create_repositories: true
    teams:
      Open Source:
        description: all (known) members
        maintainers: [ada]
        members: [grace]
        privacy: closed
        repos: {CI-pipeline: admin, assurance.github.io: write}
        teams:
          IT-AB_Center_Open-Source:
            description: 'Software Engineering Center - Community:
              Open-Source'
            maintainers: [ada, grace]
            privacy: closed
            repos: {CI-pipeline: admin, docs_owasp: write}
          this-or-that:
            description: ""
            members: [b000001]
`,
    },
    'assurance',
  );
  expect(problems).toEqual([]);
  expect(teams['it-ab_center_open-source']).toMatchObject({
    name: 'IT-AB_Center_Open-Source',
    description: 'Software Engineering Center - Community: Open-Source',
    parent: 'open-source',
  });
  expect(teams['this-or-that']).toMatchObject({ description: '', parent: 'open-source', maintainers: [] });
});

const GROUPS = {
  'cloud/org.yaml': `name: Cloud\n${SETTINGS}admins:\n- ada\n- cloud-robot\nmembers:\n- grace # 2019\n- Alan\nteams:\n  bots:\n    maintainers:\n    - cloud-robot\n    members:\n    - grace\n`,
  'cloud/group-docs/teams.yaml':
    'teams:\n  group-docs-de-owners:\n    description: Approvers for German\n    members:\n    - alan # German\n    - Grace\n    privacy: closed\n  group-docs-admins:\n    description: Who can use `/milestone` here.\n    members: []\n',
  'cloud/group-net/teams.yaml': 'teams:\n  net-admins:\n    members: [Alan]\n    repos:\n      net: admin\n',
};

test('settings and people in one file, teams of each group in a folder', () => {
  const { problems, teams, owners } = convert(GROUPS, 'cloud');
  expect({ problems, owners }).toEqual({ problems: [], owners: ['ada', 'cloud-robot'] });
  expect(new Set(Object.keys(teams))).toEqual(
    new Set(['bots', 'group-docs-admins', 'group-docs-de-owners', 'net-admins']),
  );
});

test('folders of several organizations fail and name the folders', () => {
  const { problems } = convert({
    ...GROUPS,
    'cloud-tools/org.yaml': 'admins: [ada]\nmembers: [tim]\n',
    'cloud-tools/group-net/teams.yaml': 'teams: {net-reviewers: {members: [tim]}}\n',
  });
  expect(problems).toEqual([
    'cloud-tools/org.yaml:1: cloud and cloud-tools each describe an organization: convert one of them.',
  ]);
});

test('a team with the name of a key, repositories with dots, an empty description, a nested team', () => {
  const { problems, teams } = convert({
    'org.yaml': 'admins: [ada]\nmembers: [grace]\n',
    'group/teams.yaml': `teams:
  members:
    description: ""
    members: [grace]
    privacy: closed
    repos: {store: triage, discovery.store.example: maintain, .github: read}
    teams:
      reviewers-store:
        description: ""
        members: [grace]
        repos: {store: triage}
  release-store:
    description: Granted permission to release acme/store
    # Only during a release.
    members: [grace]
    repos:
      store: maintain
`,
  });
  expect(problems).toEqual([]);
  expect(teams['reviewers-store']?.parent).toBe('members');
  expect(teams.members?.repositories).toEqual({
    store: 'triage',
    'discovery.store.example': 'maintain',
    '.github': 'pull',
  });
});

test('four spaces, texts over several lines, settings of repositories that are left', () => {
  const { problems, left, teams } = convert({
    'org.yaml': `# Guidelines
orgs:
    acme:
        admins:
        - ada
        description: Acme is an open, community driven project to make it easy to deploy
          and manage things
        members:
        - 8bitten
        - b675987273
        repos:
          .github: {allow_merge_commit: false, has_projects: true}
          arena:
            description: A CLI for Acme.
            homepage: https://acme.example/a?b=c&d=e#f
        teams:
          wg-leads:
            description: Leads of working groups, who decide about
              releases
            members:
            - 8bitten
            privacy: secret
`,
  });
  expect({ problems, left }).toEqual({ problems: [], left: ['org.yaml: description', 'org.yaml: repos'] });
  expect(teams['wg-leads']).toMatchObject({
    description: 'Leads of working groups, who decide about releases',
    privacy: 'secret',
  });
});

test('several organizations below orgs, beside other settings of the same tool', () => {
  const text = `prowjob_namespace: default
orgs:
  acme-sandbox: {admins: [tim], teams: {all: {members: [tim]}}}
  Acme: {admins: [ada], members: [tim], teams: {all: {members: [ada]}}}
`;
  const { problems, left, owners, teams } = convert({ 'config.yaml': text });
  expect({ problems, left, owners }).toEqual({
    problems: [],
    left: ['config.yaml: prowjob_namespace', 'config.yaml: orgs: acme-sandbox'],
    owners: ['ada'],
  });
  expect(teams.all?.members).toEqual(['ada']);
  expect(convert({ 'config.yaml': text }, 'other').problems).toEqual([
    'config.yaml:2: "other" is not here, but "acme-sandbox", "Acme".',
  ]);
});

test('lists and settings that several teams share by anchors', () => {
  const { problems, teams } = convert({
    'org.yaml': `x-defaults: &defaults
  privacy: closed
  repos: &access {api: write}
admins: &owners [ada, grace]
members: [tim]
teams:
  core:
    <<: *defaults
    maintainers: *owners
    description: Core
  web:
    <<: [*defaults]
    privacy: secret
    members: [tim]
    repos: *access
`,
  });
  expect(problems).toEqual([]);
  expect([teams.core, teams.web]).toEqual([
    {
      description: 'Core',
      privacy: 'closed',
      parent: null,
      maintainers: ['ada', 'grace'],
      members: [],
      repositories: { api: 'push' },
    },
    { privacy: 'secret', parent: null, maintainers: [], members: ['tim'], repositories: { api: 'push' } },
  ]);
});

test('renamed teams, teams four deep, numbers as logins, emoji', () => {
  const { problems, left, teams } = convert({
    'org.yaml': `admins: [007]
members: [1e3, 42]
teams:
  🐈 Herders:
    description: "🐈: who herd them"
    previously: [cat-herders]
    teams:
      2: {teams: {3: {teams: {"4": {members: [42, 1e3]}}}}}
`,
  });
  expect({ problems, left }).toEqual({ problems: [], left: [] });
  expect([teams['4'], teams['3']?.parent, teams['2']?.parent, teams.herders]).toEqual([
    expect.objectContaining({ parent: '3', members: ['42', '1e3'] }),
    '2',
    'herders',
    expect.objectContaining({ name: '🐈 Herders', previously: 'cat-herders', description: '🐈: who herd them' }),
  ]);
});

test('text with a colon outside quotes, and names that were exchanged, fail with their location', () => {
  const { problems } = convert({
    'org.yaml': 'admins: [ada]\n',
    'a/teams.yaml': 'teams:\n  a:\n    description: Security: people on call\n',
  });
  expect(problems).toEqual([expect.stringMatching(/^a\/teams.yaml:3: .*must be in quotes[.]$/)]);
  const exchanged = convert({
    'org.yaml': 'admins: [ada]\n',
    'a/teams.yaml': 'teams:\n  sre:\n    previously:\n    - ops\n  ops:\n    previously:\n    - sre\n',
  });
  expect(exchanged.problems).toEqual([
    'a/teams.yaml:4: "ops" is the name of another team here: make the renames one by one.',
    'a/teams.yaml:7: "sre" is the name of another team here: make the renames one by one.',
  ]);
});
