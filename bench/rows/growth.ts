import { compare, type SideFigures } from '../measuring/compare.ts';
import { pauseFinding } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startReference } from '../servers/bench-service.ts';
import { type Engine, servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf } from './sides.ts';

const LEAST_OF_SMALL = 0.9;
const READABLE = 10_000;
const SMALL = { sessions: 1_000, installations: 1_000 };
const LARGE = { sessions: 1_000_000, installations: 100_000, readable: READABLE, someEnded: true };
const BRIEF_LARGE = { sessions: 100_000, installations: 10_000, readable: READABLE, someEnded: true };

/** Row 9: the session read with a million sessions beside a thousand, and the clearing of a tenth of them. */
export async function growth(bench: Bench): Promise<readonly Finding[]> {
  return [...(await growthOn(bench, 'SQLite')), ...(await growthOn(bench, 'PostgreSQL'))];
}

const queryText = ({ cpuMicros, perSecond }: SideFigures): string =>
  `${cpuMicros.toFixed(0)} µs, ${Math.round(perSecond)} a second`;

async function growthOn(bench: Bench, engine: Engine): Promise<readonly Finding[]> {
  const options = bench.isBrief ? BRIEF_LARGE : LARGE;
  const large = await servePeople(bench, engine, options);
  const small = await servePeople(bench, engine, SMALL);
  const path = () => '/api/auth/session';
  const many = await sideOf(large.service, requestsOf(large.people, path));
  const few = await sideOf(small.service, requestsOf(small.people, path));
  const queryOf = (side: typeof many, DATABASE_URL: string) =>
    repeaterOf(bench, side, { name: 'bare-query', env: { DATABASE_URL } });
  const queries = [await queryOf(many, large.databaseUrl), await queryOf(few, small.databaseUrl)];
  const { ours, references } = await compare(bench.load, bench.thoroughness, many, [few, ...queries]);
  const [reference, manyQuery, fewQuery] = references;
  if (reference === undefined || manyQuery === undefined || fewQuery === undefined) {
    throw new Error('nothing was measured');
  }
  await small.service.stop();
  const count = options.sessions.toLocaleString('en-US');
  const read: Finding = {
    what: `GET /api/auth/session, ${engine}, ${count} sessions`,
    ours: `${ours.cpuMicros.toFixed(0)} µs, ${Math.round(ours.perSecond)} a second`,
    reference: `1,000 sessions: ${reference.cpuMicros.toFixed(0)} µs, ${Math.round(reference.perSecond)} a second`,
    // In SQLite a larger table costs the service; PostgreSQL pays for its own.
    ratio: engine === 'SQLite' ? reference.cpuRatio : reference.rateRatio,
    target: { least: LEAST_OF_SMALL },
    ...(engine === 'SQLite' ? {} : { byClock: true as const }),
    limit: [
      `bare, with the hash and our one query: ${queryText(manyQuery)}; with 1,000 sessions ${queryText(fewQuery)}`,
    ],
  };

  const sweep = await startReference('../sweep', { folder: bench.folder, env: { DATABASE_URL: large.databaseUrl } });
  bench.closing.defer(sweep.stop);
  await sweep.watch();
  const { sessions } = (await (await fetch(`http://127.0.0.1:${sweep.port}/sweep`)).json()) as {
    readonly sessions: number;
  };
  const pause = pauseFinding(
    `${sessions.toLocaleString('en-US')} ended sessions cleared, ${engine}`,
    await sweep.figures(),
  );
  return [read, pause];
}
