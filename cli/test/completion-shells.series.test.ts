import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../src/program.ts';
import { freshHome, orgdesk } from './support/orgdesk.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const COMPILE_CACHE = join(tmpdir(), 'orgdesk-compile-cache');

const SHELLS = {
  bash: { argv: ['bash', '--norc', '--noprofile', '-i'], first: '' },
  // By itself, TAB of zsh expands a word before it completes it, for every command.
  zsh: { argv: ['zsh', '-f', '-i'], first: "autoload -Uz compinit; compinit -u; bindkey '^I' complete-word; " },
  fish: { argv: ['fish', '--no-config', '-i'], first: '' },
} as const;
type Shell = keyof typeof SHELLS;

const isThere = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** A home with a program `orgdesk`, files and a folder. */
async function home(shell: Shell) {
  const HOME = await freshHome();
  await mkdir(join(HOME, 'bin'));
  await mkdir(join(HOME, 'organization'));
  await writeFile(join(HOME, 'bin/orgdesk'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  await chmod(join(HOME, 'bin/orgdesk'), 0o755);
  await writeFile(join(HOME, 'people one.csv'), 'grace\n');
  const script = join(HOME, 'bin/script');
  const [code, text, err] = await orgdesk(['completion', shell], { HOME });
  expect([code, err]).toEqual([0, '']);
  await writeFile(script, text);
  const env = {
    HOME,
    PATH: `${join(HOME, 'bin')}:${process.env.PATH}`,
    // A shell whose terminal ends would write its history while its home is removed.
    HISTFILE: '',
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    PS1: '$ ',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
  return { HOME, script, env };
}

describe.each(Object.keys(SHELLS) as Shell[])('%s', (shell) => {
  test('reads its script any number of times without a word', async ({ skip }) => {
    if (!isThere(shell)) skip(`${shell} is not installed on this machine`);
    const { script, env, HOME } = await home(shell);
    const [first, ...others] = SHELLS[shell].argv;
    const options = { env, cwd: HOME, encoding: 'utf8' } as const;
    expect(spawnSync(first, ['-n', script], options)).toMatchObject({ status: 0, stderr: '' });
    const args = [...others.filter((word) => word !== '-i'), '-c', `. ${script}; . ${script}; echo read`];
    expect(spawnSync(first, args, options)).toMatchObject({ status: 0, stdout: 'read\n', stderr: '' });
  });

  test('completes at TAB in a terminal, and runs nothing that was typed', async ({ skip }) => {
    if (!isThere(shell)) skip(`${shell} is not installed on this machine`);
    const { script, env, HOME } = await home(shell);
    const terminal = startTerminal(SHELLS[shell].argv, env, HOME);
    await terminal.line(`${SHELLS[shell].first}. ${script}; . ${script}`);
    for (const [typed, completed] of [
      ['orgdesk people li', 'orgdesk people list '],
      ['orgdesk people list acme --role=ow', 'orgdesk people list acme --role=owner '],
      ['orgdesk jobs list acme --kind "inv', 'orgdesk jobs list acme --kind "invitations"'],
      ['orgdesk --version wh', 'orgdesk --version whoami '],
      ['orgdesk whoami --url https://x --js', 'orgdesk whoami --url https://x --json '],
      ['orgdesk invite acme peo', 'orgdesk invite acme people\\ one.csv '],
      ['orgdesk audit export acme --output=peo', 'orgdesk audit export acme --output=people\\ one.csv '],
      ['orgdesk file import acme o', 'orgdesk file import acme organization/'],
      ['orgdesk people list "$(touch ran)" --ro', 'orgdesk people list "$(touch ran)" --role '],
    ] as const) {
      await terminal.tab(typed, completed);
    }
    for (const typed of HOSTILE) await terminal.tab(typed, null);
    expect((await readdir(HOME)).filter((name) => name.startsWith('ran'))).toEqual([]);
  });
});

const HOSTILE = [
  'orgdesk $(touch ran)',
  'orgdesk people list $(touch ran',
  'orgdesk people list `touch ran` --ro',
  'orgdesk people list "`touch ran`" --ro',
  "orgdesk people list '; touch ran; ' --ro",
  'orgdesk people list ";touch ran;" --ro',
  'orgdesk people list acme --role=$(touch ran)',
  'orgdesk people list acme --role $(touch ran)',
  'orgdesk invite acme $(touch ran)/',
  'orgdesk invite acme `touch ran`/',
  'orgdesk invite acme "$(touch ran)/',
  'orgdesk invite acme --results=$(touch ran)/',
  'orgdesk file import acme $(touch ran)/',
  'orgdesk people list <(touch ran) --ro',
  'orgdesk people list $x[$(touch ran)] --ro',
  'orgdesk people list a[$(touch ran)] --ro',
] as const;

const [CLEAR, TAB, ENTER] = ['\u0015', '\t', '\r'];

/** A shell in a terminal of 100 columns. */
function startTerminal(argv: readonly string[], env: Readonly<Record<string, string>>, folder: string) {
  const command = `stty cols 100 rows 50; exec ${argv.join(' ')}`;
  const child: ChildProcess = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { ...env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  let shown = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    shown += stripVTControlCharacters(text);
  });
  let count = 0;
  /** Waits until the shell has worked on everything that was typed. */
  const settled = async (): Promise<void> => {
    count += 1;
    child.stdin?.write(`${CLEAR}printf 'at %s\\n' ${count}${ENTER}`);
    await expect.poll(() => shown, { timeout: 30_000 }).toMatch(new RegExp(`^at ${count}\r?$`, 'm'));
  };
  return {
    async line(text: string): Promise<void> {
      child.stdin?.write(`${text}${ENTER}`);
      await settled();
    },
    /** Types this and TAB, and waits for what is expected to be shown. */
    async tab(text: string, expected: string | null): Promise<void> {
      shown = '';
      child.stdin?.write(`${text}${TAB}`);
      if (expected !== null) await expect.poll(() => shown, { timeout: 30_000 }).toContain(expected);
      await settled();
    },
  };
}

// Only bash lets a script call what TAB calls; the others are asked through their terminal.
test('bash offers every option, every value of a list, and names of files', async () => {
  const { script, env, HOME } = await home('bash');
  const cases: (readonly [line: string, expected: readonly string[]])[] = [];
  for (const [name, load] of Object.entries(PROGRAM.commands)) {
    const { options } = (await load()).command;
    const long = Object.keys(options).map((option) => `--${option}`);
    cases.push([`${name} --`, [...long, '--help', '--version']]);
    for (const [option, { choices, value }] of Object.entries(options)) {
      if (choices !== undefined) cases.push([`${name} --${option} `, choices], [`${name} --${option} = `, choices]);
      if (value === 'FILE') cases.push([`${name} --${option} `, ['files']]);
    }
  }
  const requests = cases.map(
    ([line]) => `COMP_WORDS=(orgdesk ${line.replace(/ $/, " ''")}); ask "\${COMP_WORDS[-1]}" "\${COMP_WORDS[-2]}"`,
  );
  const functions = `compopt() { echo "$2" | sed 's/default/files/'; }
ask() { COMP_TYPE=37 COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _orgdesk orgdesk "$1" "$2"; printf '%s\\n' "\${COMPREPLY[@]}"; echo .; }`;
  const file = join(HOME, 'cases');
  await writeFile(file, [`. ${script}`, functions, ...requests].join('\n'));
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', file], { env, cwd: HOME, encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
  const answers = stdout.split('.\n').map((answer) => answer.split('\n').filter(Boolean));
  expect(cases.map(([line], index) => [line, answers[index]])).toEqual(cases.map((each) => [...each]));
});
