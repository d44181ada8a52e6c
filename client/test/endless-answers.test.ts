import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../src/index.ts';

const MIB = 2 ** 20;

test.each([200, 400])(
  'an answer of status %i that does not end is not read for ever, and told as no answer',
  async (status) => {
    let sent = 0;
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      const endless = Readable.from(
        (function* () {
          for (;;) {
            sent += MIB;
            yield ' '.repeat(MIB);
          }
        })(),
      );
      endless.pipe(response);
      response.once('close', () => endless.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await createClient({ baseUrl: url, retries: 0 }).getAbout();
    expect(outcome).toMatchObject({ status, error: expect.stringMatching(/./) });
    expect(outcome.data).toBeUndefined();
    expect(sent).toBeLessThan(200 * MIB);
  },
);
