import { createServer, type RequestListener, request as send } from 'node:http';
import { freePort } from '../../../support/service/ports.ts';
import { type SetUp, serveFor } from '../set-up.ts';
import { type Fault, plainly, type Settings } from './fault.ts';
import { answering } from './other-servers.ts';

/** Lets somebody who answers so get a delivery under the right address. */
async function deliver(
  { simulator, baseUrl }: SetUp,
  answer: RequestListener | 'the service' | null,
): Promise<Settings> {
  const server = typeof answer === 'function' ? createServer(answer) : null;
  if (server !== null) {
    await new Promise<void>((resolve) => server.listen(Number(new URL(baseUrl).port), 'localhost', resolve));
  }
  simulator.control.platform.suspend(101);
  simulator.control.platform.unsuspend(101);
  await simulator.control.settled();
  if (server !== null) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return {};
}

/** Faults of the webhook and its deliveries. */
export const OF_THE_WEBHOOK: readonly Fault[] = [
  {
    name: 'a webhook to another address',
    options: { app: { webhookUrl: 'https://old.example/api/install/webhook?key=0123456789' } },
    check: 'webhook',
    standing: 'failure',
    fact: /sent to https:\/\/old\.example\/api\/install\/webhook instead of http:\/\/localhost/,
    next: /set the Webhook URL to http:\/\/localhost:\d+\/api\/install\/webhook/,
  },
  {
    name: 'no webhook',
    options: { app: { webhookUrl: null } },
    check: 'webhook',
    standing: 'warning',
    fact: /has no webhook/,
    next: /select Active/,
  },
  {
    name: 'a webhook that nobody set up at all',
    options: { baseUrl: 'https://orgdesk.localhost:4' },
    plant: plainly(({ simulator }) => {
      const body = { message: 'Not Found', documentation_url: 'https://docs.example' };
      simulator.control.fault({ kind: 'reply', status: 404, body, match: { path: '/app/hook/config' } });
    }),
    check: 'webhook',
    standing: 'failure',
    fact: /has no webhook/,
    next: /select Active/,
  },
  {
    name: 'a webhook that sends forms',
    plant: plainly(({ simulator }) => replyHook(simulator, { content_type: 'form' })),
    check: 'webhook',
    standing: 'failure',
    fact: /sent as form data instead of JSON/,
    next: /content_type json/,
  },
  {
    name: 'a webhook whose certificate is not checked',
    options: { baseUrl: 'https://orgdesk.localhost:4' },
    plant: plainly(({ simulator }) => replyHook(simulator, { insecure_ssl: '1' })),
    check: 'webhook',
    standing: 'warning',
    fact: /does not verify orgdesk's certificate/,
    next: /enable SSL verification/,
  },
  {
    name: 'a webhook that is not signed',
    options: { app: { webhookSecret: null } },
    plant: () => ({ CODE_HOST_WEBHOOK_SECRET: 'only-orgdesk-has-it' }),
    check: 'webhook',
    standing: 'failure',
    fact: /not signed, but CODE_HOST_WEBHOOK_SECRET is set/,
    next: /set the Webhook secret to the same value/,
  },
  {
    name: 'no webhook secret here',
    plant: () => ({ CODE_HOST_WEBHOOK_SECRET: undefined }),
    check: 'webhook',
    standing: 'warning',
    fact: /anyone who knows the URL can send webhooks/,
    next: /Set it to the secret of the webhook/,
  },
  {
    name: 'webhooks whose signature orgdesk refuses',
    plant: async (setUp) => {
      await serveFor(setUp, { CODE_HOST_WEBHOOK_SECRET: 'another-secret-than-that-of-the-app' });
      return deliver(setUp, 'the service');
    },
    check: 'deliveries',
    standing: 'failure',
    fact: /^2 of .* failed in the last 24 hours: 2 with 403 .* The most recent one failed/,
    next: /^orgdesk rejects the signature: set CODE_HOST_WEBHOOK_SECRET and the App's Webhook secret to the same value/,
  },
  {
    name: 'webhooks whose signature a proxy removes',
    plant: async (setUp) => {
      const inside = await freePort();
      await serveFor(setUp, { PORT: String(inside) });
      return deliver(setUp, withoutSignature(inside));
    },
    check: 'deliveries',
    standing: 'failure',
    fact: /2 of .* failed in the last 24 hours: 2 with 403/,
    next: /^The signature does not reach orgdesk: make the proxy forward the X-Hub-Signature-256 header/,
  },
  {
    name: 'webhooks that a firewall refuses',
    plant: (setUp) => deliver(setUp, (_request, response) => response.writeHead(403).end('<h1>Blocked</h1>')),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 of .* failed in the last 24 hours: 2 with 403/,
    next: /^A firewall or proxy in front of orgdesk rejects them/,
  },
  {
    name: 'webhooks that get to nobody',
    plant: (setUp) => deliver(setUp, null),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 of .* failed in the last 24 hours: 2 with 502 \(failed to connect to host\)/,
    next: /cannot reach http:\/\/localhost/,
  },
  {
    name: 'webhooks that a proxy leads elsewhere',
    plant: (setUp) => deliver(setUp, answering(404)),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 404/,
    next: /Nothing accepts webhooks at that path/,
  },
  {
    name: 'webhooks that failed, and arrive again',
    plant: async (setUp) => {
      await deliver(setUp, answering(500));
      return deliver(setUp, answering(200));
    },
    check: 'deliveries',
    standing: 'warning',
    fact: /^2 of 4 webhooks failed in the last 24 hours: 2 with 500 .* The most recent one was delivered/,
    next: /orgdesk reconcile/,
  },
];

function replyHook(simulator: SetUp['simulator'], change: object): void {
  const body = {
    url: simulator.app.webhookUrl,
    content_type: 'json',
    insecure_ssl: '0',
    secret: '********',
    ...change,
  };
  simulator.control.fault({ kind: 'reply', status: 200, body, match: { path: '/app/hook/config' } });
}

/** A proxy before the service that passes on everything but the signature. */
const withoutSignature =
  (port: number): RequestListener =>
  (request, response) => {
    const { 'x-hub-signature-256': _, ...headers } = request.headers;
    const { method, url: path } = request;
    // A kept connection may be closed by the service meanwhile.
    const passed = send({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  };
