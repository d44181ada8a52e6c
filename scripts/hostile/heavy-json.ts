import { deliver, MEGABYTE, signatureOf } from '../../server/test/support/deliver.ts';
import { type Attack, atMost, exactly, type Finding } from './attack.ts';
import type { Target } from './target.ts';

/** Bodies that are small beside what they become when they are parsed. */
const HEAVY: readonly (readonly [what: string, body: Buffer])[] = [
  ['nested arrays', Buffer.from(`${'['.repeat(12 * MEGABYTE)}${']'.repeat(12 * MEGABYTE)}`)],
  ['nested objects', Buffer.from(`${'{"a":'.repeat(4 * MEGABYTE)}0${'}'.repeat(4 * MEGABYTE)}`)],
  ['empty arrays', Buffer.from(`[${'[],'.repeat(8 * MEGABYTE)}0]`)],
  ['empty objects', Buffer.from(`[${'{},'.repeat(8 * MEGABYTE)}0]`)],
  ['numbers', Buffer.from(`[${'1.5,'.repeat(6 * MEGABYTE)}0]`)],
];
const PEAK_MEGABYTES = 400;

async function send(target: Target, status: string, sign: (body: Buffer) => string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [what, body] of HEAVY)
    findings.push(exactly(what, status, String(await deliver(target, body, sign(body)))));
  findings.push(
    atMost('memory', PEAK_MEGABYTES, await target.peakMegabytes(), ' MB'),
    exactly('still serves others', 'yes', (await target.serves()) ? 'yes' : 'no'),
  );
  return findings;
}

export const HEAVY_JSON: readonly Attack[] = [
  {
    name: 'webhooks of 25 MB of small values, no secret set',
    options: { webhookSecret: false },
    run: (target) => send(target, '413', () => ''),
  },
  {
    name: 'signed webhooks of 25 MB of small values',
    run: (target) => send(target, '400', (body) => signatureOf(body, target)),
  },
];
