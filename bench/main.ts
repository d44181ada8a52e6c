import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseArguments, scriptArguments } from '../scripts/script-arguments.ts';
import { freePort } from '../server/test/support/service/ports.ts';
import { BRIEF, FULL } from './measuring/compare.ts';
import { startLoad } from './measuring/load-program.ts';
import { profileSummary } from './reporting/profile-summary.ts';
import { agreementText, otherRows, type RowFinding, resultsOf, writeResults } from './reporting/results.ts';
import type { Bench, Finding } from './reporting/row.ts';
import { tableText } from './reporting/table.ts';
import { ROWS } from './rows/rows.ts';
import { createBenchPostgres } from './servers/bench-postgres.ts';
import { startCodeHost } from './servers/code-host.ts';
import { startOtherWork } from './servers/other-work.ts';

/*
 * Measures the service: `npm run bench`, `npm run bench -- 1 4` for some rows, `--brief` for a quick look, `--profile`
 * to see where its time goes, `--busy` to measure beside other work, `--agree FILE` to compare the last results with others.
 * See docs/performance.md for the meaning of the results.
 */

const { values, positionals } = scriptArguments({
  name: 'bench',
  about: 'Measures the service; see docs/performance.md for the meaning of the results.',
  positionals: '[ROW...]',
  options: {
    brief: { type: 'boolean', default: false, description: 'a quick look' },
    profile: { type: 'boolean', default: false, description: 'see where its time goes' },
    busy: {
      type: 'boolean',
      default: false,
      description: 'next to a program that uses the processor half of the time',
    },
    out: {
      type: 'string',
      description: 'write the results to this file; keep its other rows',
    },
    agree: { type: 'string', description: 'compare the results with this file, without measuring' },
  },
});
const RESULTS = fileURLToPath(new URL('./results.json', import.meta.url));
if (values.agree !== undefined) {
  process.stdout.write(`${await agreementText(values.out ?? RESULTS, values.agree)}\n`);
  process.exit();
}
const { brief: isBrief, profile: isProfile } = values;
const requestedRows = positionals.map(Number);
const unknown = requestedRows.filter((row) => !ROWS.has(row));
if (unknown.length > 0) {
  refuseArguments('bench', `Unknown row ${positionals.join(' or ')}: they are ${[...ROWS.keys()].join(', ')}`);
}

const folder = await mkdtemp(join(tmpdir(), 'orgdesk-bench-'));
const load = startLoad();
const postgres = createBenchPostgres();
const otherWork = values.busy ? startOtherWork() : null;
const findings: RowFinding[] = [];
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.version}, ${process.platform} ${process.arch}`;
try {
  for (const [number, row] of ROWS) {
    if (requestedRows.length > 0 && !requestedRows.includes(number)) continue;
    process.stderr.write(`row ${number} …`);
    const rowStartedAt = performance.now();
    const rowFindings = (await measured(row)).map((finding) => ({ row: number, ...finding }));
    findings.push(...rowFindings);
    const seconds = Math.round((performance.now() - rowStartedAt) / 1000);
    process.stderr.write(` ${seconds} s\n${tableText(rowFindings)}\n`);
  }
  process.stdout.write(`${tableText(findings)}\n\n${machine}\n`);
  if (isProfile) process.stdout.write(`\n${await profileSummary(folder)}`);
} finally {
  otherWork?.stop();
  load.stop();
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
}
// Only complete runs replace the stored results.
const isWhole = requestedRows.length === 0 && !isBrief && !isProfile && !values.busy;
const file = values.out ?? (isWhole ? RESULTS : null);
if (file !== null) {
  const others = await otherRows(file, requestedRows);
  await writeResults(file, resultsOf(machine, [...findings, ...others]));
}

/** Measures a row with its own simulated code host, then closes everything it opened. */
async function measured(row: (bench: Bench) => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  const closing = new AsyncDisposableStack();
  try {
    const port = await freePort();
    const codeHost = await startCodeHost({ callbackUrls: [`http://localhost:${port}/api/auth`] });
    closing.defer(codeHost.close);
    return await row({
      load,
      thoroughness: isBrief ? BRIEF : FULL,
      isBrief,
      codeHost,
      signInPort: port,
      postgresUrl: () => postgres.freshDatabaseUrl(),
      postgresCpuMicros: () => postgres.cpuMicros(),
      folder,
      closing,
      profile: isProfile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [],
    });
  } finally {
    await closing.disposeAsync();
  }
}
