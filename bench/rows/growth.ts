import { compare, type Side, type SideFigures } from '../measuring/compare.ts';
import { atMost, pauseFinding } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startReference } from '../servers/bench-service.ts';
import type { ProcessFigures } from '../servers/program.ts';
import { type Engine, servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf } from './sides.ts';

const LEAST_OF_SMALL = 0.85;
const CLEARING_MICROS = 30;
const READABLE = 10_000;
const SMALL = { sessions: 1_000, installations: 1_000 };
const LARGE = { sessions: 1_000_000, installations: 100_000, readable: READABLE, someEnded: true };
const BRIEF_LARGE = { sessions: 100_000, installations: 10_000, readable: READABLE, someEnded: true };

/**
 * Row 9: the clearing of ended sessions with their links, and then the session read with a million sessions and with a
 * thousand.
 */
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
  let cleared: Cleared | null = null;
  const large = await servePeople(bench, engine, options, async (databaseUrl) => {
    cleared = await clear(bench, engine, databaseUrl);
  });
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

  return [...clearingFindings(engine, cleared), read];
}

interface Cleared {
  readonly sessions: number;
  readonly cpuMicros: number;
  readonly figures: ProcessFigures;
}

async function clear(bench: Bench, engine: Engine, DATABASE_URL: string): Promise<Cleared> {
  const sweep = await startReference('../sweep', { folder: bench.folder, env: { DATABASE_URL } });
  bench.closing.defer(sweep.stop);
  await sweep.watch();
  const used = async () =>
    (await sweep.figures()).cpuMicros + (engine === 'SQLite' ? 0 : await bench.postgresCpuMicros());
  const before = await used();
  const answer = await fetch(`http://127.0.0.1:${sweep.port}/sweep`);
  const { sessions } = (await answer.json()) as { readonly sessions: number };
  const cpuMicros = ((await used()) - before) / sessions;
  return { sessions, cpuMicros, figures: await sweep.figures() };
}

function clearingFindings(engine: Engine, cleared: Cleared | null): readonly Finding[] {
  if (cleared === null) throw new Error('nothing was cleared');
  const { sessions, cpuMicros, figures } = cleared;
  const what = `${sessions.toLocaleString('en-US')} ended sessions cleared, ${engine}`;
  return [
    {
      ...atMost(`${what}: each${COUNTED[engine]}`, { ours: cpuMicros, reference: CLEARING_MICROS, unit: 'µs' }),
      limit: ['its row, three links, and an entry in each of six indexes, each on a page of its own'],
    },
    pauseFinding(what, figures),
  ];
}
