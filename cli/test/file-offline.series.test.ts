import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshHome, startOrgdesk } from './support/orgdesk.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
/** The runtime refuses every use of the network, name lookups included. */
const NO_NETWORK = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker', '--no-warnings'];

/** A person without a session, whose service counts connections. */
async function withoutSession() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => void server.close());
  const { port } = Object(server.address()) as { port: number };
  const HOME = await freshHome();
  return {
    HOME,
    connections: () => connections,
    async run(...parameters: readonly string[]) {
      const program = startOrgdesk(
        parameters,
        { HOME, ORGDESK_URL: `http://127.0.0.1:${port}` },
        { command: [process.execPath, ...NO_NETWORK, MAIN] },
      );
      const { code } = await program.ended;
      return [code, program.out(), program.err()];
    },
  };
}

test('files are checked without a session, and without a connection', async () => {
  const { HOME, run, connections } = await withoutSession();
  const [good, wrong] = [join(HOME, 'good.yaml'), join(HOME, 'wrong.yaml')];
  await writeFile(good, 'version: 1\npeople: {owners: [ada]}\n');
  await writeFile(wrong, 'version: 1\npeople:\n  membrs: [x]\n');
  expect(await run('file', 'check', good)).toEqual([0, '', '0 problems in 1 file\n']);
  expect(await run('file', 'check', wrong)).toEqual([
    1,
    `${wrong}:3:3: "membrs" is not a key here. Did you mean "members"?\n    3 |   membrs: [x]\n`,
    '1 problem in 1 file\n',
  ]);
  const [code, schema] = await run('file', 'check', '--schema');
  expect([code, Object.keys((JSON.parse(String(schema)) as { properties: object }).properties)]).toEqual([
    0,
    ['version', 'organization', 'people', 'teams', 'outsideCollaborators'],
  ]);
  expect(connections()).toBe(0);
});

test('files of peribolos are converted without a session, and without a connection', async () => {
  const { HOME, run, connections } = await withoutSession();
  const [source, folder] = [join(HOME, 'config'), join(HOME, 'organization')];
  await mkdir(source);
  await writeFile(
    join(source, 'org.yaml'),
    'admins: [ada]\nbilling_email: a@mail.example\nteams: {Core: {members: [ada]}}\n',
  );
  expect(await run('file', 'import', 'acme', folder, '--from-peribolos', source)).toEqual([
    0,
    '',
    `Not carried over: ${join(source, 'org.yaml')}: billing_email\n2 files in ${folder}\n`,
  ]);
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'organization.yaml',
    'teams',
    'teams/core.yaml',
  ]);
  expect(await run('file', 'check', folder)).toEqual([0, '', '0 problems in 2 files\n']);

  await writeFile(join(source, 'more.yaml'), 'teams: {\n');
  const [code, out, err] = await run('file', 'import', 'acme', join(HOME, 'other'), '--from-peribolos', source);
  expect([code, err]).toEqual([1, expect.stringContaining('Nothing was written.\n')]);
  expect(out).toContain(`${join(source, 'more.yaml')}:`);
  expect(connections()).toBe(0);
});

/** The functions for paths that Windows has. */
const WINDOWS = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => next(name === 'node:path' ? 'node:path/win32' : name, context) });`;

test('names of files have slashes, also where paths have others', async () => {
  const HOME = await freshHome();
  const [config, one, other] = [join(HOME, 'config'), join(HOME, 'config/one'), join(HOME, 'config/other')];
  for (const folder of [one, other]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'org.yaml'), 'admins: [ada]\n');
  }
  const run = async (...parameters: readonly string[]) => {
    const hooks = `data:text/javascript,${encodeURIComponent(WINDOWS)}`;
    const program = startOrgdesk(parameters, { HOME }, { command: [process.execPath, '--import', hooks, MAIN] });
    const { code } = await program.ended;
    return [code, program.out(), program.err()];
  };
  const message = `${one} and ${other} each describe an organization: convert one of them.`;
  expect(await run('file', 'import', 'acme', join(HOME, 'result'), '--from-peribolos', config)).toEqual([
    1,
    `${other}/org.yaml:1:1: ${message}\n    1 | admins: [ada]\n`,
    '1 problem in 2 files\nNothing was written.\n',
  ]);
  expect((await run('file', 'check', one))[1]).toMatch(`${one}/org.yaml:`);
});

test('the runtime of these tests refuses connections', async () => {
  const { run, connections } = await withoutSession();
  expect(await run('login')).toEqual([4, '', expect.stringContaining('could not be reached')]);
  expect(connections()).toBe(0);
});
