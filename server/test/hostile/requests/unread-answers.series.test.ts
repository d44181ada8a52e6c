import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDescriptors, residentMegabytes, watch } from '../../support/service/process-figures.ts';
import { startDemo } from '../../support/service/program.ts';

/** Sends as much as it can and reads nothing; resolves when the system has taken it, or the service has cut it. */
function send(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }).pause();
    socket.on('error', () => resolve(socket));
    socket.write(bytes, () => resolve(socket));
  });
}

describe.runIf(process.platform === 'linux')('requests whose answers nobody reads', () => {
  test.each([
    ['a thousand on each of twenty connections', 20, 1_000, '/docs/static/swagger-ui-bundle.js'],
    ['three thousand on each of two hundred connections', 200, 3_000, '/'],
    ['eight on each of five hundred connections', 500, 8, '/docs/static/swagger-ui-bundle.js'],
  ])('%s take bounded memory and no descriptors, and others are served', async (_what, connections, requests, path) => {
    const program = await startDemo();
    onTestFinished(program.remove);
    const port = Number(new URL(program.url).port);
    const served = async () => (await fetch(`${program.url}${path}`)).status;
    expect(await served()).toBe(200);
    const [memory, descriptors] = [residentMegabytes(program), openDescriptors(program)];
    const [mostMemory, mostDescriptors] = [watch(residentMegabytes, program), watch(openDescriptors, program)];
    const bytes = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests);

    const sockets = await Promise.all(Array.from({ length: connections }, () => send(port, bytes)));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });

    for (let attempt = 0; attempt < 5; attempt += 1) expect(await served()).toBe(200);
    expect(mostMemory() - memory).toBeLessThan(200);
    expect(mostDescriptors() - descriptors).toBeLessThan(connections + 20);
  });
});
