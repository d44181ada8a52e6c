import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, exactly } from './attack.ts';
import type { Target } from './target.ts';

const CONNECTIONS = 2_200;
const PROBES = 20;
/** Often enough to look like a slow client that is still sending. */
const EVERY_MS = 1_000;
const HEAD = 'POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n';

/** More connections than the service takes, each with a request that goes on arriving byte by byte, opened again when cut. */
function crowd({ port }: Target): () => void {
  const timers = new Set<NodeJS.Timeout>();
  let over = false;
  const join = () => {
    if (over) return;
    const socket = connect({ host: 'localhost', port }).on('error', () => {});
    const timer = setInterval(() => (over ? socket.destroy() : socket.write('x')), EVERY_MS);
    timers.add(timer);
    socket.resume().write(HEAD);
    socket.once('close', () => {
      clearInterval(timer);
      timers.delete(timer);
      setTimeout(join, EVERY_MS).unref();
    });
  };
  for (let index = 0; index < CONNECTIONS; index += 1) join();
  return () => {
    over = true;
  };
}

export const FULL_HOUSE: readonly Attack[] = [
  {
    name: `${CONNECTIONS} connections whose requests never end`,
    run: async (target) => {
      const leave = crowd(target);
      await delay(3 * EVERY_MS);
      let served = 0;
      for (let probe = 0; probe < PROBES; probe += 1) {
        if (await target.serves()) served += 1;
        await delay(200);
      }
      leave();
      await delay(2 * EVERY_MS);
      return [exactly('others that were served meanwhile', `${PROBES} of ${PROBES}`, `${served} of ${PROBES}`)];
    },
  },
];
