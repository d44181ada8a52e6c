import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envOf, freshHome, orgdesk } from './support/orgdesk.ts';
import { serviceThat } from './support/service-that.ts';

/** Lines that a runner of GitHub Actions or an agent of Azure Pipelines acts on. */
const commandsIn = (output: string): readonly string[] =>
  output.split(/\r\n|\r|\n/).filter((line) => /^[\s\p{Cf}\u0085]*::/u.test(line) || /##\w*\[/.test(line));

const COMMANDS = [
  '::error ::x',
  '  ::add-mask::x',
  '\u00a0::stop-commands::x',
  '\u200b::error::x',
  '##[error]x',
  'x ##[add-mask]x',
  '###[error]x',
  '#\u001b[0m#[error]x',
  '##vso[task.setvariable variable=x]x',
  'x\n::error::x',
  'x\r::error::x',
];

test('no line of a file is a command in the log of a CI runner', async () => {
  const HOME = await freshHome();
  const [folder, source] = [join(HOME, 'organization'), join(HOME, 'config')];
  await mkdir(folder);
  await mkdir(source);
  for (const [nth, text] of COMMANDS.entries()) {
    await writeFile(join(folder, `${nth}.yaml`), `version: 1\n${text}: 1\n${JSON.stringify(text)}: 1\n`);
    await writeFile(join(folder, `${nth}-value.yaml`), `version: 1\npeople: {owners: [${JSON.stringify(text)}]}\n`);
    await writeFile(join(source, `${nth}.yaml`), `admins: [ada]\n${JSON.stringify(text)}: 1\n`);
  }
  await writeFile(
    join(source, 'org.yaml'),
    `admins: [ada]\n${COMMANDS.map((text) => JSON.stringify(text)).join(': 1\n')}: 1\n`,
  );
  for (const args of [
    ['file', 'check', folder],
    ['file', 'check', folder, '--json'],
    ['file', 'import', 'acme', join(HOME, 'result'), '--from-peribolos', source],
    ['file', 'import', 'acme', join(HOME, 'result'), '--from-peribolos', join(source, 'org.yaml')],
  ]) {
    const [, out, err] = await orgdesk(args, { HOME });
    expect(out + err).toContain('add-mask');
    expect(commandsIn(out + err)).toEqual([]);
  }
});

// Windows allows no such names of files.
test.skipIf(process.platform === 'win32')('neither is the name of a file', async () => {
  const HOME = await freshHome();
  const folder = join(HOME, 'x\n::error ::x ##[error]');
  await mkdir(folder);
  await writeFile(join(folder, 'wrong.yaml'), 'version: 2\n');
  await writeFile(join(folder, 'large.yaml'), 'a'.repeat(500_001));
  for (const args of [
    ['file', 'check', join(folder, 'wrong.yaml')],
    ['file', 'check', join(folder, 'large.yaml')],
    ['file', 'check', join(folder, 'missing.yaml')],
    ['file', 'apply', join(folder, 'wrong.yaml')],
    ['file', 'check', '--##[error]'],
  ]) {
    const [code, out, err] = await orgdesk(args, { HOME });
    expect(code).toBeGreaterThan(0);
    expect(commandsIn(out + err)).toEqual([]);
  }
});

test('a line of a file is shown after its number', async () => {
  const HOME = await freshHome();
  const file = join(HOME, 'wrong.yaml');
  await writeFile(file, 'version: 1\n::error file=x::x: 1\n');
  expect(await orgdesk(['file', 'check', file], { HOME })).toEqual([
    1,
    `${file}:2:1: "::error file=x::x" is not a key here.\n    2 | ::error file=x::x: 1\n`,
    '1 problem in 1 file\n',
  ]);
});

/** A service whose every text is a command. */
async function hostileService(): Promise<Readonly<Record<string, string>>> {
  const organization = { id: 1, name: '::error::x', hasAppInstalled: true, suspendedAt: null, repositoryCount: 1 };
  const organizations = COMMANDS.map((login) => ({ ...organization, login, viewerCanAdminister: true }));
  const entry = {
    number: 1,
    at: '::error::x',
    actor: null,
    target: null,
    outcome: 'done',
    message: null,
    way: '##[error]',
  };
  const entries = COMMANDS.map((action) => ({ ...entry, action }));
  const roles = COMMANDS.map((name) => ({ name, permission: 'READ', people: [{ login: 'ada', teams: [name] }] }));
  const reached = [
    { kind: 'roles', roles, message: null },
    { kind: 'end', isComplete: true },
  ];
  const trail = '/api/organizations/acme/audit-trail';
  const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/api/organizations': ['application/json', JSON.stringify({ organizations })],
    [trail]: ['application/json', JSON.stringify({ entries })],
    [`${trail}.csv`]: ['text/csv', `\uFEFF${COMMANDS.join('\r\n')}`],
    [`${trail}.ndjson`]: ['application/x-ndjson', entries.map((each) => `${JSON.stringify(each)}\n`).join('')],
    '/api/organizations/acme/repositories/api/access': [
      'application/x-ndjson',
      reached.map((each) => `${JSON.stringify(each)}\n`).join(''),
    ],
  };
  const url = await serviceThat((request, response) => {
    const refused = ['application/json', JSON.stringify({ error: COMMANDS.join('\n') })] as const;
    const found = answers[request.url?.replace(/[?].*/, '') ?? ''];
    const [type, body] = found ?? refused;
    response.writeHead(found === undefined ? 400 : 200, { 'content-type': type }).end(body);
  });
  return envOf(url);
}

test.each([
  'orgs',
  'orgs --json',
  'audit tail acme',
  'audit tail acme --json',
  'audit export acme',
  'audit export acme --json',
  'access acme --repository api',
  'people list acme',
  'jobs list acme',
])('nothing that a service sends to orgdesk %s is a command', async (args) => {
  const [, out, err] = await orgdesk(args.split(' '), await hostileService());
  expect(out + err).toContain('add-mask');
  expect(commandsIn(out + err)).toEqual([]);
});
