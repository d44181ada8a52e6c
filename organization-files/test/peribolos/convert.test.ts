import { expect, test } from 'vitest';
import { convert, convertTeams } from './convert.ts';

test('the organization is found below orgs in any letter case', () => {
  const { problems, owners, members } = convert(
    { 'org.yaml': 'orgs:\n  Beta: {admins: [tim]}\n  ACME: {admins: [ada], members: [grace]}\n' },
    'acme',
  );
  expect({ problems, owners, members }).toEqual({ problems: [], owners: ['ada'], members: ['grace'] });
});

test('other organizations in the files are listed as left out', () => {
  const { problems, left } = convert({
    'a.yaml': 'orgs: {beta: {admins: [tim]}, acme: {admins: [ada]}}\n',
    'b.yaml': 'orgs: {gamma: {teams: {core: {}}}}\n',
  });
  expect([problems, left]).toEqual([[], ['a.yaml: orgs: beta', 'b.yaml: orgs: gamma']]);
});

test('teams outside the folder that describes the organization are a problem', () => {
  const org = { 'config/acme/org.yaml': 'admins: [ada]\n', 'config/acme/docs/teams.yaml': 'teams: {docs: {}}\n' };
  expect(convert(org).problems).toEqual([]);
  expect(convert({ ...org, 'config/acme-labs/teams.yaml': '# Labs\nteams: {core: {}}\n' }).problems).toEqual([
    'config/acme-labs/teams.yaml:2: This file is not in config/acme, which describes the organization: convert the files of one.',
  ]);
});

test('files of other organizations name those', () => {
  expect(convert({ 'a.yaml': 'orgs:\n  beta: {admins: [tim]}\n' }).problems).toEqual([
    'a.yaml:1: "acme" is not here, but "beta".',
  ]);
});

test('what is no name of an organization is a problem', () => {
  expect(convert({ 'org.yaml': 'admins: [ada]\n' }, 'a b').problems).toEqual([
    expect.stringContaining('org.yaml:1: "a b" is not a valid login: '),
  ]);
});

test('no owner is a problem, because exact files would remove all', () => {
  expect(convert({ 'org.yaml': 'members: [grace]\n' }).problems).toEqual([
    'org.yaml:1: No owner of "acme" is listed: "admins" needs at least one.',
  ]);
  expect(convert({ 'org.yaml': 'admins:\nteams: {a: {}}\n' }).problems).toHaveLength(1);
});

test('several organizations in one folder are a problem that names the folders', () => {
  const { problems } = convert({
    'config/acme/org.yaml': 'admins: [ada]\n',
    'config/acme/group/teams.yaml': 'teams: {a: {}}\n',
    'config/beta/org.yaml': '# Beta\nadmins: [tim]\n',
    'config/gamma/org.yaml': 'members: [tim]\n',
  });
  expect(problems).toEqual([
    'config/beta/org.yaml:2: config/acme, config/beta and config/gamma each describe an organization: convert one of them.',
  ]);
});

test('an organization below orgs, and one in another folder, are a problem', () => {
  expect(convert({ 'a.yaml': 'orgs: {acme: {admins: [ada]}}\n', 'b/org.yaml': 'admins: [tim]\n' }).problems).toEqual([
    'b/org.yaml:1: . and b each describe an organization: convert one of them.',
  ]);
});

test('a list of owners in two files is a problem', () => {
  expect(convert({ 'a.yaml': 'admins: [ada]\n', 'b.yaml': 'admins: [tim]\n' }).problems).toEqual([
    'b.yaml:1: "admins" is already in a.yaml: convert the files of one organization.',
  ]);
});

test('people are listed once: owners are no members, maintainers are no members', () => {
  const { problems, owners, members, teams } = convert({
    'org.yaml': 'admins: [ada, Ada]\nmembers: [ADA, grace, Grace, tim]\n',
    'teams.yaml': 'teams: {core: {maintainers: [tim, TIM], members: [Tim, grace, GRACE]}}\n',
  });
  expect({ problems, owners, members }).toEqual({ problems: [], owners: ['ada'], members: ['grace', 'tim'] });
  expect(teams.core).toMatchObject({ maintainers: ['tim'], members: ['grace'] });
});

test('names and numbers keep their text', () => {
  const { problems, members, teams } = convert({
    'org.yaml': 'admins: [0123]\nmembers: [1e3, 0x1F, 12345678901234567890, true, "0099"]\n',
    'teams.yaml': 'teams:\n  0123: {description: 1.50}\n  1e3: {previously: 007}\n  🐈: {}\n  true: {}\n',
  });
  expect({ problems, members }).toEqual({
    problems: [],
    members: ['1e3', '0x1F', '12345678901234567890', 'true', '0099'],
  });
  expect(Object.entries(teams).map(([key, { name }]) => name ?? key)).toEqual(
    expect.arrayContaining(['0123', '1e3', '🐈', 'true']),
  );
  expect(teams['0123']).toMatchObject({ description: '1.50' });
  expect(teams['1e3']).toMatchObject({ previously: '007' });
});

test.each([
  ['a login', 'members: ["a b"]\n', 2, '"a b" is not a valid login: '],
  ['an empty entry', 'members: [~]\n', 2, 'An entry is empty.'],
  ['a list in a list', 'members: [[x]]\n', 2, 'An entry must be text.'],
  ['a mapping for a list', 'members: {x: y}\n', 2, '"members" must be a list.'],
  ['teams that are a list', 'teams: [x]\n', 2, '"teams" must be a mapping.'],
  ['a team that is text', 'teams:\n  a: x\n', 3, '"a" must be a mapping.'],
  [
    'a name that is too long',
    `teams:\n  ${'x'.repeat(256)}: {}\n`,
    3,
    'The name of a team has at most 255 characters.',
  ],
  ['a team without a name', 'teams:\n  "": {}\n', 3, 'A team needs a name.'],
  ['a team twice', 'teams:\n  Core: {}\n  CORE: {}\n', 4, 'The team "CORE" is already in org.yaml, line 3.'],
  [
    'a description that is too long',
    `teams:\n  a:\n    description: ${'x'.repeat(1025)}\n`,
    4,
    '"description" has at most 1024 characters.',
  ],
  ['a description that is a list', 'teams:\n  a:\n    description: [x]\n', 4, '"description" must be text.'],
  ['a login in a team', 'teams:\n  a:\n    members: ["x/y"]\n', 4, '"x/y" is not a valid login: '],
  ['a repository', 'teams:\n  a:\n    repos: {"..": read}\n', 4, '".." is not a valid repository name: '],
  ['a repository twice', 'teams:\n  a:\n    repos: {api: read, API: write}\n', 4, '"API" is here twice.'],
])('%s that cannot be carried over is a problem with its location', (_, text, line, message) => {
  const { problems } = convertTeams(text);
  expect(problems).toEqual([expect.stringContaining(`org.yaml:${line}: ${message}`)]);
});

test('a description with a colon is explained', () => {
  expect(convertTeams('teams:\n  a:\n    description: Team: people\n').problems).toEqual([
    'org.yaml:4: A mapping or list cannot begin here. Text that contains ": " must be in quotes.',
  ]);
});

test.each([
  ['inherited names', '{x: constructor, y: toString, z: __proto__}', ['constructor', 'toString', '__proto__']],
  ['roles of their own', '{x: release, y: none, z: [read]}', ['release', 'none', 'no role']],
])('%s are no permissions', (_, repos, roles) => {
  const { problems, left, teams } = convertTeams(`teams: {a: {repos: ${repos}}}\n`);
  expect(problems).toEqual([]);
  expect(left).toEqual(['x', 'y', 'z'].map((name, nth) => `org.yaml: a: ${name}: ${roles[nth]}`));
  expect(teams.a?.repositories).toEqual({});
});

test('a rename is carried over, and further former names are listed', () => {
  const { problems, left, teams } = convertTeams(
    'teams:\n  beta: {previously: [alpha, older]}\n  gamma: {previously: Gamma}\n',
  );
  expect({ problems, left }).toEqual({ problems: [], left: ['org.yaml: beta: previously older'] });
  expect([teams.beta?.previously, teams.gamma?.previously]).toEqual(['alpha', undefined]);
});

test.each([
  ['a chain', 'beta: {previously: [alpha]}\n  gamma: {previously: [beta]}', [4]],
  ['a swap', 'alpha: {previously: [beta]}\n  beta: {previously: [alpha]}', [3, 4]],
  ['a chain in another letter case', 'Beta: {previously: [x]}\n  gamma: {previously: [BETA]}', [4]],
  ['a further name of a chain', 'beta: {}\n  gamma: {previously: [old, beta]}', [4]],
])('%s of renames is a problem', (_, teams, lines) => {
  const { problems } = convertTeams(`teams:\n  ${teams}\n`);
  expect(problems.map((each) => Number(each.split(':')[1]))).toEqual(lines);
  for (const each of problems) expect(each).toContain('is the name of another team here: make the renames one by one.');
});

test('two teams that had one name are a problem', () => {
  expect(convertTeams('teams:\n  a: {previously: x}\n  b: {previously: [y, X]}\n').problems).toEqual([
    'org.yaml:4: "X" is already the former name of "a".',
  ]);
});

test('keys are names of files', () => {
  const { problems, teams } = convertTeams(`teams: {.github: {}, ${'x'.repeat(255)}: {}, ${'x'.repeat(254)}: {}}\n`);
  expect([problems, Object.keys(teams).length, teams.github?.name]).toEqual([[], 3, '.github']);
});

test('a key that is made up is no slug of another team', () => {
  const { problems, teams } = convertTeams('teams: {🐈: {}, 🐕: {}, team.1: {}, team: {}, Core Team: {}}\n');
  expect(problems).toEqual([]);
  expect(Object.entries(teams).map(([key, { name }]) => [key, name])).toEqual(
    expect.arrayContaining([
      ['team.2', '🐈'],
      ['team.3', '🐕'],
      ['team.1', undefined],
      ['team', undefined],
      ['core-team', 'Core Team'],
    ]),
  );
});

test.each([
  ['a b', 'a-b'],
  ['Core Team', 'core-team'],
  ['cli.maintainers', 'CLI maintainers'],
])('"%s" and "%s", which have one slug, are a problem at the second', (one, two) => {
  expect(convertTeams(`teams:\n  ${one}: {}\n  ${two}: {}\n`).problems).toEqual([
    `org.yaml:4: The team "${two}" would have the same slug as "${one}" in org.yaml, line 3, which the code host refuses.`,
  ]);
});

test('a former name that is the own slug says nothing', () => {
  const { problems, teams } = convertTeams('teams:\n  Core Team: {previously: core-team}\n');
  expect([problems, teams['core-team']?.previously]).toEqual([[], undefined]);
});

test('a former name that is the slug of another team is a problem', () => {
  expect(convertTeams('teams:\n  Core Team: {}\n  leads: {previously: core-team}\n').problems).toEqual([
    'org.yaml:4: "core-team" is the name of another team here: make the renames one by one.',
  ]);
});

test.each([
  ['an alias of nothing', 'members: *everybody\n', 2, 'There is no anchor "everybody" before this alias.'],
  [
    'an alias before its anchor',
    'members: *all\nteams: {core: {members: &all [bob]}}\n',
    2,
    'There is no anchor "all"',
  ],
  [
    'a key that is there twice',
    'teams:\n  core:\n    members: [bob]\n    members: [eve]\n',
    5,
    'This key is here twice.',
  ],
  ['a merge of text', 'teams:\n  core:\n    <<: text\n', 4, 'Only mappings can be merged.'],
])('%s is named, and nothing is converted', (_, text, line, message) => {
  const { problems, owners } = convert({ 'org.yaml': `admins: [ada]\n${text}` });
  expect(problems[0]).toContain(`org.yaml:${line}: ${message}`);
  expect(owners).toBeUndefined();
});
