import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { samplesIn } from '../observability/measured-service.ts';
import { SELF_SIGNED } from '../operate/doctor/self-signed.ts';
import { fetchOnce } from '../support/browser.ts';
import { freshDatabaseUrl } from '../support/databases/engines.ts';
import { freePort } from '../support/service/ports.ts';
import { configuredHost, run } from './configured.ts';

const EXPIRES = new Date('2126-10-29T17:55:55Z').getTime() / 1000;

test('the findings of doctor, the certificate and the disk are metrics of a running service', async () => {
  const proxy = createServer(SELF_SIGNED, (_request, reply) => reply.end());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const metricsPort = await freePort();
  const { env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  run({
    env: {
      ...env,
      BASE_URL: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      CODE_HOST_APP_SLUG: 'another-slug',
      METRICS_PORT: String(metricsPort),
    },
  });
  const scrape = async () => {
    const page = await fetchOnce(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => null);
    return samplesIn(page?.text ?? '');
  };
  const metric = async (name: string, check?: string, severity?: string) =>
    (await scrape()).find(
      ({ name: is, labels }) => is === name && labels.check === check && labels.severity === severity,
    )?.value;

  await expect.poll(() => metric('orgdesk_certificate_expiry_timestamp_seconds'), { interval: 200 }).toBe(EXPIRES);
  const samples = await scrape();
  const findings = samples.filter(({ name }) => name === 'orgdesk_doctor_findings');
  expect(findings.filter(({ labels }) => labels.check === 'slug').map(({ value }) => value)).toContain(1);
  expect(findings.filter(({ labels }) => labels.check === 'app').map(({ value }) => value)).toEqual([0, 0]);
  // An instance that has only just begun gets no requests yet.
  expect(findings.filter(({ labels }) => labels.check === 'base-url')).toEqual([]);
  expect(await metric('orgdesk_doctor_last_run_timestamp_seconds')).toBeGreaterThan(0);
  const [free = 0, size = 0] = await Promise.all(
    ['free', 'size'].map((what) => metric(`orgdesk_database_disk_${what}_bytes`)),
  );
  expect([free > 0, size >= free]).toEqual([true, true]);
});
