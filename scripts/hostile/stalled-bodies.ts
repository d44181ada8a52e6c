import { type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { deliver, MEGABYTE, signatureOf } from '../../server/test/support/deliver.ts';
import { type Attack, atMost, exactly } from './attack.ts';
import type { Target } from './target.ts';

const SILENT = 64;
const HONEST = 20;
const HONEST_BYTES = 5 * MEGABYTE;

/** Announces the largest body and sends one byte of it. */
function announce({ url }: Target): ClientRequest {
  const sending = request(`${url}/api/install/webhook`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': String(25 * MEGABYTE),
      'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
    },
  });
  sending.on('error', () => {}).write('{');
  return sending;
}

export const STALLED_BODIES: readonly Attack[] = [
  {
    name: `${SILENT} unsigned webhooks of 25 MB that send one byte`,
    run: async (target) => {
      const silent = Array.from({ length: SILENT }, () => announce(target));
      await delay(500);
      const body = Buffer.from(`{"zen":"${'x'.repeat(HONEST_BYTES)}"}`);
      let accepted = 0;
      for (let sent = 0; sent < HONEST; sent += 1) {
        if ((await deliver(target, body, signatureOf(body, target))) === 200) accepted += 1;
      }
      for (const sending of silent) sending.destroy();
      return [
        exactly(`signed deliveries of 5 MB accepted meanwhile`, String(HONEST), String(accepted)),
        atMost('memory', 400, await target.peakMegabytes(), ' MB'),
      ];
    },
  },
];
