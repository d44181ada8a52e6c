import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compare } from '../measuring/compare.ts';
import { NUMBER_PLACEHOLDER, type Request } from '../measuring/requests.ts';
import { cpuFindings } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startReference, startService } from '../servers/bench-service.ts';
import { databaseUrlOf } from './people-served.ts';
import { repeaterOf, sideOf } from './sides.ts';

const BODY_BYTES = 8 * 1024;
const EXAMPLES = new URL('../../node_modules/@octokit/webhooks-examples/api.github.com/index.json', import.meta.url);

/** Row 4: a signed event of 8 KB, once only logged, and once with an entry in the audit log, each another event. */
export async function webhook(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, folder, profile: nodeOptions } = bench;
  const service = await startService({
    codeHost,
    databaseUrl: await databaseUrlOf(bench, 'SQLite'),
    folder,
    nodeOptions,
  });
  bench.closing.defer(service.stop);
  const secret = codeHost.app.webhookSecret ?? '';
  const requests = [memberDelivery(bench)];
  const ours = await sideOf(service, requests);
  const reader = await repeaterOf(bench, ours, { name: 'webhook-reader', env: { SECRET: secret } });
  const octokit = await startReference('octokit-webhooks', { folder, env: { SECRET: secret } });
  bench.closing.defer(octokit.stop);

  const framework = await repeaterOf(bench, ours, { name: 'framework', env: { SECRET: secret } });
  const sides = [reader, await sideOf(octokit, requests), framework];
  const comparison = await compare(bench.load, bench.thoroughness, ours, sides);
  const withoutEffect = cpuFindings('POST /api/install/webhook, 8 KB', comparison, [
    { name: 'bare, reads and hashes', target: { least: 0.36 } },
    { name: '@octokit/webhooks', target: { least: 2 } },
    { step: 'Fastify, with one hash and JSON.parse' },
  ]);
  const signedAnew = { secret };
  const audited = { ...(await sideOf(service, [auditedDelivery(bench)])), signedAnew };
  const readers = [
    { ...(await repeaterOf(bench, audited, { name: 'webhook-reader', env: { SECRET: secret } })), signedAnew },
    { ...(await repeaterOf(bench, audited, { name: 'framework', env: { SECRET: secret } })), signedAnew },
  ];
  const withEntry = cpuFindings(
    'POST /api/install/webhook, 8 KB, with an audit entry',
    await compare(bench.load, bench.thoroughness, audited, readers),
    [{ name: 'bare, reads and hashes', target: { least: 0.3 } }, { step: 'Fastify, with one hash and JSON.parse' }],
  );
  return [...withoutEffect, ...withEntry];
}

/** The same event from an organization with the App, whose body is another one each time. */
const auditedDelivery = ({ codeHost }: Pick<Bench, 'codeHost'>): Request =>
  delivery(
    'member',
    memberEvent({
      organization: { id: 4_711, login: 'acme' },
      installation: { id: 4_712 },
      nonce: NUMBER_PLACEHOLDER,
    }),
    codeHost.app.webhookSecret ?? '',
  );

/** An event that is logged and has no other effect. */
export const memberDelivery = ({ codeHost }: Pick<Bench, 'codeHost'>): Request =>
  delivery('member', memberEvent({}), codeHost.app.webhookSecret ?? '');

/** A delivery as the platform signs it. */
export const delivery = (event: string, body: string, secret: string): Request => ({
  method: 'POST',
  path: '/api/install/webhook',
  headers: {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/bench',
    'x-github-delivery': randomUUID(),
    'x-github-event': event,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  },
  body,
});

/** The platform's own example of a member that was added, filled up to 8 KB as descriptions fill it. */
function memberEvent(further: object): string {
  const all = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as readonly {
    readonly name: string;
    readonly examples: readonly { readonly repository?: object }[];
  }[];
  const example = all.find(({ name }) => name === 'member')?.examples[0];
  if (example === undefined) throw new Error('there is no example of the event');
  const withDescription = (description: string) =>
    JSON.stringify({ ...example, ...further, repository: { ...example.repository, description } });
  const missing = BODY_BYTES - Buffer.byteLength(withDescription(''));
  return withDescription('d'.repeat(Math.max(0, missing)));
}
