import { compare, orderFor, type Side } from '../measuring/compare.ts';
import { ask, type Headers } from '../measuring/requests.ts';
import { cpuFindings, pauseFinding } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { type BenchService, startService } from '../servers/bench-service.ts';
import type { ProcessFigures } from '../servers/program.ts';
import { fillWithPeople, installationsOf } from '../worlds/people.ts';
import { storeRepositoryLists } from '../worlds/repositories.ts';
import { databaseUrlOf } from './people-served.ts';
import { repeaterOf, sessionReadOf, sideOf, withQueries } from './sides.ts';

const LEAST_OF_BARE = { whole: 0.45, unchanged: 0.28, compressed: 0.28 } as const;
const PAUSE_WATCHED_MS = 1_500;
const STARTS = 3;
const PATH = '/api/install/status';
const WORLDS = [
  { what: '3 of 1,000 repositories', linked: 3, repositories: 1_000 },
  { what: '1 of 10,000 repositories', linked: 1, repositories: 10_000 },
] as const;

/** Row 5: the installation status with long lists: as it is, unchanged, and compressed. */
export async function installStatus(bench: Bench): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { what, linked, repositories } of WORLDS) {
    const { start, person, databaseUrl } = await listsToServe(bench, linked, repositories);
    const authorization = { authorization: `Bearer ${person.sessionId}` };
    const name = `${PATH}, ${what}`;
    findings.push(await longestPause(bench, name, start, authorization));
    const service = await start();
    findings.push(
      ...(await besideBare(bench, name, await statusSide(service, authorization), { databaseUrl, kind: 'whole' })),
    );

    const { etag } = (await ask(service.port, { method: 'GET', path: PATH, headers: authorization })).headers;
    const unchanged =
      etag === undefined ? null : await statusSide(service, { ...authorization, 'if-none-match': etag }, 304);
    findings.push(
      ...(unchanged === null
        ? [missing(`${name}, unchanged`, 'no ETag', 'unchanged')]
        : await besideBare(bench, `${name}, 304`, unchanged, { databaseUrl, kind: 'unchanged' })),
    );

    const packed = await statusSide(service, { ...authorization, 'accept-encoding': 'gzip' });
    const isPacked = packed.answer.headers['content-encoding'] !== undefined;
    findings.push(
      ...(isPacked
        ? await besideBare(bench, `${name}, gzip`, packed, { databaseUrl, kind: 'compressed' })
        : [missing(`${name}, gzip`, 'not compressed', 'compressed')]),
    );
    await service.stop();
  }
  return findings;
}

type Kind = keyof typeof LEAST_OF_BARE;

const missing = (what: string, ours: string, kind: Kind): Finding => ({
  what,
  ours,
  reference: '',
  ratio: null,
  target: { least: LEAST_OF_BARE[kind] },
});

const statusSide = (service: BenchService, headers: Headers, status = 200): Promise<Side> =>
  sideOf(service, [{ method: 'GET', path: PATH, headers }], status);

async function besideBare(
  bench: Bench,
  what: string,
  ours: Side,
  { databaseUrl, kind }: { readonly databaseUrl: string; readonly kind: Kind },
): Promise<readonly Finding[]> {
  const bare = await repeaterOf(bench, ours);
  const { env, name } = withQueries(databaseUrl, 'status');
  const reachable = await repeaterOf(bench, ours, { name: 'framework', env });
  const steps = [{ side: reachable, step: `Fastify, with ${name}` }, await sessionReadOf(ours)];
  const comparison = await compare(bench.load, bench.thoroughness, ours, [bare, ...steps.map(({ side }) => side)]);
  for (const { program } of [bare, reachable]) await program.stop();
  return cpuFindings(what, comparison, [{ name: 'bare', target: { least: LEAST_OF_BARE[kind] } }, ...steps]);
}

/** From the first answer on, when nothing is at hand yet; of several starts the one that was disturbed second least. */
async function longestPause(
  bench: Bench,
  what: string,
  start: () => Promise<BenchService>,
  headers: Headers,
): Promise<Finding> {
  const starts: ProcessFigures[] = [];
  for (let number = 0; number < STARTS; number += 1) {
    const service = await start();
    await service.watch();
    const side = await statusSide(service, headers);
    await bench.load.run(orderFor(side), { ms: PAUSE_WATCHED_MS });
    starts.push(await service.figures());
    await service.stop();
  }
  const [least, second = least] = starts.toSorted((a, b) => a.longestTurn.cpuMs - b.longestTurn.cpuMs);
  if (second === undefined) throw new Error('nothing was started');
  return pauseFinding(what, second);
}

/** A database with one person who sees this many installations with lists of this length, and what starts a service on it. */
async function listsToServe(bench: Bench, linked: number, repositories: number) {
  const { codeHost, folder, profile: nodeOptions } = bench;
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const [person] = await fillWithPeople(databaseUrl, { sessions: 1, installations: 1_000, linked });
  if (person === undefined) throw new Error('nobody is signed in');
  await storeRepositoryLists(databaseUrl, installationsOf(0, linked), repositories);
  const start = async () => {
    const service = await startService({ codeHost, databaseUrl, folder, nodeOptions });
    bench.closing.defer(service.stop);
    return service;
  };
  return { start, person, databaseUrl };
}
