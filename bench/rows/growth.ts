import { compare, type Side, type SideFigures } from '../measuring/compare.ts';
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

/** Row 9: the session read with a million sessions and with a thousand, and the clearing of ended ones. */
export async function growth(bench: Bench): Promise<readonly Finding[]> {
  return [...(await growthOn(bench, 'SQLite')), ...(await growthOn(bench, 'PostgreSQL'))];
}

const costText = ({ cpuMicros, perSecond }: SideFigures): string =>
  `${cpuMicros.toFixed(0)} µs, ${Math.round(perSecond)} a second`;
const COUNTED: Readonly<Record<Engine, string>> = { SQLite: '', PostgreSQL: ', with PostgreSQL’s own' };

/** Adds PostgreSQL's processor time to a side. */
const withPostgres = ({ postgresCpuMicros }: Bench, { program, ...side }: Side): Side => ({
  ...side,
  program: {
    ...program,
    async figures() {
      const [own, cpuMicros] = await Promise.all([program.figures(), postgresCpuMicros()]);
      return { ...own, cpuMicros: own.cpuMicros + cpuMicros };
    },
  },
});

async function growthOn(bench: Bench, engine: Engine): Promise<readonly Finding[]> {
  const options = bench.isBrief ? BRIEF_LARGE : LARGE;
  const large = await servePeople(bench, engine, options);
  const small = await servePeople(bench, engine, SMALL);
  const path = () => '/api/auth/session';
  // A larger table costs whoever reads it: in SQLite the service, and PostgreSQL itself.
  const whole = (side: Side) => (engine === 'SQLite' ? side : withPostgres(bench, side));
  const many = whole(await sideOf(large.service, requestsOf(large.people, path)));
  const few = whole(await sideOf(small.service, requestsOf(small.people, path)));
  const queryOf = async (side: Side, DATABASE_URL: string) =>
    whole(await repeaterOf(bench, side, { name: 'bare-query', env: { DATABASE_URL } }));
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
    ours: `${costText(ours)}${COUNTED[engine]}`,
    reference: `1,000 sessions: ${costText(reference)}`,
    ratio: reference.cpuRatio,
    target: { least: LEAST_OF_SMALL },
    limit: [`bare, with the hash and our one query: ${costText(manyQuery)}; with 1,000 sessions ${costText(fewQuery)}`],
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
