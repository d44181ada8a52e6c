import { parentPort, workerData } from 'node:worker_threads';

/* Reads the session, or checks a file, as another person, and tells how long each took; endless if it was not answered. */

const { url, headers, isCheck } = workerData as {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isCheck: boolean;
};
const PAUSE_MS = 20;
const FILE = `version: 1\nteams:\n  entries:\n${Array.from({ length: 300 }, (_, nth) => `    t${nth}: {}\n`).join('')}`;

const ask = () =>
  isCheck
    ? fetch(`${url}/api/organization-files/check`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ files: [{ name: 'a.yaml', text: FILE }] }),
      })
    : fetch(`${url}/api/auth/session`, { headers });

let isOver = false;
parentPort?.on('message', () => {
  isOver = true;
});
const times: number[] = [];
do {
  const begunAt = performance.now();
  const isAnswered = await ask().then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );
  times.push(isAnswered ? performance.now() - begunAt : Number.POSITIVE_INFINITY);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
} while (!isOver);
parentPort?.postMessage(times);
parentPort?.close();
