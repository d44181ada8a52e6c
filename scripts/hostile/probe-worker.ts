import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProbeRequest } from './probe.ts';

const PAUSE_MS = 25;
const LIMIT_MS = 10_000;

const { url, method = 'GET', headers, body = null, awaits = 'whole' } = workerData as ProbeRequest;

function isAnswered(): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { method, headers, agent: false, signal: AbortSignal.timeout(LIMIT_MS) };
    const asking = httpRequest(url, options, (answer) => {
      answer.once('error', () => resolve(false));
      if (awaits === 'head') {
        resolve(true);
        answer.destroy();
        return;
      }
      answer.once('end', () => resolve(answer.statusCode === 200));
      answer.resume();
    });
    asking.on('error', () => resolve(false));
    asking.once('close', () => resolve(false));
    asking.end(body ?? undefined);
  });
}

let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
parentPort?.postMessage('begun');
const times: number[] = [];
do {
  const begunAt = performance.now();
  times.push((await isAnswered()) ? performance.now() - begunAt : LIMIT_MS);
  await delay(PAUSE_MS);
} while (!isOver);
parentPort?.postMessage(times);
parentPort?.close();
