import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, atMost, exactly, type Finding } from './attack.ts';
import { type Target, watchDescriptors } from './target.ts';

const PEAK_MEGABYTES = 400;
/** Descriptors beside one for each connection. */
const OTHER_DESCRIPTORS = 64;
const WAIT_MS = 5_000;
/** A connection whose answers nobody takes is cut after twenty seconds at most; the rest is for a busy machine. */
const CUT_WITHIN_MS = 60_000;

interface Crowd {
  readonly connections: number;
  readonly requests: number;
  readonly of: string;
  readonly pathOf: (target: Target) => Promise<string>;
  /** Waits until they are cut, too. Their answers have to be more than the system keeps for a connection by itself. */
  readonly untilCut?: boolean;
}

/** Many requests at once on connections that nobody reads from. */
const unread = ({ connections, requests, of, pathOf, untilCut = false }: Crowd): Attack => ({
  name: `${connections} connections of ${requests} requests for ${of}, no answer read`,
  run: async (target) => {
    const path = await pathOf(target);
    const idle = await target.descriptors();
    const descriptors = watchDescriptors(target);
    const bytes = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests);
    const sockets = Array.from({ length: connections }, () => hold(target.port, bytes));
    await delay(WAIT_MS);
    const findings: Finding[] = [
      exactly('still serves others', 'yes', (await target.serves()) ? 'yes' : 'no'),
      atMost('memory', PEAK_MEGABYTES, await target.peakMegabytes(), ' MB'),
      atMost('descriptors', idle + connections + OTHER_DESCRIPTORS, await descriptors()),
    ];
    if (untilCut) findings.push(await cutBy(target, idle + OTHER_DESCRIPTORS));
    for (const socket of sockets) socket.destroy();
    return findings;
  },
});

async function cutBy(target: Target, descriptors: number): Promise<Finding> {
  const end = performance.now() + CUT_WITHIN_MS;
  while ((await target.descriptors()) > descriptors && performance.now() < end) await delay(250);
  return atMost(`descriptors within ${CUT_WITHIN_MS / 1000} s more`, descriptors, await target.descriptors());
}

/** A connection that sends and never reads. */
function hold(port: number, bytes: string): Socket {
  const socket = connect({ host: 'localhost', port });
  socket.on('error', () => {});
  socket.pause();
  socket.write(bytes);
  return socket;
}

/** The largest script of the page. */
async function consoleScript({ url }: Target): Promise<string> {
  const page = await (await fetch(url)).text();
  return /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/';
}

const docsScript = async () => '/docs/static/swagger-ui-bundle.js';

export const UNREAD_ANSWERS: readonly Attack[] = [
  unread({ connections: 20, requests: 1_000, of: 'a script of the page', pathOf: consoleScript }),
  unread({ connections: 500, requests: 3_000, of: 'a script of the page', pathOf: consoleScript }),
  unread({ connections: 1_000, requests: 8, of: 'a script of the page', pathOf: consoleScript }),
  unread({ connections: 1_000, requests: 8, of: 'a script of /docs', pathOf: docsScript, untilCut: true }),
  unread({ connections: 1_000, requests: 8, of: 'the document of /docs', pathOf: async () => '/docs/json' }),
];
