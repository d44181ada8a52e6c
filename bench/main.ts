import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@orgdesk/simulator';
import { freePort } from '../server/test/support/service/ports.ts';
import { BRIEF, FULL } from './measuring/compare.ts';
import { startLoad } from './measuring/load-program.ts';
import { chartSvg } from './reporting/chart.ts';
import { profileSummary } from './reporting/profile-summary.ts';
import type { Bench, Finding } from './reporting/row.ts';
import { isMet, tableText } from './reporting/table.ts';
import { ROWS } from './rows/rows.ts';
import { createBenchPostgres } from './servers/bench-postgres.ts';

/*
 * Measures the service: `npm run bench`, `npm run bench -- 1 4` for some rows, `--brief` for a quick look, `--profile`
 * to see where its time goes. docs/performance.md tells what the figures mean.
 */

const parameters = process.argv.slice(2);
const isBrief = parameters.includes('--brief');
const isProfile = parameters.includes('--profile');
const wanted = parameters.filter((parameter) => !parameter.startsWith('--')).map(Number);
const unknown = [
  ...wanted.filter((row) => !ROWS.has(row)),
  ...parameters.filter((parameter) => parameter.startsWith('--') && !['--brief', '--profile'].includes(parameter)),
];
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Rows: ${[...ROWS.keys()].join(', ')}`);

const RESULTS = new URL('./results.json', import.meta.url);
const CHART = new URL('./results.svg', import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'orgdesk-bench-'));
const load = startLoad();
const postgres = createBenchPostgres();
const findings: (Finding & { readonly row: number })[] = [];
const startedAt = performance.now();
try {
  for (const [number, row] of ROWS) {
    if (wanted.length > 0 && !wanted.includes(number)) continue;
    process.stderr.write(`row ${number} …`);
    const rowStartedAt = performance.now();
    for (const finding of await measured(row)) findings.push({ row: number, ...finding });
    process.stderr.write(` ${Math.round((performance.now() - rowStartedAt) / 1000)} s\n`);
  }
  process.stdout.write(`${tableText(findings)}\n`);
  if (isProfile) process.stdout.write(`\n${await profileSummary(folder)}`);
} finally {
  load.stop();
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
}
// A look at some rows leaves the results of a whole run alone.
if (wanted.length === 0 && !isBrief && !isProfile) {
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
  const results = findings.map((finding) => ({ ...finding, met: isMet(finding) }));
  const minutes = Math.round((performance.now() - startedAt) / 6_000) / 10;
  await writeFile(RESULTS, `${JSON.stringify({ machine, minutes, results }, null, 2)}\n`);
  await writeFile(CHART, chartSvg(findings));
}

/** A simulated code host of its own for each row, and an end to everything that the row opened. */
async function measured(row: (bench: Bench) => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  const closing = new AsyncDisposableStack();
  try {
    const port = await freePort();
    const simulator = await startSimulator({ app: { callbackUrls: [`http://localhost:${port}/api/auth`] } });
    closing.defer(() => simulator.close());
    simulator.control.rateLimits({ core: 10_000_000, graphql: 10_000_000 });
    return await row({
      load,
      thoroughness: isBrief ? BRIEF : FULL,
      isBrief,
      simulator,
      signInPort: port,
      postgresUrl: () => postgres.freshDatabaseUrl(),
      folder,
      closing,
      profile: isProfile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [],
    });
  } finally {
    await closing.disposeAsync();
  }
}
