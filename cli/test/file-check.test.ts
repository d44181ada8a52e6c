import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshHome, orgdesk } from './support/orgdesk.ts';

async function check(files: Readonly<Record<string, string>>) {
  const HOME = await freshHome();
  const folder = join(HOME, 'organization');
  await mkdir(join(folder, 'teams'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const [code, out, err] = await orgdesk(['file', 'check', folder, '--json'], { HOME });
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

test('all problems are reported at once, with their places and the nearest valid names', async () => {
  const { code, problems } = await check({
    'org.yaml': 'version: 1\npeople:\n  mode: exat\n  owners: [ada, "a b"]\n  membrs: [x]\n',
    'teams/a.yaml': 'version: 1\nteams:\n  entries:\n    a: {parent: b, members: [x], maintainers: [X]}\n',
    'teams/b.yaml': 'version: 1\nteams:\n  entries:\n    A: {}\n    b: {parent: B}\n',
  });
  expect(code).toBe(1);
  expect(problems).toEqual(
    [
      ['org.yaml', 3, 3, '"exat" is not valid here.', 'exact'],
      ['org.yaml', 4, 17, '"a b" is not valid here.', null],
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

test('a file over 4 MB and a path without files are refused with a sentence', async () => {
  const HOME = await freshHome();
  const large = join(HOME, 'large.yaml');
  await writeFile(large, 'a'.repeat(4_000_001));
  expect(await orgdesk(['file', 'check', large], { HOME })).toEqual([
    1,
    '',
    `${large} is longer than 4 MB: split it.\n`,
  ]);
  const missing = join(HOME, 'missing');
  expect(await orgdesk(['file', 'check', missing], { HOME })).toEqual([1, '', `Could not read ${missing}.\n`]);
});

test('the JSON Schema is printed for editors', async () => {
  const [code, out] = await orgdesk(['file', 'check', '--schema'], { HOME: await freshHome() });
  expect([code, Object.keys((JSON.parse(out) as { properties: object }).properties)]).toEqual([
    0,
    ['version', 'organization', 'people', 'teams', 'outsideCollaborators'],
  ]);
});
