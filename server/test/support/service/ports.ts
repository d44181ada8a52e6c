import { createServer, type Server } from 'node:net';

const HOST = '127.0.0.1';
const LOWEST_PORT = 12_000;
const HIGHEST_PORT = 32_000;
/** The port itself, the one above it, where the simulated code host may listen, and the claim on both. */
const PORTS_OF_A_CLAIM = 3;
const CLAIMS = Math.floor((HIGHEST_PORT - LOWEST_PORT) / PORTS_OF_A_CLAIM);

/**
 * A port that is free, as is the one above it, and that no other process of the tests gets while this one lives.
 *
 * It lies below the range that systems give away by themselves, to listeners without a wish as to every outgoing
 * connection, so that nobody takes it by chance before it is listened on, or while a test has stopped what listened.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const claimed = LOWEST_PORT + PORTS_OF_A_CLAIM * Math.floor(Math.random() * CLAIMS);
    const claim = await listenOn(claimed);
    if (claim === null) continue;
    if ((await isFree(claimed + 1)) && (await isFree(claimed + 2))) return claimed + 1;
    claim.close();
  }
}

/** Null when it is taken. What listens does not keep the process alive. */
function listenOn(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, HOST, () => resolve(server.unref()));
  });
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (probe === null) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}
