import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { leastDisturbed, median, orderFor } from '../measuring/compare.ts';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { type BenchService, startReference, startService } from '../servers/bench-service.ts';
import { answerText } from '../servers/references/answer.ts';
import { databaseUrlOf, servePeople } from './people-served.ts';
import { requestsOf, sideOf } from './sides.ts';

const READY_MS = 700;
const IDLE_MEGABYTES = 110;
const REQUESTS = 250_000;
const BRIEF_REQUESTS = 30_000;
const IDLE_AFTER_MS = 5_000;
const STARTS = 9;
const BRIEF_STARTS = 3;
/** Uncollected garbage varies between requests, so the median of several samples is reported. */
const SAMPLES = 5;
const REQUESTS_BETWEEN_LOOKS = 10_000;

/** Row 11: how soon it is ready, and what it holds in memory: idle, and after many requests. */
export async function footprint(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, folder, load, isBrief } = bench;
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const readyAfter: number[] = [];
  const megabytes: number[] = [];
  const starts = isBrief ? BRIEF_STARTS : STARTS;
  for (let start = 0; start < starts; start += 1) {
    const service = await startService({ codeHost, databaseUrl, folder });
    readyAfter.push(service.readyAfterMs);
    // The first one also fills the cache of compiled code.
    if (start === starts - 1) {
      await pause(IDLE_AFTER_MS);
      megabytes.push(await residentMegabytes(service));
    }
    await service.stop();
  }
  const { service, people } = await servePeople(bench, 'SQLite');
  const side = await sideOf(
    service,
    requestsOf(people, () => '/api/auth/session'),
  );
  const requests = isBrief ? BRIEF_REQUESTS : REQUESTS;
  await load.run(orderFor(side), { answers: requests / 5 });
  const megabytesEarly = await residentMegabytes(service);
  await load.run(orderFor(side), { answers: requests - requests / 5 });
  const afterAll: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await pause(IDLE_AFTER_MS);
    afterAll.push(await residentMegabytes(service));
    await load.run(orderFor(side), { answers: REQUESTS_BETWEEN_LOOKS });
  }
  const [idle = Number.NaN] = megabytes;
  const label = requests.toLocaleString('en-US');
  const bare = await bareProgram(folder);
  return [
    {
      ...atMost('start to ready', { ours: leastDisturbed(readyAfter), reference: READY_MS, unit: 'ms' }),
      byClock: true,
      limit: [`a bare server: ${bare.readyAfterMs.toFixed(0)} ms; the rest is loading the libraries`],
    },
    {
      ...atMost('resident memory, idle', { ours: idle, reference: IDLE_MEGABYTES, unit: 'MB' }),
      limit: [`a bare server: ${bare.megabytes.toFixed(0)} MB; the rest is the code of the libraries`],
    },
    {
      // The page cache of SQLite, 32 MB, fills meanwhile.
      ...atMost(`resident memory after ${label} requests, beside idle`, {
        ours: median(afterAll),
        reference: idle,
        unit: 'MB',
        most: 1.5,
      }),
      limit: [
        `after a fifth of them: ${megabytesEarly.toFixed(0)} MB, 32 MB of it pages of SQLite, the rest garbage in waiting`,
      ],
    },
  ];
}

/** The least that a server in Node.js takes. */
async function bareProgram(folder: string) {
  const file = join(folder, 'empty-answer.json');
  await writeFile(file, answerText(200, {}, Buffer.alloc(0)));
  const startedAt = performance.now();
  const program = await startReference('bare', { folder, env: { ANSWER_FILE: file } });
  const readyAfterMs = performance.now() - startedAt;
  const { residentMegabytes: megabytes } = await program.figures();
  await program.stop();
  return { readyAfterMs, megabytes };
}

const residentMegabytes = async (service: BenchService): Promise<number> => (await service.figures()).residentMegabytes;
