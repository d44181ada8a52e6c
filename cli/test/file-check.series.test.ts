import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, orgdesk } from './support/orgdesk.ts';

const service = sharedService();

async function signedIn() {
  const { id } = await service().signIn('ada');
  return { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
}

async function check(files: Readonly<Record<string, string>>) {
  const env = await signedIn();
  const folder = join(env.HOME, 'organization');
  await mkdir(join(folder, 'teams'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const [code, out, err] = await orgdesk(['file', 'check', folder, '--json'], env);
  const problems = JSON.parse(out) as {
    file: string;
    line: number;
    column: number;
    message: string;
    nearest: string;
  }[];
  return {
    code,
    err,
    problems: problems.map(({ file, line, column, message, nearest }) => [
      file.slice(folder.length + 1),
      line,
      column,
      message,
      nearest,
    ]),
  };
}

const problemsOf = async (text: string) => (await check({ 'org.yaml': text })).problems;

test('several files without a problem form one organization', async () => {
  const { code, err, problems } = await check({
    'org.yaml': 'version: 1\norganization: acme\npeople: {mode: exact, owners: [ada], members: [grace]} # comment\n',
    'teams/platform.yaml':
      'version: 1\nteams:\n  entries:\n    platform: {parent: infra, members: [grace], repositories: {api: push}}\n',
    'teams/infra.yml':
      'version: 1\nteams:\n  mode: add-only\n  entries: {infra: {privacy: closed, maintainers: [ada]}}\noutsideCollaborators:\n  entries: {linus: {api: pull}}\n',
    'ignored.txt': 'not: [yaml',
  });
  expect({ code, err, problems }).toEqual({ code: 0, err: '0 problems in 3 files\n', problems: [] });
});

test('all problems are reported at once, with their locations and the nearest valid names', async () => {
  const { code, problems } = await check({
    'org.yaml': 'version: 1\npeople:\n  mode: exat\n  owners: [ada, "a b"]\n  membrs: [x]\n',
    'teams/a.yaml': 'version: 1\nteams:\n  entries:\n    a: {parent: b, members: [x], maintainers: [X]}\n',
    'teams/b.yaml': 'version: 1\nteams:\n  entries:\n    A: {}\n    b: {parent: B}\n',
  });
  expect(code).toBe(1);
  expect(problems).toEqual(
    [
      ['org.yaml', 3, 3, '"exat" is not one of add-only, exact.', 'exact'],
      [
        'org.yaml',
        4,
        17,
        '"a b" is not a valid login: use letters, digits, "-" and "_", at most 100 characters.',
        null,
      ],
      ['org.yaml', 5, 3, '"membrs" is not a key here.', 'members'],
      ['teams/a.yaml', 4, 30, '"x" is already in FOLDER/teams/a.yaml, line 4.', null],
      ['teams/b.yaml', 4, 5, '"A" is already in FOLDER/teams/a.yaml, line 4.', null],
      ['teams/b.yaml', 5, 9, '"b" would be its own parent.', null],
    ].map((row) => row.map((cell) => (typeof cell === 'string' ? expect.stringMatching(pattern(cell)) : cell))),
  );
});

const pattern = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()[\]\\]/g, '\\$&').replace('FOLDER', '.*')}$`);

test.each([
  ['two documents', 'version: 1\n---\nversion: 1\n', [2, 1, 'A file has one document: split the file.']],
  ['another version', 'version: 2\n', [1, 1, 'The version must be 1.']],
  ['tabs', 'version: 1\npeople:\n\towners: []\n', [3, 1, 'Indent with spaces, not tabs.']],
  [
    'aliases',
    'version: 1\npeople: {owners: &all [ada], members: *all}\n',
    [2, 39, 'Anchors and aliases are not supported.'],
  ],
  ['a key twice', 'version: 1\nversion: 1\n', [2, 1, '"version" is here twice.']],
  [
    'nesting without end',
    `version: ${'['.repeat(3000)}${']'.repeat(3000)}\n`,
    [1, 11, 'The file is nested too deeply.'],
  ],
  ['nothing', '', [1, 1, 'The file is empty.']],
])('%s in a file is a problem', async (_, text, [line, column, message]) => {
  const problems = await problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.[3]).toBe(message);
  expect(problems[0]?.[1]).toBe(line);
  if (message !== 'The file is nested too deeply.') expect(problems[0]?.[2]).toBe(column);
});

test('large files and a path without files are refused with a sentence', async () => {
  const env = await signedIn();
  const large = join(env.HOME, 'large.yaml');
  await writeFile(large, 'a'.repeat(500_001));
  expect(await orgdesk(['file', 'check', large], env)).toEqual([1, '', `${large} is larger than 500 KB: split it.\n`]);
  const missing = join(env.HOME, 'missing');
  expect(await orgdesk(['file', 'check', missing], env)).toEqual([1, '', `Could not read ${missing}.\n`]);
  const many = join(env.HOME, 'many');
  await mkdir(many);
  for (let nth = 0; nth < 5; nth += 1) await writeFile(join(many, `${nth}.yaml`), 'a'.repeat(450_000));
  expect(await orgdesk(['file', 'check', many], env)).toEqual([1, '', 'The files are larger than 2 MB together.\n']);
});

test('the JSON Schema is printed for editors', async () => {
  const [code, out] = await orgdesk(['file', 'check', '--schema'], await signedIn());
  expect([code, Object.keys((JSON.parse(out) as { properties: object }).properties)]).toEqual([
    0,
    ['version', 'organization', 'people', 'teams', 'outsideCollaborators'],
  ]);
});

test('an organization is imported, planned without a change, and changed by a plan', async () => {
  const env = await signedIn();
  const folder = join(env.HOME, 'organization');
  expect(await orgdesk(['file', 'import', 'acme', folder], env)).toEqual([0, '', `5 files in ${folder}\n`]);
  const again = await orgdesk(['file', 'import', 'acme', folder], env);
  expect(again).toEqual([1, '', expect.stringContaining('use --force to replace files.')]);
  const none = await orgdesk(['file', 'plan', 'acme', folder], env);
  expect(none).toEqual([0, 'Nothing to change.\n', '']);

  const team = join(folder, 'teams/platform.yaml');
  const text = await readFile(team, 'utf8');
  await writeFile(team, text.replace('      - alan', '      - alan # by the team\n        - tim'));
  const plan = join(env.HOME, 'plan.json');
  const [code, out] = await orgdesk(['file', 'plan', 'acme', folder, '--out', plan, '--markdown'], env);
  expect([code, out]).toEqual([
    2,
    expect.stringMatching(
      /^### Plan for acme\n\n1 team membership to set\.\nPlan [0-9a-f]{64}\n[\s\S]*\+ set team role: tim, team platform \(role member\)/,
    ),
  ]);
  const altered = (await readFile(plan, 'utf8')).replace('"tim"', '"grace"');
  await writeFile(join(env.HOME, 'altered.json'), altered);
  const refused = await orgdesk(['file', 'apply', join(env.HOME, 'altered.json'), '--yes'], env);
  expect(refused).toEqual([1, '', expect.stringContaining('This plan was altered')]);
  const other = await orgdesk(['file', 'apply', plan, '--hash', 'x', '--yes'], env);
  expect(other).toEqual([1, '', expect.stringContaining('Nothing was changed: the plan has the hash')]);
  const working = keepWorking();
  const applied = await orgdesk(['file', 'apply', plan, '--yes'], env);
  await working.stop();
  expect(applied).toEqual([0, expect.stringContaining('tim'), expect.stringContaining('1 changed')]);
  expect(await orgdesk(['file', 'plan', 'acme', folder], env)).toEqual([0, 'Nothing to change.\n', '']);
});

test('a key that is not the slug of its team is named beside the plan', async () => {
  const env = await signedIn();
  const { world } = service().simulator;
  world.addTeam({ organization: 'acme', name: 'Documentation Team' });
  const file = join(env.HOME, 'teams.yaml');
  await writeFile(file, 'version: 1\nteams: {entries: {docs: {name: Documentation Team}}}\n');
  const planned = await orgdesk(['file', 'plan', 'acme', file], env);
  world.removeTeam('acme', 'documentation-team');
  const hint =
    '"docs" is not the slug of the team "Documentation Team". It works, but the slug is "documentation-team".';
  expect(planned).toEqual([0, 'Nothing to change.\n', `${file}:2:19: ${hint}\n`]);
});

test('files are updated with their comments, and a file of a team that is gone is removed', async () => {
  const env = await signedIn();
  const folder = join(env.HOME, 'organization');
  await orgdesk(['file', 'import', 'acme', folder], env);
  const [people, team] = [join(folder, 'organization.yaml'), join(folder, 'teams/former-team.yaml')];
  const before = await readFile(people, 'utf8');
  await writeFile(
    people,
    before.replace('    - alan\n', '    - edsger # joins soon\n').replace('    - grace', '    - grace # since 2019'),
  );
  await writeFile(team, 'version: 1\nteams: {entries: {former-team: {}}}\n');
  const refused = await orgdesk(['file', 'import', 'acme', folder, '--update', '--force'], env);
  expect(refused).toEqual([2, '', expect.stringContaining('--update is not possible with --section')]);
  const [code, , notes] = await orgdesk(['file', 'import', 'acme', folder, '--update'], env);
  expect([code, notes]).toEqual([0, `Changed ${people}\nRemoved ${team}\n2 of 6 files changed\n`]);
  expect(await readFile(people, 'utf8')).toBe(before.replace('    - grace', '    - grace # since 2019'));
  expect(await orgdesk(['file', 'plan', 'acme', folder], env)).toEqual([0, 'Nothing to change.\n', '']);

  await writeFile(people, 'version: 2\n');
  const wrong = await orgdesk(['file', 'import', 'acme', folder, '--update'], env);
  expect(wrong).toEqual([
    1,
    expect.stringContaining('The version must be 1.'),
    expect.stringContaining('Nothing was written.'),
  ]);
  expect(await readFile(people, 'utf8')).toBe('version: 2\n');
});

test('a danger must be lifted with its number', async () => {
  const env = await signedIn();
  const [file, plan] = [join(env.HOME, 'organization.yaml'), join(env.HOME, 'plan.json')];
  await writeFile(file, 'version: 1\npeople: {owners: [ada, grace]}\n');
  const [code, out] = await orgdesk(['file', 'plan', 'acme', file, '--out', plan], env);
  expect([code, out]).toEqual([
    2,
    expect.stringContaining('! 1 person would become an owner: grace (--lift new-owners=1)'),
  ]);
  for (const lift of [[], ['--lift', 'new-owners=2']]) {
    const refused = await orgdesk(['file', 'apply', plan, '--yes', ...lift], env);
    expect(refused).toEqual([1, '', expect.stringContaining('Nothing was changed: --lift new-owners=1 is needed.')]);
  }
});

function keepWorking() {
  let isStopped = false;
  const work = (async () => {
    while (!isStopped) {
      await service().workOnJobs();
      service().clock.advance(1_100);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await work;
    },
  };
}
