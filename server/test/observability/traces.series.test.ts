import { expect, onTestFinished, test } from 'vitest';
import { configuredHost, listens, runReady, signIn } from '../program/configured.ts';
import { fetchOnce } from '../support/browser.ts';
import { freshDatabaseUrl } from '../support/databases/engines.ts';
import { type CollectedSpan, startOtlpCollector } from '../support/otlp-collector.ts';
import { freePort } from '../support/service/ports.ts';

const SOON = { interval: 50 };

const invite = (url: string, headers: Readonly<Record<string, string>>, login: string) =>
  fetchOnce(`${url}/api/organizations/acme/mass-invite`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ userLogins: [login] }),
  });

test('a collector is sent the spans of a sign-in, an invitation and a comparison, each with its parent', async () => {
  const collector = await startOtlpCollector();
  onTestFinished(collector.close);
  const { simulator, env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  simulator.world.addUser({ login: 'invited-one' });
  const { program, url } = await runReady({
    ...env,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'orgdesk-of-the-test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  const headers = await signIn(url, 'ada');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const carried = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-request-id': 'from-the-proxy-1' };
  expect((await invite(`${url}`, { ...headers, ...carried }, 'invited-one')).status).toBe(200);

  const { spans, resource } = collector;
  const spanOf = (name: string | RegExp, of: (span: CollectedSpan) => boolean = () => true) =>
    spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)) && of(span));
  const rootOf = (span: CollectedSpan): CollectedSpan => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? span : rootOf(parent);
  };
  await expect.poll(() => spanOf(/^POST .*mass-invite$/) !== undefined, SOON).toBe(true);
  await expect.poll(() => spanOf('comparison') !== undefined, SOON).toBe(true);

  const invited = spanOf(/^POST .*mass-invite$/);
  expect(invited).toMatchObject({
    traceId,
    parentSpanId: '00f067aa0ba902b7',
    attributes: {
      'http.route': '/api/organizations/:login/mass-invite',
      'http.response.status_code': '200',
      'orgdesk.request_id': 'from-the-proxy-1',
    },
  });
  const sent = spanOf('code host invitation.send');
  expect(sent).toMatchObject({ traceId, attributes: { 'orgdesk.outcome': 'ok', 'orgdesk.credential': 'user' } });
  expect(sent === undefined ? null : rootOf(sent).spanId).toBe(invited?.spanId);
  const written = spanOf('database transaction', (span) => span.traceId === traceId);
  expect(written === undefined ? null : rootOf(written).spanId).toBe(invited?.spanId);

  const exchanged = spanOf('code host oauth.exchange-code');
  expect(exchanged === undefined ? null : rootOf(exchanged).name).toBe('GET /api/auth');
  const listed = spanOf('code host app.installations');
  expect(listed === undefined ? null : rootOf(listed).name).toBe('comparison');
  expect(resource).toMatchObject({ 'service.name': 'orgdesk-of-the-test' });

  const all = collector.bytes();
  for (const secret of [
    ...simulator.control.issuedSecrets(),
    'invited-one',
    'state=',
    'code=',
    headers.authorization.slice(7),
  ]) {
    expect(all.includes(secret)).toBe(false);
  }
  expect(await program.stop()).toEqual({ code: 0, signal: null });
});

test('while the collector is away, or says no, the service answers as ever, and ends when it is told to', async () => {
  const { env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady({
    ...env,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${await freePort()}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_BSP_MAX_QUEUE_SIZE: '64',
    LOG_LEVEL: 'warn',
  });
  const headers = await signIn(url, 'ada');
  for (let turn = 0; turn < 100; turn += 1) {
    expect((await fetchOnce(`${url}/api/auth/session`, { headers })).status).toBe(200);
  }
  await expect.poll(() => program.out().includes('traces were lost'), SOON).toBe(true);
  expect(program.out().match(/traces were lost/g)?.length).toBe(1);
  expect(await program.stop()).toEqual({ code: 0, signal: null });
  expect(await listens(url)).toBe(false);
});

test('without its settings, or switched off, nothing of it is loaded', async () => {
  const { env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const collector = await startOtlpCollector();
  onTestFinished(collector.close);
  const { url } = await runReady({
    ...env,
    OTEL_SDK_DISABLED: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  await signIn(url, 'ada');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(collector.spans).toEqual([]);
});
