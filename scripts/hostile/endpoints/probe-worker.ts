import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/* Reads as another person, one request after the other, and tells how long each took; negative when it was not answered. */

const { url, headers, pauseMs, limitMs } = workerData as {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pauseMs: number;
  readonly limitMs: number;
};

function read(): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request(url, { headers, agent: false, timeout: limitMs }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200));
      answer.once('error', () => resolve(false));
    });
    asking.once('timeout', () => asking.destroy());
    asking.once('error', () => resolve(false));
    asking.once('close', () => resolve(false));
    asking.end();
  });
}

let isOver = false;
parentPort?.on('message', () => {
  isOver = true;
});
const times: number[] = [];
do {
  const begunAt = performance.now();
  const isAnswered = await read();
  times.push(isAnswered ? performance.now() - begunAt : -1);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
} while (!isOver);
parentPort?.postMessage(times);
parentPort?.close();
