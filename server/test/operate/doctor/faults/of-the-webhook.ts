import { createServer, type RequestListener } from 'node:http';
import { freePort } from '../../../support/service/ports.ts';
import { type SetUp, serveFor } from '../set-up.ts';
import { type Fault, plainly, type Settings } from './fault.ts';
import { answering, forwarding, without } from './other-servers.ts';

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
      return deliver(setUp, forwarding(inside, { request: without('x-hub-signature-256') }));
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
    name: 'webhooks that a proxy wants a password for',
    plant: (setUp) => deliver(setUp, answering(401, { 'www-authenticate': 'Basic' }, 'Authorization Required')),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 401/,
    next: /^A firewall or proxy in front of orgdesk rejects them/,
  },
  {
    name: 'webhooks that are too large for a proxy',
    plant: (setUp) => deliver(setUp, answering(413)),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 413/,
    next: /^The proxy in front of orgdesk rejects large webhooks: let it accept bodies of 25 MB at http:\/\/localhost/,
  },
  {
    name: 'webhooks that a proxy redirects',
    plant: (setUp) => deliver(setUp, answering(301, { location: 'https://elsewhere.example/' })),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 301/,
    next: /^The code host follows no redirect: make the proxy pass requests to http:\/\/localhost.* on instead/,
  },
  {
    name: 'webhooks that a proxy thinks too many',
    plant: (setUp) => deliver(setUp, answering(429)),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 429/,
    next: /^A proxy in front of orgdesk limits requests: exempt http:\/\/localhost/,
  },
  {
    name: 'webhooks that a proxy has nobody to give to',
    plant: (setUp) => deliver(setUp, answering(502)),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 502/,
    next: /logs of orgdesk and its proxy/,
  },
  {
    name: 'webhooks to an address whose certificate the code host does not trust',
    plant: plainly(({ simulator }) => replyDeliveries(simulator, 'Peer certificate cannot be authenticated')),
    check: 'deliveries',
    standing: 'failure',
    fact: /^1 of 1 webhooks failed .*Peer certificate/,
    next: /^The code host does not trust the certificate at /,
  },
  {
    name: 'webhooks that nobody answers in time',
    plant: plainly(({ simulator }) => replyDeliveries(simulator, 'timed out')),
    check: 'deliveries',
    standing: 'failure',
    fact: /^1 of 1 webhooks failed .*timed out/,
    next: /^The code host cannot reach /,
  },
  {
    name: 'a webhook to the address of sign-ins',
    options: async () => {
      const baseUrl = `http://localhost:${await freePort()}`;
      return { baseUrl, app: { webhookUrl: `${baseUrl}/api/auth` } };
    },
    check: 'webhook',
    standing: 'failure',
    fact: /sent to http:\/\/localhost:\d+\/api\/auth instead of/,
    next: /set the Webhook URL to/,
  },
  {
    name: 'settings of the webhook that a firewall refuses to show',
    plant: plainly(({ simulator }) =>
      simulator.control.fault({
        kind: 'reply',
        status: 403,
        body: '<h1>Blocked</h1>',
        match: { path: '/app/hook/config' },
      }),
    ),
    check: 'webhook',
    standing: 'warning',
    fact: /^Not checked: answered 403, without a reason/,
    next: /firewall or proxy/,
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

/** A list with one delivery, which failed before there was an answer. */
function replyDeliveries(simulator: SetUp['simulator'], status: string): void {
  const delivery = {
    id: 1,
    guid: 'c7b7a3f0-6d3e-11ef-8c1e-2b6f0d1f7a10',
    delivered_at: new Date().toISOString(),
    redelivery: false,
    duration: 10,
    status,
    status_code: 0,
    event: 'installation',
    action: 'suspend',
    installation_id: 101,
    repository_id: null,
  };
  simulator.control.fault({ kind: 'reply', status: 200, body: [delivery], match: { path: '/app/hook/deliveries' } });
}
