import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envFileText, fileWarnings, withEnvFile } from '../../../src/operate/config/env-file.ts';
import type { Environment } from '../../../src/operate/config/settings.ts';
import { run } from '../../program/configured.ts';
import { emptyFolder } from '../../support/empty-folder.ts';
import { cases } from '../../support/random/properties.ts';
import { freePort } from '../../support/service/ports.ts';
import { untilReady } from '../../support/service/program.ts';
import { CANARY, RIGHT } from './right-settings.ts';

const isRoot = process.getuid?.() === 0;

function read(text: string, env: Environment = {}) {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'orgdesk.env'), text, { mode: 0o600 });
  return withEnvFile(env, { path: null, folder });
}

const valuesOf = (text: string, env: Environment = {}): Environment => {
  const found = read(text, env);
  if (!found.ok) throw new Error(found.refusal.join('\n'));
  return found.value.env;
};

const problemsOf = (text: string, env: Environment = {}): readonly string[] => {
  const found = read(text, env);
  return found.ok ? [] : found.refusal;
};

describe('what is read', () => {
  test.each([
    ['a bare value', 'PORT=8080\n', { PORT: '8080' }],
    ['spaces around it, and Windows line ends', '  PORT = 8080 \r\nHOST=::1', { PORT: '8080', HOST: '::1' }],
    ["OpenTelemetry's own settings", 'OTEL_SERVICE_NAME=orgdesk', { OTEL_SERVICE_NAME: 'orgdesk' }],
    ['comments', '# PORT=1\n\nPORT=8080 # the port\n#', { PORT: '8080' }],
    ['export, as a shell has it', 'export PORT=8080', { PORT: '8080' }],
    ['a # in quotes', "DATABASE_URL='postgres://a:b%23@h/d#'", { DATABASE_URL: 'postgres://a:b%23@h/d#' }],
    [
      'several lines in quotes',
      "PRIVATE_KEY='a\n# b\nPORT=1\n'\nPORT=2",
      { PRIVATE_KEY: 'a\n# b\nPORT=1\n', PORT: '2' },
    ],
    ['\\n in double quotes alone', `PRIVATE_KEY="a\\nb"\nAPP_ID='a\\nb'`, { PRIVATE_KEY: 'a\nb', APP_ID: 'a\\nb' }],
    ['a blank value, which counts as absent', 'HOST= \nPORT=8080', { HOST: '', PORT: '8080' }],
    ['a byte order mark', '\uFEFFPORT=8080', { PORT: '8080' }],
  ])('%s', (_what, text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  test('nothing when there is no file', () => {
    const env = { PORT: '8080' };
    expect(withEnvFile(env, { path: null, folder: emptyFolder() })).toEqual({ ok: true, value: { env, file: null } });
  });

  test('the environment wins, under whatever name it gives a setting; a blank value there gives nothing', () => {
    const text = 'CODE_HOST_APP_ID=1\nTOKEN_SECRET_FILE=/a\nPORT=1\nHOST=::1';
    const env = { APP_ID: '2', TOKEN_SECRET: 'x', PORT: '', PATH: '/bin' };
    expect(valuesOf(text, env)).toEqual({ APP_ID: '2', TOKEN_SECRET: 'x', PORT: '1', HOST: '::1', PATH: '/bin' });
  });
});

describe('what is refused, with its line and without its value', () => {
  test.each([
    [
      'an unknown name',
      'PORT=1\nDATABSE_URL=canary',
      ['line 2: DATABSE_URL is not a setting of orgdesk. Did you mean DATABASE_URL?'],
    ],
    ['a name that is near to none', 'COLOUR=canary', ['line 1: COLOUR is not a setting of orgdesk. Remove it.']],
    ['a short one', 'PROT=canary', ['line 1: PROT is not a setting of orgdesk. Did you mean PORT?']],
    [
      'with the name of the program',
      'ORGDESK_PORT=1',
      ['line 1: ORGDESK_PORT is not a setting of orgdesk. Did you mean PORT?'],
    ],
    [
      'what Node.js reads',
      'NODE_EXTRA_CA_CERTS=canary',
      ['line 1: NODE_EXTRA_CA_CERTS is read by Node.js, not by orgdesk: set it in the environment.'],
    ],
    ['a name that is there twice', 'PORT=1\nPORT=2', ['line 2: PORT is set twice: remove one of them.']],
  ])('%s', (_what, text, problems) => {
    expect(problemsOf(text)).toEqual(problems.map((problem) => `orgdesk.env, ${problem}`));
  });

  test.each([
    ['a line without =', 'PORT 8080'],
    ['a quote that does not end', 'TOKEN_SECRET="canary'],
    ['words behind a quote', "TOKEN_SECRET='canary' canary"],
    ['a # without quotes', 'DATABASE_URL=postgres://a:b#canary@h/d'],
    ['YAML', 'PORT: 8080'],
  ])('%s', (_what, line) => {
    const [problem, ...others] = problemsOf(`HOST=::1\n${line}\nLOG_LEVEL=info`);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^orgdesk\.env, line 2 is neither a comment nor NAME=VALUE\./);
    expect(problem).not.toContain('canary');
  });

  test('all of it at once', () => {
    expect(problemsOf('PROT=1\nx\nPORT=1\nPORT=1')).toHaveLength(3);
  });

  test('not what the environment has, too: a unit or a container may have read the same file', () => {
    expect(problemsOf('NODE_ENV=production\nNODE_EXTRA_CA_CERTS=/a', { NODE_EXTRA_CA_CERTS: '/a' })).toEqual([]);
  });

  test('a file that was asked for and is not there, or is a folder', () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'orgdesk.env'));
    const path = join(folder, 'none');
    expect(withEnvFile({}, { path, folder })).toEqual({
      ok: false,
      refusal: [`The settings file ${path} does not exist.`],
    });
    expect(withEnvFile({}, { path: null, folder })).toEqual({
      ok: false,
      refusal: ['The settings file orgdesk.env is a directory.'],
    });
  });
});

describe('whose it is', () => {
  /** The file as it lies in a folder, read by a process; root stands for nobody else there, so that one is another user. */
  function readByUser(mode: number, { isNamed = false, folderMode = 0o755, group = null as number | null } = {}) {
    const folder = emptyFolder();
    const path = join(folder, 'orgdesk.env');
    writeFileSync(path, 'PORT=8080\n');
    if (group !== null) chownSync(path, 0, group);
    chmodSync(path, mode);
    chmodSync(folder, folderMode);
    const module = new URL('../../../src/operate/config/env-file.ts', import.meta.url).href;
    const options = JSON.stringify({ path: isNamed ? path : null, folder });
    const script = `import { withEnvFile } from ${JSON.stringify(module)}; console.log(JSON.stringify(withEnvFile({}, ${options})));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      env: {},
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    chmodSync(folder, 0o700);
    return { path, read: JSON.parse(output) as ReturnType<typeof withEnvFile> };
  }
  const MAY_NOT = "orgdesk's user cannot read it";
  const OPEN = 'other users can write to it: run chmod 600 on it';

  test.each([
    ['the user may not read', 0o000, 0o755, MAY_NOT],
    ['lies in a folder that is closed', 0o644, 0o000, MAY_NOT],
    ['the group may write to', 0o664, 0o755, OPEN],
    ['anybody may write to', 0o646, 0o755, OPEN],
  ])('orgdesk.env that %s is left aside, with the reason', (_what, mode, folderMode, leftAside) => {
    const { path, read } = readByUser(mode, { folderMode });
    expect(read).toEqual({
      ok: true,
      value: { env: {}, file: { path, ignoredBecause: leftAside, readers: 'nobody' } },
    });
  });

  test('one of root that the user may read is used', () => {
    expect(readByUser(0o644).read).toMatchObject({ ok: true, value: { env: { PORT: '8080' } } });
  });

  test.skipIf(!isRoot)('one of root is read through its group without a warning, as the unit of systemd has it', () => {
    const readersOf = (mode: number, group: number) => Object(readByUser(mode, { group }).read).value.file.readers;
    expect([readersOf(0o640, 65_534), readersOf(0o644, 65_534)]).toEqual(['nobody', 'others-beside-group']);
    expect(readersOf(0o644, 0)).toBe('everybody');
  });

  test('one’s own is nobody else’s to read', () => {
    const folder = emptyFolder();
    const path = join(folder, 'orgdesk.env');
    writeFileSync(path, 'PORT=8080\n');
    const warned = (mode: number) => {
      chmodSync(path, mode);
      const found = withEnvFile({}, { path: null, folder });
      return found.ok && found.value.file !== null ? fileWarnings(found.value.file) : null;
    };
    expect([warned(0o600), warned(0o640), warned(0o604)]).toEqual([
      [],
      [`Other users can read ${path}: run chmod 600 on it.`],
      [`Other users can read ${path}: run chmod 600 on it.`],
    ]);
    expect(fileWarnings({ path, ignoredBecause: null, readers: 'others-beside-group' })).toEqual([
      `Other users can read ${path}: run chmod o= on it.`,
    ]);
  });

  test.each([
    ['may not be read', 0o000, "orgdesk's user cannot read"],
    ['may be written to by anybody', 0o646, 'is writable by everyone: run chmod 600 on it'],
  ])('a file that was asked for and %s is refused', (_what, mode, message) => {
    const { path, read } = readByUser(mode, { isNamed: true });
    expect(read).toEqual({ ok: false, refusal: [`The settings file ${path} ${message}.`] });
  });

  // Nobody else can give a file to another user.
  test.skipIf(!isRoot)('one that somebody else planted is left aside, by a link too', () => {
    const leftAside = "neither orgdesk's user nor root owns it";
    for (const plant of ['file', 'link', 'pipe']) {
      const folder = emptyFolder();
      const path = join(folder, 'orgdesk.env');
      if (plant === 'link') symlinkSync('/etc/hostname', path);
      else if (plant === 'pipe') execFileSync('mkfifo', [path]);
      else writeFileSync(path, 'PORT=8080\n', { mode: 0o600 });
      lchownSync(path, 65_534, 65_534);
      expect(withEnvFile({}, { path: null, folder })).toEqual({
        ok: true,
        value: { env: {}, file: { path, ignoredBecause: leftAside, readers: 'nobody' } },
      });
    }
  });
});

describe('what is written', () => {
  test('is read again as it was, a key of several lines too', () => {
    const values = { ...RIGHT, DATABASE_URL: 'postgres://a:b%40@h/d?x=#', PORT: '8080', HOST: '' };
    expect(valuesOf(envFileText(values))).toEqual(values);
  });

  test('whatever the values are', () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\r', '').trim());
    fc.assert(
      fc.property(text, text, (PORT, HOST) => {
        const values = { PORT, HOST, LOG_LEVEL: 'info' };
        const canBeWritten = [PORT, HOST].every((value) => !["'", '`'].every((quote) => value.includes(quote)));
        fc.pre(canBeWritten);
        expect(valuesOf(envFileText(values))).toEqual(values);
      }),
      cases({ brief: 60, full: 2_000 }),
    );
  });

  test('throws without its value when no quotes are left for it', () => {
    expect(() => envFileText({ TOKEN_SECRET: `'"\`${CANARY}` })).toThrow(
      new Error('TOKEN_SECRET contains all kinds of quotes and cannot be written to an env file'),
    );
  });
});

describe('the program', () => {
  const settings = async () => ({ PORT: String(await freePort()), LOG_LEVEL: 'info' });

  test('finds orgdesk.env where it is started, and says so', async () => {
    const [folder, { PORT }] = [emptyFolder(), await settings()];
    writeFileSync(join(folder, 'orgdesk.env'), envFileText({ PORT }));
    chmodSync(join(folder, 'orgdesk.env'), 0o644);

    const program = run({ folder });
    await untilReady(program, `http://localhost:${PORT}`);

    const lines = program.out().split('\n');
    const saying = (text: string) => lines.filter((line) => line.includes(text));
    expect(saying('settings file loaded')).toEqual([expect.stringContaining(join(folder, 'orgdesk.env'))]);
    expect(saying('a setting may be wrong')).toEqual([expect.stringContaining('chmod 600')]);
  });

  test('goes on without one that others may write to, and warns once', async () => {
    const [folder, env] = [emptyFolder(), await settings()];
    writeFileSync(join(folder, 'orgdesk.env'), 'PROT=1\n');
    chmodSync(join(folder, 'orgdesk.env'), 0o666);

    const program = run({ folder, env });
    await untilReady(program, `http://localhost:${env.PORT}`);

    const warnings = program
      .out()
      .split('\n')
      .filter((line) => line.includes('a setting may be wrong'));
    expect(warnings).toEqual([expect.stringContaining('orgdesk.env is not used: other users can write')]);
    expect([program.out().includes('settings file loaded'), program.err()]).toEqual([false, '']);

    const migrate = run({ folder, parameters: ['migrate'] });
    expect(await migrate.ended).toMatchObject({ code: 0 });
    expect(migrate.err()).toMatch(/^Warning: The settings file .* is not used: .*\n$/);
  });

  test.each([
    [['--env-file', 'other.env']],
    [['serve', '--env-file=other.env']],
    [['--env-file', 'other.env', 'serve']],
  ])('reads the file that is named: %j', async (parameters) => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'orgdesk.env'), 'PORT=0\n');
    writeFileSync(join(folder, 'other.env'), 'PROT=8080\n');

    const program = run({ folder, parameters });

    expect(await program.ended).toMatchObject({ code: 1 });
    expect(program.err()).toBe(
      'The settings are invalid:\n  - other.env, line 1: PROT is not a setting of orgdesk. Did you mean PORT?\n',
    );
  });

  test('wants a path behind --env-file', async () => {
    const program = run({ parameters: ['serve', '--env-file'] });
    expect(await program.ended).toMatchObject({ code: 2 });
    expect(program.err()).toBe('--env-file takes PATH. See orgdesk serve --help.\n');
  });
});
