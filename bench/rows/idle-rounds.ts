import pg from 'pg';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startReconcile } from '../servers/bench-service.ts';
import { type CodeHost, startCodeHost } from '../servers/code-host.ts';

const INSTALLATIONS = 500;
const MANY = 100_000;
/** Enough for a process to have grown as far as it does by itself. */
const SOME = 20_000;
/** Leases and the position in the order of looks. */
const WRITES_OF_A_ROUND = 20;
const MOST_MEGABYTES_MORE = 50;
const LOOK_EVERY_MS = 100;
/** Fits bounded data; without a limit, memory depends on the garbage collector. */
const OBJECTS = '--max-old-space-size=64';

/** Row 10: what a comparison costs when nothing changed, and what it holds in memory with very many installations. */
export async function idleRounds(bench: Bench): Promise<readonly Finding[]> {
  const { postgresUrl } = bench;
  const databaseUrl = await postgresUrl();
  const few = await startCodeHost({ crowd: { installations: INSTALLATIONS, repositories: 5 } });
  bench.closing.defer(few.close);
  await compareOnce(bench, few, databaseUrl);
  await compareOnce(bench, few, databaseUrl);
  await few.act('forgetRequests');
  const before = await rowsWritten(databaseUrl);
  await compareOnce(bench, few, databaseUrl);
  const written = (await rowsWritten(databaseUrl)) - before;
  const { requested, unchanged } = await few.act('listRequests');
  const findings: Finding[] = [
    {
      what: `lists asked for in an idle round of ${INSTALLATIONS}, answered with 304`,
      ours: String(unchanged),
      reference: `${requested} asked for`,
      ratio: requested === 0 ? 1 : unchanged / requested,
      target: { least: 1 },
    },
    {
      what: `rows written in an idle round of ${INSTALLATIONS}`,
      ours: String(written),
      reference: `leases: ${WRITES_OF_A_ROUND}`,
      ratio: written / WRITES_OF_A_ROUND,
      target: { most: 1 },
    },
  ];
  if (bench.isBrief) return findings;

  const memoryOf = async (installations: number) => {
    const crowd = await startCodeHost({ crowd: { installations, repositories: 0 } });
    try {
      return await compareOnce(bench, crowd, await postgresUrl());
    } finally {
      await crowd.close();
    }
  };
  const some = await memoryOf(SOME);
  const most = await memoryOf(MANY);
  return [
    ...findings,
    {
      ...atMost(
        `memory, ${withCommas(MANY)} installations compared (${most.toFixed(0)} MB): more than ${withCommas(SOME)}`,
        {
          ours: most - some,
          reference: MOST_MEGABYTES_MORE,
          unit: 'MB',
        },
      ),
      greatest: true,
    },
  ];
}

const withCommas = (count: number): string => count.toLocaleString('en-US');

/** One `orgdesk reconcile`; the most megabytes that it held. */
async function compareOnce({ folder }: Bench, codeHost: CodeHost, databaseUrl: string): Promise<number> {
  const { program, ended, logTail } = await startReconcile({ codeHost, databaseUrl, folder, nodeOptions: [OBJECTS] });
  let [most, isOver] = [0, false];
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const reading = program.figures().catch(() => null);
    const figures = await Promise.race([reading, ended.then(() => null)]);
    most = Math.max(most, figures?.residentMegabytes ?? 0);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
  }
  if ((await ended) !== 0) throw new Error(`a comparison failed:\n${logTail()}`);
  return most;
}

async function rowsWritten(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ readonly written: string }>(
    'select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as written from pg_stat_user_tables',
  );
  await client.end();
  return Number(rows[0]?.written ?? Number.NaN);
}
