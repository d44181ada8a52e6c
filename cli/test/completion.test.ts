import { readCommandLine } from '@orgdesk/command-framework/command-line';
import type { Program } from '@orgdesk/command-framework/program';
import { expect, test } from 'vitest';
import { PROGRAM as WHOLE_PROGRAM } from '../../server/src/operate/commands/table.ts';
import { PROGRAM } from '../src/program.ts';

/** The words offered after these; the last is the one that is being typed. */
async function offered(words: readonly string[], program: Program = PROGRAM): Promise<readonly string[]> {
  const commandLine = await readCommandLine(['complete', '--', ...words], program);
  expect(commandLine).toMatchObject({ run: null, err: '', exitCode: 0 });
  const lines = commandLine.run === null ? commandLine.out.split('\n').slice(0, -1) : [];
  return lines.map((line) => line.replace(/\t.*/, ''));
}

const PROGRAMS = [
  ['the command line', PROGRAM],
  ['the program of the service', WHOLE_PROGRAM],
] as const;

const commandsOf = (program: Program) =>
  Promise.all(
    Object.entries(program.commands).map(async ([name, load]) => [name.split(' '), (await load()).command] as const),
  );

test.each(PROGRAMS)('every command of %s completes, word by word', async (_name, program) => {
  for (const [words] of await commandsOf(program)) {
    for (const [index, word] of words.entries()) {
      expect(await offered([...words.slice(0, index), ''], program)).toContain(word);
      expect(await offered([...words.slice(0, index), word.slice(0, 2)], program)).toContain(word);
      expect(await offered(['help', ...words.slice(0, index), ''], program)).toContain(word);
    }
  }
});

test.each(PROGRAMS)(
  'every option of every command of %s completes, and every value from a list',
  async (_, program) => {
    for (const [words, { options }] of await commandsOf(program)) {
      const long = Object.keys(options).map((option) => `--${option}`);
      expect(await offered([...words, '--'], program)).toEqual([...long, '--help', '--version']);
      for (const [option, { short, choices, type }] of Object.entries(options)) {
        if (short !== undefined) expect(await offered([...words, '-'], program)).toContain(`-${short}`);
        if (type === 'boolean') continue;
        const values = (await offered([...words, `--${option}`, ''], program)).filter((word) => !word.startsWith(':'));
        expect(values).toEqual(choices ?? []);
        const inline = await offered([...words, `--${option}=`], program);
        expect(inline.filter((word) => !word.startsWith(':'))).toEqual(values.map((value) => `--${option}=${value}`));
      }
    }
  },
);

/** Every placeholder of the help: what is offered for it. */
const OFFERED_FOR: Readonly<Record<string, readonly string[]>> = {
  FILE: [':files'],
  PATH: [':files'],
  PLAN: [':files'],
  FOLDER: [':folders'],
  ORGANIZATION: [],
  USERNAME: [],
  USER: [],
  SESSION: [],
  JOB: [],
  CHANGE: [],
  KIND: [],
  KEY: [],
  OPTION: [],
};

test.each(PROGRAMS)('names of files complete where the usage of %s has one', async (_name, program) => {
  for (const [words, { usage, options }] of await commandsOf(program)) {
    for (const line of usage) {
      const typed: string[] = [...words];
      for (const [index, word] of line.split(' ').entries()) {
        const part = word.replace(/[[\]]/g, '');
        if (index < words.length || part === '…' || part === '|') continue;
        if (/^-/.test(part)) {
          typed.push(part);
        } else if (/^[a-z]/.test(part)) {
          typed.push(part);
        } else {
          const option = /^--([\w-]+)$/.exec(typed.at(-1) ?? '')?.[1] ?? '';
          const expected = options[option]?.choices ?? OFFERED_FOR[part];
          const isFree = expected === undefined && options[option]?.type === 'string';
          expect([line, part, await offered([...typed, ''], program)]).toEqual([line, part, isFree ? [] : expected]);
          typed.push('x');
        }
      }
    }
  }
});

test.each([
  ['file check a.yaml ', [':files']],
  ['file check a.yaml b.yaml ', [':files']],
  ['invite acme people.csv ', []],
  ['people list acme --role owner --r', []],
  ['invite acme people.csv --team a --te', ['--team']],
  ['people list acme --json --j', []],
  ['people list acme -- --j', []],
  ['file check -- ', [':files']],
  ['people lst --js', []],
  ['help jobs watch ', []],
  ['poeple ', []],
  ['toString ', []],
  ['people list --toString=', []],
  ['people list --role=$(id)', []],
  ['audit export acme -o ', [':files']],
] as const)('after %j comes %j', async (line, expected) => {
  expect(await offered(line.split(' '))).toEqual(expected);
});

test('the commands of operators complete, with their own words', async () => {
  expect(await offered(['audit', ''], WHOLE_PROGRAM)).toEqual(['verify', 'keys', 'tail', 'export']);
  expect(await offered(['sessions', ''], WHOLE_PROGRAM)).toEqual(['count', 'list', 'end']);
  expect(await offered(['--env-file', ''], WHOLE_PROGRAM)).toEqual([':files']);
  expect(await offered(['help', 'se'], WHOLE_PROGRAM)).toEqual(['serve', 'setup', 'sessions', 'settings']);
});
