import { readdir, readFile, readlink } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { freePort } from '../support/service/ports.ts';
import { type Program, startDemo } from '../support/service/program.ts';
import { listens } from './configured.ts';

/** The ports a process listens on, as Linux tells them. */
async function listeningPorts({ pid }: Program): Promise<readonly number[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      const isListening = state === '0A' && targets.includes(`socket:[${inode}]`);
      return isListening ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
    }),
  );
}

test('metrics are on their own port and nowhere else', async () => {
  const metricsPort = await freePort();
  const program = await startDemo({ METRICS_PORT: String(metricsPort) });
  onTestFinished(program.remove);
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  await fetchOnce(`${program.url}/api/about?secret=value-in-a-query`);

  const metrics = await fetchOnce(`${metricsUrl}/metrics`);

  expect([metrics.status, metrics.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
  expect(metrics.text).toMatch(
    /^orgdesk_http_request_duration_seconds_count\{method="GET",route="\/api\/about",status="200"\} 1$/m,
  );
  expect(metrics.text).toContain('process_cpu_seconds_total');
  expect(metrics.text).not.toContain('value-in-a-query');
  for (const path of ['/', '/api/about', '/readyz', '/metrics/']) {
    expect((await fetchOnce(metricsUrl + path)).status).toBe(404);
  }
  expect((await fetchOnce(`${program.url}/metrics`)).text).not.toContain('process_cpu');

  expect(await program.stop()).toEqual({ code: 0, signal: null });
  expect(await listens(metricsUrl)).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'metrics stay on the loopback address when the service does not',
  async () => {
    const metricsPort = String(await freePort());
    // On Linux, the whole of 127.0.0.0/8 is this machine: another address of it stands for the network.
    const away = '127.0.0.2';
    const program = await startDemo({ HOST: '0.0.0.0', METRICS_PORT: metricsPort });
    onTestFinished(program.remove);
    expect(await listens(program.url.replace('localhost', away))).toBe(true);
    expect(await listens(`http://127.0.0.1:${metricsPort}`)).toBe(true);
    expect(await listens(`http://${away}:${metricsPort}`)).toBe(false);

    const wantedPort = String(await freePort());
    const demo = await startDemo({ METRICS_PORT: wantedPort, METRICS_HOST: away });
    onTestFinished(demo.remove);
    expect(await listens(`http://${away}:${wantedPort}`)).toBe(true);
    expect(await listens(`http://127.0.0.1:${wantedPort}`)).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux')('without METRICS_PORT it listens on its one port only', async () => {
  const program = await startDemo();
  onTestFinished(program.remove);

  expect(await listeningPorts(program)).toEqual([Number(new URL(program.url).port)]);
  expect((await fetchOnce(`${program.url}/metrics`)).text).not.toContain('process_cpu');
});
