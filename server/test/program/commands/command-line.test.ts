import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/operate/commands/table.ts';
import { readConfig } from '../../../src/operate/config/read-config.ts';
import { CHECKS } from '../../../src/operate/doctor/diagnose.ts';
import { METRICS, type MetricRow } from '../../../src/operate/metrics/metric-table.ts';
import { run } from '../configured.ts';

const SESSIONS_TAKES = 'sessions requires count, list USER, or end USER [SESSION]. See orgdesk sessions --help.';

/** Every name that is looked up in the environment when nothing is set. */
function namesRead(): readonly string[] {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_none, name) => void names.add(String(name)) }));
  return [...names];
}

test.each(['--help', '-h'])('%s fits on a screen, names every help topic, and ends with code 0', async (parameter) => {
  const program = run({ parameters: [parameter] });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.out().split('\n').length).toBeLessThan(30);
  expect(program.out()).toMatch(
    /^Topics: npx orgdesk help TOPIC\n {2}settings .*\n {2}checks .*\n {2}metrics .*\n {2}remote .*\n$/m,
  );
});

test('help settings prints every setting that is read, and ends with code 0', async () => {
  const program = run({ parameters: ['help', 'settings'] });

  expect(await program.ended).toEqual({ code: 0, signal: null });

  expect(program.err()).toBe('');
  expect(namesRead()).toContain('CODE_HOST_CLIENT_ID');
  const documented = new Set(program.out().match(/[A-Z][A-Z_]+/g));
  expect(namesRead().filter((name) => !documented.has(name) && !documented.has(name.replace(/_FILE$/, '')))).toEqual(
    [],
  );
});

test('help settings promises the defaults that are in force', async () => {
  const program = run({ parameters: ['help', 'settings'] });
  await program.ended;

  const config = readConfig({});
  expect(config.ok && [config.value.port, config.value.host, config.value.rateLimit, config.value.logLevel]).toEqual([
    3000,
    '127.0.0.1',
    1200,
    'info',
  ]);
  for (const promise of ['(3000)', '(127.0.0.1)', '(1200)', '(info)']) expect(program.out()).toContain(promise);
  expect(config.ok && program.out().includes(config.value.databaseUrl)).toBe(true);
});

test('help settings names only documents that exist', async () => {
  const program = run({ parameters: ['help', 'settings'] });
  await program.ended;
  const named = [...new Set(program.out().match(/(?:docs\/|SECURITY)[\w/-]*\.md/g))];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(new URL(`../../../../${path}`, import.meta.url)))).toEqual([]);
});

test('help checks prints every check with what it is about, and ends with code 0', async () => {
  const program = run({ parameters: ['help', 'checks'] });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.err()).toBe('');
  const output = program.out().replace(/\s+/g, ' ');
  expect(CHECKS.filter(({ name, about }) => !output.includes(` ${name} ${about}`))).toEqual([]);
});

test('help metrics prints every metric with its type and labels, and ends with code 0', async () => {
  const program = run({ parameters: ['help', 'metrics'] });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.err()).toBe('');
  const output = program.out().replace(/\s+/g, ' ');
  const metrics: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
  const missing = metrics.filter(([name, { type, help, labels = {} }]) => {
    const required = [`${name} ${help} (${type}, `, ...Object.entries(labels).map((label) => label.join(' '))];
    return !required.every((text) => output.includes(` ${text.replaceAll('`', '')}`));
  });
  expect(missing).toEqual([]);
});

test.each(['settings', 'checks', 'metrics'])('help %s fits into a terminal of 125 columns', async (topic) => {
  const program = run({ parameters: ['help', topic] });
  await program.ended;
  expect(
    program
      .out()
      .split('\n')
      .filter((line) => line.length > 125),
  ).toEqual([]);
});

test.each([
  [['serve', 'x'], '"x". See orgdesk serve --help.'],
  [['--port', '8080'], '"--port". See orgdesk --help.'],
  [['--json'], '"--json". See orgdesk --help.'],
  [[''], '"". See orgdesk --help.'],
  [['recncile'], '"recncile". Did you mean reconcile? See orgdesk --help.'],
  [['recncile', '--help'], '"recncile". Did you mean reconcile? See orgdesk --help.'],
  [['help', 'setings'], '"setings". Did you mean settings? See orgdesk --help.'],
  [['settings'], '"settings". See orgdesk --help.'],
  [['help', 'metric'], '"metric". Did you mean metrics? See orgdesk --help.'],
  [['help', 'sesions'], '"sesions". Did you mean sessions? See orgdesk --help.'],
  [['toString'], '"toString". See orgdesk --help.'],
  [['reconcile', '--all'], '"--all". See orgdesk reconcile --help.'],
  [['sessions', 'count', '--jsn'], '"--jsn". Did you mean --json? See orgdesk sessions --help.'],
  [['sessions', 'end', '--all'], '"--all". See orgdesk sessions --help.'],
  [['audit', 'verify', '--all'], '"--all". See orgdesk audit --help.'],
])('%j is refused with a hint, the nearest right name and code 2', async (parameters, message) => {
  const program = run({ parameters });
  expect(await program.ended).toEqual({ code: 2, signal: null });
  expect([program.out(), program.err()]).toEqual(['', `unknown argument ${message}\n`]);
});

test.each([
  [
    ['audit'],
    'audit requires verify [ORGANIZATION], verify --head FILE, verify --report FILE, or keys. See orgdesk audit --help.',
  ],
  [
    ['audit', 'x'],
    'audit requires verify [ORGANIZATION], verify --head FILE, verify --report FILE, or keys. See orgdesk audit --help.',
  ],
  [
    ['audit', 'verify', 'a', 'b'],
    'audit requires verify [ORGANIZATION], verify --head FILE, verify --report FILE, or keys. See orgdesk audit --help.',
  ],
  [['audit', 'verify', '--json=yes'], '--json takes no value. See orgdesk audit --help.'],
  [['--help=no'], '--help takes no value. See orgdesk --help.'],
  [['sessions'], SESSIONS_TAKES],
  [['sessions', 'list'], SESSIONS_TAKES],
  [['sessions', 'list', ''], SESSIONS_TAKES],
  [['sessions', 'count', 'ada'], SESSIONS_TAKES],
  [['sessions', 'end', 'ada', 'x', 'y'], SESSIONS_TAKES],
])('%j is refused with what the command takes, and code 2', async (parameters, message) => {
  const program = run({ parameters });
  expect(await program.ended).toEqual({ code: 2, signal: null });
  expect([program.out(), program.err()]).toEqual(['', `${message}\n`]);
});

const NAMES = Object.keys(COMMANDS);

test('--help lists every command, also when it is asked for by `help`', async () => {
  const [byFlag, named] = [run({ parameters: ['--help'] }), run({ parameters: ['help'] })];
  await Promise.all([byFlag.ended, named.ended]);
  expect(NAMES).toContain('serve');
  for (const name of NAMES) expect(byFlag.out()).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  expect(named.out()).toBe(byFlag.out());
});

test.each(NAMES)('%s tells its own usage, exit codes and an example', async (name) => {
  const [byFlag, named] = [run({ parameters: [name, '--help'] }), run({ parameters: ['help', name] })];
  expect(await byFlag.ended).toEqual({ code: 0, signal: null });
  await named.ended;
  expect(byFlag.out()).toMatch(new RegExp(`^Usage: npx orgdesk \\[?${name}\\b`));
  expect(byFlag.out()).toMatch(/^Exit codes\n {2}0 +\w.*\n {2}1 +\w.*\n {2}2 +unknown argument$/ms);
  expect(byFlag.out()).toMatch(/^Examples\n {2}.*npx orgdesk /m);
  expect(
    byFlag
      .out()
      .split('\n')
      .filter((line) => line.length > 125),
  ).toEqual([]);
  expect([named.out(), byFlag.err()]).toEqual([byFlag.out(), '']);
});

test('--version says it', async () => {
  const program = run({ parameters: ['--version'] });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.out()).toMatch(/^\d+\.\d+\.\d+\n$/);
});
