import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { run } from './configured.ts';

/** Every name that is looked up in the environment when nothing is set. */
function namesRead(): readonly string[] {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_none, name) => void names.add(String(name)) }));
  return [...names];
}

test.each(['--help', '-h'])('%s prints every setting that is read, and ends with code 0', async (parameter) => {
  const program = run({ parameters: [parameter] });

  expect(await program.ended).toEqual({ code: 0, signal: null });

  expect(program.err()).toBe('');
  expect(namesRead()).toContain('CODE_HOST_CLIENT_ID');
  const told = new Set(program.out().match(/[A-Z][A-Z_]+/g));
  expect(namesRead().filter((name) => !told.has(name) && !told.has(name.replace(/_FILE$/, '')))).toEqual([]);
});

test('--help promises the defaults that are in force', async () => {
  const program = run({ parameters: ['--help'] });
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

test.each([[['serve', 'x']], [['--port', '8080']], [['']], [['recncile']], [['reconcile', '--all']]])(
  '%j is refused with a hint and code 2',
  async (parameters) => {
    const program = run({ parameters });

    expect(await program.ended).toEqual({ code: 2, signal: null });

    expect(program.out()).toBe('');
    expect(program.err()).toMatch(
      /^orgdesk does not know ".*"\. Its commands are serve, reconcile, audit and sessions; see --help\.\n$/,
    );
  },
);

test.each([[['audit']], [['audit', 'x']], [['audit', 'verify', 'a', 'b']], [['audit', 'verify', '--all']]])(
  '%j is refused with what audit takes, and code 2',
  async (parameters) => {
    const program = run({ parameters });
    expect(await program.ended).toEqual({ code: 2, signal: null });
    expect([program.out(), program.err()]).toEqual(['', 'audit takes verify [ORGANIZATION]; see --help.\n']);
  },
);

test.each([
  [['sessions']],
  [['sessions', 'list']],
  [['sessions', 'count', 'ada']],
  [['sessions', 'end', 'ada', 'x', 'y']],
  [['sessions', 'end', '--all']],
])('%j is refused with what sessions takes, and code 2', async (parameters) => {
  const program = run({ parameters });
  expect(await program.ended).toEqual({ code: 2, signal: null });
  expect([program.out(), program.err()]).toEqual([
    '',
    'sessions takes count, list USER, or end USER [SESSION]; see --help.\n',
  ]);
});
