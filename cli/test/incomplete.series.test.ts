import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultRule } from '@orgdesk/simulator';
import { expect, onTestFinished, test } from 'vitest';
import { pieceOf } from '../../server/test/support/series.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { CALLS } from '../src/commands/table.ts';
import { type Ended, freshHome, orgdesk } from './support/orgdesk.ts';

const service = sharedService();
const FILE = 'FILE';
const PEOPLE = 'PEOPLE';
const DEPARTMENTS = 'DEPARTMENTS';

/** What each command is run with; null if it reads nothing of an organization. */
const PARAMETERS: Readonly<Record<string, readonly (readonly string[])[] | null>> = {
  login: null,
  logout: null,
  whoami: [[]],
  orgs: [[]],
  'people list': [['acme'], ['--all-organizations']],
  'people show': [['acme', 'grace']],
  'people preview': [['acme', '--remove', 'grace']],
  // Asks first, and changes nothing without an answer.
  'people change': [['acme', '--remove', 'grace']],
  invite: [
    ['acme', PEOPLE],
    ['acme', PEOPLE, '--preview'],
    ['acme', DEPARTMENTS, '--preview'],
  ],
  'jobs list': [['acme']],
  'jobs watch': [['acme', 'a-job']],
  'jobs pause': null,
  'jobs resume': null,
  'jobs cancel': null,
  'jobs take-over': null,
  access: [['acme'], ['acme', '--person', 'grace'], ['acme', '--repository', 'rocket-skates']],
  'file check': [[FILE]],
  'file import': [['acme']],
  'file plan': [['acme', FILE]],
  // Without an answer.
  'file apply': null,
  'file drift': [['acme']],
  'file rules': [['acme']],
  'audit tail': [['acme']],
  'audit export': [['acme']],
};

/** Says that there is nothing, or that all is well. */
const NOTHING =
  /^(no|nothing|none|nobody|everyone|everything|every)\b|(^|\s)0 (?!of)|\bisn’t in any\b|\b(done|gone|not there)\b|nothing (to|has|will)/i;
const FAULTS: readonly (readonly [name: string, rule: FaultRule, every: number])[] = [
  ['down', { kind: 'reset' }, 1],
  ['refusing every second call', { kind: 'bad-gateway-html', every: 2 }, 1],
  // Each call lasts as long as the service waits for one.
  ['slow', { kind: 'hang' }, 5],
];

test('each command of the table is listed', () => {
  expect(new Set(Object.keys(PARAMETERS))).toEqual(new Set(Object.keys(CALLS)));
});

/** Commands whose CSV says what became of a change that they made. */
const CHANGES = ['jobs pause', 'jobs resume', 'jobs cancel', 'jobs take-over', 'file apply'];

test('each command that prints CSV is run, which it prints without a terminal', async () => {
  const printing = await Promise.all(
    Object.entries(CALLS).map(async ([name, load]) => ('csv' in (await load()).command.options ? [name] : [])),
  );
  const left = printing.flat().filter((name) => PARAMETERS[name] === null && !CHANGES.includes(name));
  expect([printing.flat().length > 5, left]).toEqual([true, []]);
});

async function runs(): Promise<readonly (readonly string[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-incomplete-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const organization = join(folder, 'organization.yaml');
  const people = join(folder, 'people.csv');
  await writeFile(organization, 'version: 1\n');
  const departments = join(folder, 'departments.csv');
  await writeFile(people, 'username\nken\n');
  await writeFile(departments, 'username,department\nken,Platform\n');
  const paths = new Map([
    [FILE, organization],
    [PEOPLE, people],
    [DEPARTMENTS, departments],
  ]);
  return Object.entries(PARAMETERS).flatMap(([name, all]) =>
    (all ?? []).map((parameters) => [...name.split(' '), ...parameters.map((word) => paths.get(word) ?? word)]),
  );
}

const nothingIn = ([, out, err]: Ended): readonly string[] =>
  `${out}\n${err}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => NOTHING.test(line));

test.for(FAULTS)(
  'with the code host %s, no command says that there is nothing which was not read',
  async ([, rule, every]) => {
    const run = async (args: readonly string[]) => {
      const { id } = await service().signIn('ada');
      return { id, args, env: { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id } };
    };
    const { control } = service().simulator;
    onTestFinished(() => control.clearFaults());
    const untrue: unknown[] = [];
    for (const args of pieceOf(await runs(), every, every)) {
      control.clearFaults();
      const { env } = await run(args);
      const whole = await orgdesk(args, env);
      control.fault(rule);
      const ended = await orgdesk(args, env);
      const lines = nothingIn(ended).filter((line) => !nothingIn(whole).includes(line));
      const isLess = ended[0] === 0 && args[0] !== 'audit' && ended[1] !== whole[1];
      if (lines.length > 0 || isLess) untrue.push({ args, lines, ended, whole: isLess ? whole : null });
    }
    expect(untrue).toEqual([]);
  },
);
