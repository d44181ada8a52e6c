import { readFile } from 'node:fs/promises';
import { readCommandLine } from '@orgdesk/command-framework/command-line';
import { expect, test } from 'vitest';
import { PROGRAM } from '../../server/src/operate/commands/table.ts';
import { CALLS } from '../src/commands/table.ts';
import { COMMON_EXIT_CODES, JOB_EXIT_CODES, LIST_EXIT_CODES } from '../src/connection/stop.ts';

const WITHOUT_JSON: Readonly<Record<string, string>> = {
  serve: 'runs until it is stopped',
  setup: 'asks questions',
  completion: 'prints a script',
};

const commands = await Promise.all(
  Object.entries(PROGRAM.commands).map(async ([name, load]) => [name, (await load()).command] as const),
);

test('every command that prints results has --json', () => {
  const without = commands.filter(([, { options }]) => options.json?.type !== 'boolean').map(([name]) => name);
  expect(new Set(without)).toEqual(new Set(Object.keys(WITHOUT_JSON)));
});

test('with --json, a refusal of arguments is an object with the exit code', async () => {
  for (const [name] of commands.filter(([each]) => !Object.hasOwn(WITHOUT_JSON, each))) {
    const commandLine = await readCommandLine([...name.split(' '), '--json', '--no-such-option'], PROGRAM);
    expect(commandLine).toMatchObject({ run: null, out: '', exitCode: 2 });
    const err: unknown = commandLine.run === null ? JSON.parse(commandLine.err) : null;
    expect(err).toEqual({ error: expect.stringContaining('"--no-such-option"'), exitCode: 2 });
  }
});

test('the README has every exit code of the command line', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
  const loaded = await Promise.all(Object.values(CALLS).map(async (load) => (await load()).command.exitCodes));
  const documentedCodes = [COMMON_EXIT_CODES, JOB_EXIT_CODES, LIST_EXIT_CODES, ...loaded].flatMap((codes) =>
    Object.keys(codes),
  );
  expect(listed).toEqual([...new Set([2, 130, ...documentedCodes.map(Number)])].toSorted((one, other) => one - other));
});
