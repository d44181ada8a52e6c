import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sqlitePathOf } from '../../support/databases/engines.ts';
import { freePort } from '../../support/service/ports.ts';
import { runProgram, untilReady } from '../../support/service/program.ts';
import { type Fault, plant, type Settings } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { check, troublesIn } from './set-up.ts';

/** Checks that can stop the start: all settings, the port and the database. */
const START: ReadonlySet<string> = new Set(['settings', 'listen', 'database', 'migrations']);

/** Returns true if the SQLite file has the fault. */
const isThere = (databaseUrl: string, { check: name }: Fault): boolean =>
  (name === 'database' || name === 'migrations') &&
  databaseUrl.startsWith('sqlite:') &&
  existsSync(sqlitePathOf(databaseUrl));

/** Doctor and the start find the same of one fault, in the same words. */
async function isJudgedAlike(fault: Fault, engine: keyof typeof FAULTS): Promise<void> {
  const { setUp, change } = await plant(fault, engine);
  const facts = troublesIn(await check(setUp, change)).map(({ fact }) => fact);
  expect(facts).not.toEqual([]);

  const port = change.PORT ?? String(await freePort());
  const settings: Settings = { ...setUp.env, PORT: port, LOG_FORMAT: 'json', ...change };
  const env = Object.fromEntries(Object.entries(settings).filter((entry) => entry[1] !== undefined)) as Record<
    string,
    string
  >;
  const program = runProgram({ env });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  if (fault.atStart === 'refused') {
    expect((await program.ended).code).toBe(1);
    // A SQLite file that is there is judged by opening it, in the words of that.
    const texts = isThere(String(settings.DATABASE_URL), fault)
      ? ['the database in DATABASE_URL cannot be used: ']
      : facts;
    for (const each of texts) expect(program.err()).toContain(each);
  } else {
    await untilReady(program, `http://127.0.0.1:${port}`);
    for (const fact of facts) await expect.poll(() => program.out()).toContain(JSON.stringify(fact));
  }
}

describe.each(['SQLite', 'PostgreSQL'] as const)('doctor and serve, on %s, judge alike', (engine) => {
  const concerned = FAULTS[engine].filter(({ atStart }) => atStart !== undefined);
  test.each(concerned.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) =>
    isJudgedAlike(fault, engine),
  );

  test('every failure of what the start needs', () => {
    const left = FAULTS[engine].filter(
      ({ check: name, standing, atStart }) => START.has(name) && standing === 'failure' && atStart === undefined,
    );
    expect(left.map(({ name }) => name)).toEqual(
      // Without a code host there is a simulated one.
      engine === 'SQLite' ? ['no setting of a code host at all'] : [],
    );
  });
});
