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
const FIRST_PAGE_MS = 2_000;
const IDLE_MEGABYTES = 150;
const BUSY_MEGABYTES = 220;
const REQUESTS = 250_000;
const BRIEF_REQUESTS = 30_000;
const IDLE_AFTER_MS = 5_000;
const STARTS = 9;
const BRIEF_STARTS = 3;
/** Uncollected garbage varies between requests, so the median of several samples is reported. */
const SAMPLES = 5;
const REQUESTS_BETWEEN_LOOKS = 10_000;
const SOAK_MINUTES = 15;
const BRIEF_SOAK_MINUTES = 1;
const SOAK_LOOKS = 30;
const SOAK_FROM_LOOK = 10;
const SOAK_EVERY_MS = 20;
const SOAK_CONNECTIONS = 8;
const MEGABYTES_A_MINUTE = 0.5;

/** Row 11: how soon it is ready, and what it holds in memory: idle, after many requests, and ever more. */
export async function footprint(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, folder, load, isBrief } = bench;
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const readyAfter: number[] = [];
  const firstPageAfter: number[] = [];
  const megabytes: number[] = [];
  const starts = isBrief ? BRIEF_STARTS : STARTS;
  for (let start = 0; start < starts; start += 1) {
    const service = await startService({ codeHost, databaseUrl, folder });
    readyAfter.push(service.readyAfterMs);
    firstPageAfter.push(service.readyAfterMs + (await millisecondsOf(`${service.url}/`)));
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
  const soakMinutes = isBrief ? BRIEF_SOAK_MINUTES : SOAK_MINUTES;
  const soaked: Look[] = [];
  for (let look = 1; look <= SOAK_LOOKS; look += 1) {
    const order = { ...orderFor(side, SOAK_CONNECTIONS), everyMs: SOAK_EVERY_MS };
    await load.run(order, { ms: (soakMinutes * 60_000) / SOAK_LOOKS });
    const minute = (look * soakMinutes) / SOAK_LOOKS;
    if (look > SOAK_FROM_LOOK) soaked.push({ minute, megabytes: await residentMegabytes(service) });
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
      ...atMost('start to first page', { ours: leastDisturbed(firstPageAfter), reference: FIRST_PAGE_MS, unit: 'ms' }),
      byClock: true,
      limit: ['the console is built: `npm ci` does it'],
    },
    {
      ...atMost('resident memory, idle', { ours: idle, reference: IDLE_MEGABYTES, unit: 'MB' }),
      limit: [`a bare server: ${bare.megabytes.toFixed(0)} MB; the rest is the code of the libraries`],
    },
    {
      ...atMost(`resident memory after ${label} requests`, {
        ours: median(afterAll),
        reference: BUSY_MEGABYTES,
        unit: 'MB',
      }),
      limit: [`after a fifth of them: ${megabytesEarly.toFixed(0)} MB; idle: ${idle.toFixed(0)} MB`],
    },
    {
      ...atMost(`growth of resident memory in a soak of ${soakMinutes} minutes, a minute`, {
        ours: slopeOf(soaked),
        reference: MEGABYTES_A_MINUTE,
        unit: 'MB',
      }),
      greatest: true,
      limit: [`at its end: ${soaked.at(-1)?.megabytes.toFixed(0)} MB`],
    },
  ];
}

interface Look {
  readonly minute: number;
  readonly megabytes: number;
}

function slopeOf(looks: readonly Look[]): number {
  const mean = (figure: keyof Look) => looks.reduce((sum, look) => sum + look[figure], 0) / looks.length;
  const [middle, level] = [mean('minute'), mean('megabytes')];
  const products = looks.map(({ minute, megabytes }) => (minute - middle) * (megabytes - level));
  const squares = looks.map(({ minute }) => (minute - middle) ** 2);
  const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);
  return sum(products) / sum(squares);
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

async function millisecondsOf(url: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await answer.text();
  return performance.now() - startedAt;
}

const residentMegabytes = async (service: BenchService): Promise<number> => (await service.figures()).residentMegabytes;
