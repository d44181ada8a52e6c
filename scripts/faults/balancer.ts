import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  /** Waits until the instance gets requests, or gets none any more. */
  until(instanceUrl: string, state: 'used' | 'unused'): Promise<void>;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 500;
const CHECK_LIMIT_MS = 2_000;
/** Failed checks in a row after which an instance gets no more requests. */
const FALL = 2;

/**
 * As simple as a balancer can be: each request goes to the next instance whose last checks of `/readyz` were good, over
 * connections that are kept. What fails is answered with 502 and not tried again.
 */
export async function startBalancer(instanceUrls: readonly string[], checkEveryMs = CHECK_EVERY_MS): Promise<Balancer> {
  // Given up long before an instance would: a request must not meet a connection that is just being closed.
  const agent = new Agent({ keepAlive: true, timeout: CHECK_LIMIT_MS * 10 });
  const failedChecks = new Map(instanceUrls.map((url) => [url, FALL]));
  const isUsed = (url: string): boolean => (failedChecks.get(url) ?? FALL) < FALL;
  const check = async (url: string) => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_LIMIT_MS) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    failedChecks.set(url, answer?.status === 200 ? 0 : (failedChecks.get(url) ?? 0) + 1);
  };
  const checks = setInterval(() => {
    for (const url of instanceUrls) void check(url);
  }, checkEveryMs);

  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const used = instanceUrls.filter(isUsed);
    turn += 1;
    const url = used[turn % used.length];
    if (url === undefined) return void outgoing.writeHead(503).end();
    passOn(incoming, outgoing, url, agent);
  });
  // Whoever sends the requests decides, for the same reason.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    until: async (url, state) => {
      while (isUsed(url) !== (state === 'used')) await pause(20);
    },
    close: async () => {
      clearInterval(checks);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, url: string, agent: Agent): void {
  const { method, headers } = incoming;
  const passed = request(new URL(incoming.url ?? '/', url), {
    agent,
    method,
    headers: { ...headers, connection: 'keep-alive' },
  });
  passed.once('response', (answer) => {
    const { connection: _theirs, 'keep-alive': _too, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.once('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  passed.once('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(error.message);
  });
  incoming.pipe(passed);
}
