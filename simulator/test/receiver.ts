import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { SimulatorOptions } from '../src/simulator.ts';
import { simulatorFor } from './client.ts';

/** A delivery as it arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly path: string;
  /** `installation created` */
  readonly name: string;
  /** Unchecked: the tests themselves say what it must be. */
  readonly payload: ReturnType<typeof JSON.parse>;
}

/** A small server that keeps what it gets and answers 200 unless told otherwise. It stops with the test. */
export async function receiverFor() {
  const received: Received[] = [];
  let answer: RequestListener = (_request, response) => response.end('{"ok":true}');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const payload = parsed(bytes);
    const name = [request.headers['x-github-event'], payload?.action].filter(Boolean).join(' ');
    received.push({ headers: request.headers, bytes, path: request.url ?? '', name, payload });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    url,
    received,
    names: () => received.map(({ name }) => name),
    answerWith(next: RequestListener) {
      answer = next;
    },
  };
}

/** A simulator whose events arrive at a receiver. */
export async function simulatorWithReceiver({ app, ...options }: SimulatorOptions = {}) {
  const receiver = await receiverFor();
  const simulator = await simulatorFor({ ...options, app: { webhookUrl: `${receiver.url}/hook`, ...app } });
  return { ...simulator, simulator, receiver };
}

export const signatureOf = (secret: string, bytes: Buffer | string) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;

function parsed(bytes: Buffer): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
