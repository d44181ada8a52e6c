import { INSTANCE_MEMORY_MB, ORGANIZATION_FILE } from '../../../server/src/lib/limits/people.ts';
import { type Attack, atMost, exactly, type Finding } from '../attack.ts';
import { type Headers, signInAt } from '../endpoints/scene.ts';
import { startProbe, timeOfPart } from '../probe.ts';
import type { Target, TargetOptions } from '../target.ts';
import { unintendedWrites } from './outgoing.ts';
import { FILE_KINDS, type FileKind, type Way } from './shapes.ts';

/** Large files are as large as files may be; growth is measured where a doubled input still ends before its deadline. */
const LARGE_BYTES = 490_000;
const GROWTH_BYTES = 24_000;
/** The cost of input that is twice as long is twice as high if it is linear, and four times if it is quadratic. */
const GROWTH_MAX = 3.2;
/** Below, the time is that of the request itself. */
const GROWTH_MEASURED_MS = 60;
/** Of somebody else, beside the same figures without hostile files. */
const READ_FACTOR = 3;
const CHECK_FACTOR = 2;
/** Each way has so many pieces of work, each with the deadline; and the start of a thread, and the way there and back. */
const WORKS: Readonly<Record<Way, number>> = { check: 1, 'from-peribolos': 1, plan: 3 };
const MORE_MS = 3_000;
const CALM_MS = 8_000;

const CASES = FILE_KINDS.flatMap((kind) => kind.ways.map((way) => ({ kind, way })));

async function send(target: Target, headers: Headers, way: Way, text: string) {
  const path = way === 'plan' ? '/api/organizations/acme/files/plan' : `/api/organization-files/${way}`;
  const body = JSON.stringify({
    ...(way === 'from-peribolos' && { organization: 'acme' }),
    files: [{ name: 'hostile.yaml', text }],
  });
  const begunAt = performance.now();
  const answer = await fetch(`${target.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  return { status: answer.status, bytes, ms: performance.now() - begunAt };
}

const OTHER_FILE = `version: 1\nteams:\n  entries:\n${Array.from({ length: 300 }, (_, nth) => `    t${nth}: {}\n`).join('')}`;

/** Reads and checks of another person, who does nothing else, while `work` goes on. */
async function besides({ url }: Target, headers: Headers, work: () => Promise<void>) {
  const stopReads = await startProbe({ url: `${url}/api/auth/session`, headers });
  const stopChecks = await startProbe({
    url: `${url}/api/organization-files/check`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ files: [{ name: 'a.yaml', text: OTHER_FILE }] }),
  });
  await work();
  const [reads, checks] = await Promise.all([stopReads(), stopChecks()]);
  return { read: timeOfPart(reads, 0.99), check: timeOfPart(checks, 0.5) };
}

async function growthOf(target: Target, headers: Headers, way: Way, { text }: FileKind): Promise<number | null> {
  const timeOf = async (bytes: number) => {
    const times = [];
    for (let nth = 0; nth < 3; nth += 1) times.push((await send(target, headers, way, text(bytes))).ms);
    return Math.min(...times);
  };
  const small = await timeOf(GROWTH_BYTES);
  const middle = await timeOf(2 * GROWTH_BYTES);
  const large = await timeOf(4 * GROWTH_BYTES);
  if (large < GROWTH_MEASURED_MS) return null;
  // Stopped: how long it would have taken is not known.
  if (large > ORGANIZATION_FILE.workerProcessorMs) return Number.POSITIVE_INFINITY;
  // The last doubling and the mean of both: one of them may be that of a pause of the machine.
  return Math.min(large / middle, Math.sqrt(large / small));
}

async function run(target: Target): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { old, young } = INSTANCE_MEMORY_MB;
  // As it is packaged; another person asks more often than the limit of requests allows.
  const heap = `--max-old-space-size=${old} --max-semi-space-size=${young / 3}`;
  await target.restart({ RATE_LIMIT: 'off', NODE_OPTIONS: heap });
  const [attacker, other] = [await signInAt(target, 'ada'), await signInAt(target, 'grace')];
  // Compiled and started by then, as in a service that has run for a while.
  for (const { kind, way } of CASES) await send(target, attacker, way, kind.text(2_000));
  await besides(target, other, () => new Promise((resolve) => setTimeout(resolve, CALM_MS)));
  const alone = await besides(target, other, () => new Promise((resolve) => setTimeout(resolve, CALM_MS)));
  await target.resetPeak();
  const during = await besides(target, other, async () => {
    for (const { kind, way } of CASES) {
      const { status, bytes, ms } = await send(target, attacker, way, kind.text(LARGE_BYTES));
      const limitMs = WORKS[way] * ORGANIZATION_FILE.workerProcessorMs + MORE_MS;
      const what = `${way}: ${kind.name}`;
      const isAnswered =
        (status === 200 || status === 409) && ms <= limitMs && bytes <= 2 * ORGANIZATION_FILE.outputMaxCharacters;
      findings.push({
        what,
        limit: `200, ${limitMs} ms`,
        seen: `${status}, ${Math.round(ms)} ms, ${bytes} B`,
        held: isAnswered,
      });
    }
  });
  findings.push(
    { ...atMost('p99 of reads of another', READ_FACTOR * alone.read, during.read, ' ms') },
    { ...atMost('checks of another', CHECK_FACTOR * alone.check, during.check, ' ms') },
    atMost('memory', INSTANCE_MEMORY_MB.all, await target.peakMegabytes(), ' MB'),
  );
  findings.push(exactly('still serves others', 'yes', (await target.serves()) ? 'yes' : 'no'));
  return findings;
}

async function measureGrowth(target: Target): Promise<readonly Finding[]> {
  const attacker = await signInAt(target, 'ada');
  const findings: Finding[] = [];
  for (const { kind, way } of CASES) {
    await send(target, attacker, way, kind.text(GROWTH_BYTES));
    const growth = await growthOf(target, attacker, way, kind);
    const limit = `x ${GROWTH_MAX} for x 2`;
    const seen = growth === null ? 'too short to tell' : `x ${growth.toFixed(1)}`;
    findings.push({ what: `${way}: ${kind.name}`, limit, seen, held: growth === null || growth <= GROWTH_MAX });
  }
  return findings;
}

/** What the run varied, so that a reader sees what it did not. */
export const FILES_VARIED: readonly string[] = [...Map.groupBy(CASES, ({ kind }) => kind.varied)].map(
  ([varied, cases]) => {
    const kinds = new Set(cases.map(({ kind }) => kind.name));
    const ways = new Set(cases.map(({ way }) => way));
    return `${varied} of organization files (${kinds.size} kinds; ${[...ways].join(', ')})`;
  },
);

/** People with whose names unknown ones are compared. */
const PEOPLE = 500;
const OPTIONS: TargetOptions = {
  heapMegabytes: INSTANCE_MEMORY_MB.old,
  fill: ({ world, control }) => {
    control.rateLimits({ core: 10_000_000, graphql: 10_000_000 });
    for (let nth = 0; nth < PEOPLE; nth += 1) {
      const { login } = world.addUser({ login: `person-with-a-long-name-${String(nth).padStart(12, '0')}` });
      world.addMembership({ organization: 'acme', login });
    }
  },
};

export const ORGANIZATION_FILES: readonly Attack[] = [
  { name: 'organization files beside others', options: OPTIONS, comparesTimes: true, run },
  { name: 'organization files twice as long', options: OPTIONS, comparesTimes: true, run: measureGrowth },
  {
    name: 'organization files, outgoing calls',
    options: OPTIONS,
    run: async (target) => unintendedWrites(target, await signInAt(target, 'ada')),
  },
];
