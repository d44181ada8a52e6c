import { createHash, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createTestPostgres } from '../server/test/support/databases/postgres.ts';
import { MUTANTS } from './mutants/list.ts';
import { type Mutant, mutated } from './mutants/mutant.ts';
import { runTests } from './mutants/run-tests.ts';
import { createSandbox } from './mutants/sandbox.ts';
import { refuseArguments, scriptArguments } from './script-arguments.ts';

/*
 * Plants faults in guards, one at a time, in copies of the repository, and runs the tests nearest to each:
 * `npm run mutants`. Code 1 when tests notice less than the share below, or a snippet is out of date. Arguments after the
 * command choose mutants by file or fault.
 */

const SHARE_MIN = 0.9;
const MUTANTS_MAX = 400;
const MUTANT_LIMIT_MS = 180_000;
/** A fault in code that most of the service uses affects nearly every test. */
const CHANGED_LIMIT_MS = 15 * 60_000;
/** A whole `npm test` with `--changed`, also on a busy machine. */
const WITHOUT_FAULT_LIMIT_MS = 30 * 60_000;
const TOTAL_LIMIT_MS = 2 * 60 * 60_000;
const SANDBOXES = Math.min(2, availableParallelism());
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { positionals: args, values } = scriptArguments({
  name: 'mutants',
  about: 'Plants faults in guards, one at a time, and runs the tests nearest to each; for up to two hours.',
  positionals: '[WORD OF A FILE OR FAULT...]',
  options: {
    draw: { type: 'string', description: 'only so many faults, drawn by chance' },
    seed: { type: 'string', description: 'draws the same faults again' },
    changed: {
      type: 'boolean',
      description: 'runs what npm test -- --changed chooses, not the tests named for a fault',
    },
  },
});
const { changed = false } = values;
const named = MUTANTS.filter(({ file, fault }) => args.every((word) => `${file} ${fault}`.includes(word)));
const chosen = values.draw === undefined ? named : draw(Number(values.draw), values.seed ?? String(randomInt(2 ** 31)));
if (chosen.length === 0) refuseArguments('mutants', `No file or fault contains ${args.join(' and ')} in its name`);
const mutants = chosen.filter(({ equivalent }) => equivalent === undefined);
if (mutants.length > MUTANTS_MAX) throw new Error(`at most ${MUTANTS_MAX} mutants are run, not ${mutants.length}`);
for (const mutant of chosen) mutated(mutant, ROOT);

const survivors: Mutant[] = [];
const notRun: Mutant[] = [];
const endsAt = performance.now() + TOTAL_LIMIT_MS;

const postgres = await createTestPostgres();
const sandboxes = Array.from({ length: SANDBOXES }, () => createSandbox(ROOT));
const [first] = sandboxes;
const removeSandboxes = () => {
  for (const sandbox of sandboxes) sandbox.remove();
};
// An end by a signal leaves nothing behind either: the tests under way end with their group, PostgreSQL with this process.
process.once('exit', removeSandboxes);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  if (changed) for (const sandbox of sandboxes) sandbox.commit();
  // What fails without a fault would be taken for noticing each.
  const tests = changed ? 'all' : [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  const options = { databaseUrl: postgres.url, limitMs: changed ? CHANGED_LIMIT_MS : MUTANT_LIMIT_MS };
  if (first !== undefined) {
    print(`${mutants.length} faults; first their tests without a fault`);
    const { outcome, output } = await runTests({
      ...options,
      root: first.root,
      tests,
      limitMs: WITHOUT_FAULT_LIMIT_MS,
      bail: false,
    });
    if (outcome !== 'passed') throw new Error(`the tests do not pass without a fault: ${outcome}\n${output}`);
  }
  const queue = [...mutants];
  await Promise.all(
    sandboxes.map(async (sandbox) => {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        if (performance.now() > endsAt) {
          notRun.push(mutant);
          continue;
        }
        const restore = sandbox.plant(mutant);
        const begunAt = performance.now();
        const { outcome } = await runTests({
          ...options,
          root: sandbox.root,
          tests: changed ? 'changed' : mutant.tests,
          bail: true,
        });
        restore();
        if (outcome === 'passed') survivors.push(mutant);
        const seen = { passed: 'SURVIVED', failed: 'caught', 'timed-out': 'caught by the time limit' }[outcome];
        print(`  ${seen.padEnd(8)}  ${nameOf(mutant)}  (${Math.round((performance.now() - begunAt) / 1000)} s)`);
      }
    }),
  );
} finally {
  removeSandboxes();
  await postgres.remove();
}

const caught = mutants.length - survivors.length - notRun.length;
const share = mutants.length === 0 ? 1 : caught / mutants.length;
print(
  `\n${caught} of ${mutants.length} caught: ${(100 * share).toFixed(1)} %, at least ${100 * SHARE_MIN} % is required`,
);
for (const mutant of survivors) print(`  survived: ${nameOf(mutant)}`);
for (const mutant of notRun) print(`  not run, out of time: ${nameOf(mutant)}`);
for (const mutant of chosen) {
  if (mutant.equivalent !== undefined) print(`  equivalent: ${nameOf(mutant)}: ${mutant.equivalent}`);
}
if (share < SHARE_MIN) process.exitCode = 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function nameOf({ file, fault }: Mutant): string {
  return `${file}: ${fault}`;
}

/** Faults that tests can notice, in an order that only the seed decides. */
function draw(count: number, seed: string): readonly Mutant[] {
  if (!Number.isSafeInteger(count) || count < 1) refuseArguments('mutants', '--draw needs a number of faults');
  print(`drawn by --seed ${seed}`);
  const rankOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(mutant)}`)
      .digest('hex');
  return named
    .filter(({ equivalent }) => equivalent === undefined)
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .toSorted((a, b) => a.rank.localeCompare(b.rank))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
