import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createBoundedFetch, UnusableAnswer } from '../../../src/code-host/send/bounded-fetch.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { closedAddress, startLoopback } from '../loopback.ts';

const bounded = createBoundedFetch({ callLimitMs: 10_000, answerMaxBytes: 1_000 });

test('a complete answer is handed over with status, headers and body', async () => {
  const { url } = await startLoopback((_request, response) =>
    response.writeHead(201, { 'x-a': 'b' }).end('{"ok":true}'),
  );

  const answer = await bounded(url);

  expect([answer.status, answer.headers['x-a'], answer.text]).toEqual([201, 'b', '{"ok":true}']);
});

test.for([204, 205])('an answer of status %i has no body', async (status) => {
  const { url } = await startLoopback((_request, response) => response.writeHead(status).end());

  expect((await bounded(url)).text).toBe('');
});

test('an answer of exactly the largest size is read, one byte more is refused', async () => {
  const { url } = await startLoopback((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))));

  expect((await bounded(`${url}/1000`)).text).toHaveLength(1_000);
  await expect(bounded(`${url}/1001`)).rejects.toThrow('response larger than 1000 bytes');
});

test('size is counted after decompression', async () => {
  const { url } = await startLoopback((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000))),
  );

  await expect(bounded(url)).rejects.toThrow('response larger than 1000 bytes');
});

test('a compressed answer is asked for and read, one that is cut off or no compression is refused', async () => {
  const text = JSON.stringify({ some: 'words '.repeat(100) });
  const { url } = await startLoopback(({ headers, url: path }, response) => {
    const bytes = path === '/broken' ? Buffer.from(text) : gzipSync(text);
    const coded = { 'content-encoding': String(headers['accept-encoding']), 'content-length': String(bytes.length) };
    response.writeHead(200, coded);
    if (path !== '/cut') return response.end(bytes);
    response.write(bytes.subarray(0, 20));
    return setTimeout(() => response.destroy(), 10);
  });

  expect((await bounded(`${url}/whole`)).text).toBe(text);
  await expect(bounded(`${url}/cut`)).rejects.toThrow('connection closed before the response was complete');
  await expect(bounded(`${url}/broken`)).rejects.toThrow(/^network error \(Z_DATA_ERROR\)$/);
});

test.for([
  ['a megabyte of nested brackets', '['.repeat(1_000_000)],
  ['hundreds of thousands of values', `[${'[],'.repeat(300_000)}0]`],
])('JSON of %s is handed to no parser', async ([, text = '']) => {
  const roomy = createBoundedFetch({ callLimitMs: 10_000, answerMaxBytes: 8_000_000 });
  const { url } = await startLoopback((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text),
  );

  await expect(roomy(url)).rejects.toThrow('response has too many values or is nested too deeply');
});

test('reading stops at the limit although the answer goes on for ever', async () => {
  let closed = false;
  const { url } = await startLoopback((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(400)), 5);
    response.on('close', () => {
      clearInterval(timer);
      closed = true;
    });
  });

  await expect(bounded(url)).rejects.toThrow('response larger than 1000 bytes');
  await expect.poll(() => closed).toBe(true);
});

test('the deadline covers connecting, waiting and every byte of the body, and frees the connection', async () => {
  const limit = createTimeLimit();
  const limited = createBoundedFetch({ callLimitMs: limit.ms, answerMaxBytes: 1_000 });
  let [open, drops] = [0, 0];
  const { url } = await startLoopback((request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const drip = () => {
      drops += 1;
      return response.destroyed || response.write('x');
    };
    if (request.url === '/drip') setInterval(drip, 20).unref();
  });

  for (const path of ['/silence', '/drip']) {
    const answer = limited(url + path);
    await expect.poll(() => open > 0 && (path === '/silence' || drops > 2)).toBe(true);
    limit.come();
    await expect(answer).rejects.toThrow(`no complete response within ${limit.ms} ms`);
    await expect.poll(() => open).toBe(0);
  }
});

test.for([301, 302, 303, 307, 308])(
  'a redirect of status %i is refused and its target never contacted',
  async (status) => {
    const target = await startLoopback((_request, response) => response.end('{}'));
    const { url, hits } = await startLoopback((_request, response) =>
      response.writeHead(status, { location: `${target.url}/?secret=1` }).end(),
    );

    await expect(bounded(url, { method: 'POST', body: 'secret' })).rejects.toThrow(
      new UnusableAnswer(`answered ${status}; redirects are not followed`),
    );
    expect([hits(), target.hits()]).toEqual([1, 0]);
  },
);

test('network failures are told without addresses', async () => {
  const refused = await closedAddress();
  const reset = await startLoopback((request) => request.socket.resetAndDestroy());
  const cut = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('x');
    setTimeout(() => response.destroy(), 10);
  });
  const garbage = await startLoopback((request) => request.socket.end('no http at all\r\n\r\n'));

  await expect(bounded(refused)).rejects.toThrow(/^connection refused \(ECONNREFUSED\)$/);
  await expect(bounded(reset.url)).rejects.toThrow(
    /^connection (reset|closed before the response was complete) \([A-Z_]+\)$/,
  );
  await expect(bounded(cut.url)).rejects.toThrow(/^connection closed before the response was complete \(ECONNRESET\)$/);
  await expect(bounded(garbage.url)).rejects.toThrow(/^the server does not use HTTP \(HPE_INVALID_CONSTANT\)$/);
  await expect(bounded('http://host.invalid')).rejects.toThrow(/^host name .* \((ENOTFOUND|EAI_AGAIN)\)$/);
  expect([reset.hits(), cut.hits(), garbage.hits()]).toEqual([1, 1, 1]);
});

test('connections are kept for further calls', async () => {
  const { url, connections } = await startLoopback((_request, response) => response.end('{}'));

  for (let call = 0; call < 20; call += 1) await bounded(url);

  expect(connections()).toBeLessThanOrEqual(2);
});

test('a finished call leaves no timer behind', async () => {
  const { url } = await startLoopback((_request, response) => response.end('{}'));
  const patient = createBoundedFetch({ callLimitMs: 60_000, answerMaxBytes: 1_000 });
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await patient(url);
  const before = timers();

  for (let call = 0; call < 20; call += 1) await patient(url);

  expect(timers()).toBeLessThan(before + 20);
});

test('an answer that came while the whole process stood still is read, though its time is over', async () => {
  const callLimitMs = 3_000;
  const limited = createBoundedFetch({ callLimitMs, answerMaxBytes: 1_000 });
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const host = new Worker(WAITS_AND_ANSWERS, { eval: true, workerData: flags });
  onTestFinished(async () => void (await host.terminate()));
  const [port] = await once(host, 'message');

  const dueAt = performance.now() + callLimitMs;
  const answer = limited(`http://127.0.0.1:${port}/`);
  await once(host, 'message');
  // From here on nothing moves in this thread, until the answer has left the other one and the time is over.
  Atomics.store(flags, 0, 1);
  Atomics.notify(flags, 0);
  Atomics.wait(flags, 1, 0);
  while (performance.now() < dueAt + 500) Atomics.wait(flags, 1, 1, 50);
  expect((await answer).text).toBe('a pair of tokens');
});

/** A code host in a thread of its own: tells its port, then that it was asked, and answers when the first flag is set. */
const WAITS_AND_ANSWERS = `
  const { workerData: flags, parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    parentPort.postMessage('asked');
    Atomics.wait(flags, 0, 0);
    response.end('a pair of tokens', () => setTimeout(() => {
      Atomics.store(flags, 1, 1);
      Atomics.notify(flags, 1);
    }, 100));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
