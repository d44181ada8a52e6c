import { Agent, request as httpRequest } from 'node:http';
import type { HostileRequest } from './requests.ts';
import type { Scene } from './scene.ts';

const AT_ONCE = 10;
const LASTS_MS = 1_200;

/** Outcome of requests sent in a row on several connections. */
export interface Sent {
  readonly statuses: ReadonlyMap<number, number>;
  /** Answered or not. */
  readonly sent: number;
}

export interface ParallelOptions {
  readonly atOnce?: number;
  readonly lastsMs?: number;
  readonly requestsMax?: number;
  /** True ends it. */
  readonly isEnough?: () => boolean;
}

/** Sends requests at once, again and again, and reads the answers, until time is up; then all are given up. */
export async function sendInParallel(
  { port }: Scene,
  next: () => HostileRequest | Promise<HostileRequest>,
  { atOnce = AT_ONCE, lastsMs = LASTS_MS, requestsMax = Infinity, isEnough }: ParallelOptions = {},
): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses = new Map<number, number>();
  const over = AbortSignal.timeout(lastsMs);
  let sent = 0;
  const send = ({ method, path, headers, body }: HostileRequest) =>
    new Promise<void>((resolve) => {
      const options = { host: '127.0.0.1', port, method, path, headers, agent, signal: over };
      const asking = httpRequest(options, (answer) => {
        const status = answer.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        answer.resume().once('close', resolve);
      });
      asking.once('error', () => resolve());
      asking.end(body ?? undefined);
    });
  const worker = async () => {
    while (!over.aborted && sent < requestsMax && isEnough?.() !== true) {
      sent += 1;
      await send(await next());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
  return { statuses, sent };
}
