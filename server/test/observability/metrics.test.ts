import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditHeadTarget } from '../../src/audit/heads.ts';
import { AUDIT_HEADS_EVERY_MS } from '../../src/lib/limits/audit.ts';
import { refuse } from '../../src/lib/result.ts';
import { METRICS, type MetricRow } from '../../src/operate/metrics/metric-table.ts';
import { createMetrics } from '../../src/operate/metrics/metrics.ts';
import { rewriteTrail } from '../audit/heads.ts';
import { eventOf } from '../audit/store/trails.ts';
import { exportsAs, runOut } from '../features/access-exports/exporting.ts';
import { jobsAs, newPeople } from '../features/invitations/jobs/jobs.ts';
import { addOrganization } from '../features/who-has-access/reaching.ts';
import { addDeadWork } from '../jobs/dead-work/dead.ts';
import { fetchOnce } from '../support/browser.ts';
import { ENGINES, ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { withoutTrail } from '../support/databases/without-trail.ts';
import { postWebhook } from '../support/webhooks.ts';
import { measuredService, type Sample, samplesIn } from './measured-service.ts';

const valueIn = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}) =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;

const seriesOf = (samples: readonly Sample[]): ReadonlySet<string> =>
  new Set(samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`));

const NO_HEADS = { signedAt: null, oldestUnsignedAt: null };

/** A request as no client library makes it; its status, or 0. */
const raw = (url: string, method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<number>((resolve) => {
    const sending = request(url, { method, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sending.once('error', () => resolve(0));
    sending.end();
  });

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('metrics on %s', (engine) => {
  test('tell of calls, webhooks, comparisons, sessions and the database', async () => {
    const { url, simulator, signIn, upkeep, scrape } = await measuredService(engine);
    const { bearer } = await signIn('ada');
    await fetchOnce(`${url}/api/organizations/acme/mass-invite`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ userLogins: ['nobody-of-this-name'] }),
    });
    simulator.world.addOrganization({ login: 'measured' });
    simulator.control.platform.install({ account: 'measured' });
    await simulator.control.settled();
    await postWebhook(url, { event: 'ping', body: '{}', signature: null });
    expect((await upkeep()).ok).toBe(true);

    const samples = await scrape();

    const calls = (labels: Readonly<Record<string, string>>) =>
      valueIn(samples, 'orgdesk_code_host_calls_total', labels);
    expect(calls({ kind: 'oauth.exchange-code', credential: 'client', outcome: 'ok' })).toBe(1);
    expect(calls({ kind: 'graphql.ViewerProfile', credential: 'user', outcome: 'ok' })).toBeGreaterThan(0);
    expect(calls({ kind: 'app.installations', credential: 'app', outcome: 'ok' })).toBeGreaterThan(0);
    expect(calls({ kind: 'installation.repositories', credential: 'installation', outcome: 'ok' })).toBeGreaterThan(0);
    expect(valueIn(samples, 'orgdesk_code_host_call_duration_seconds_count', { kind: 'oauth.exchange-code' })).toBe(1);
    expect(valueIn(samples, 'orgdesk_webhook_deliveries_total', { event: 'installation', outcome: 'ok' })).toBe(1);
    expect(valueIn(samples, 'orgdesk_webhook_deliveries_total', { event: 'ping', outcome: 'refused' })).toBe(1);
    expect(valueIn(samples, 'orgdesk_webhook_delay_seconds_count')).toBe(1);
    expect(valueIn(samples, 'orgdesk_comparisons_total', { outcome: 'ok' })).toBe(1);
    expect(valueIn(samples, 'orgdesk_comparison_differences_total', { change: 'added' })).toBeGreaterThan(0);
    const since = Date.now() / 1000 - (valueIn(samples, 'orgdesk_comparison_last_success_timestamp_seconds') ?? 0);
    expect(Math.abs(since)).toBeLessThan(600);
    expect(valueIn(samples, 'orgdesk_sessions')).toBe(1);
    expect(valueIn(samples, 'orgdesk_session_users')).toBe(1);
    expect(valueIn(samples, 'orgdesk_jobs', { kind: 'invitations', state: 'running' })).toBe(0);
    for (const kind of ['invitations', 'people-change', 'access-export']) {
      expect(valueIn(samples, 'orgdesk_storage_rows', { kind })).toBe(0);
      expect(valueIn(samples, 'orgdesk_storage_bytes', { kind })).toBe(0);
    }
    // The mass invite's intents and outcomes, and the code host's events.
    expect(valueIn(samples, 'orgdesk_storage_rows', { kind: 'audit-trail' })).toBeGreaterThanOrEqual(2);
    expect(valueIn(samples, 'orgdesk_log_lines_lost_total')).toBe(3);
    const isSqlite = engine === 'SQLite';
    expect(
      valueIn(samples, 'orgdesk_build_info', { version: '1.2.3', engine: isSqlite ? 'sqlite' : 'postgresql' }),
    ).toBe(1);
    if (isSqlite) expect(valueIn(samples, 'orgdesk_database_size_bytes')).toBeGreaterThan(0);
    else expect(valueIn(samples, 'orgdesk_database_connections_max', { pool: 'writing' })).toBe(5);
    for (const { value } of samples.filter(({ name }) => name === 'orgdesk_code_host_limit_remaining_ratio')) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });

  test('count every change that is refused because its audit entry cannot be written', async () => {
    const service = await measuredService(engine);
    const { url, databaseUrl, scrape, signIn, simulator, workOnJobs } = service;
    const { bearer } = await signIn('ada');
    const [login = '', other = ''] = newPeople(service, 'unwritten', 2);
    const { begin, change } = jobsAs(service, bearer);
    const { id } = await begin([{ login }], 'unwritten');
    const item = await addDeadWork(service, 'acme');
    const acme = `${url}/api/organizations/acme`;
    const send = (path: string, method = 'POST') => fetchOnce(`${acme}${path}`, { method, headers: bearer });
    await withoutTrail(databaseUrl, async () => {
      const writes = [
        () => jobsAs(service, bearer).start({ key: 'another', rows: [{ login: other }] }),
        () => send('/access-exports'),
        () => change(id, 'cancel'),
        () => send(`/dead-work/${item}/retry`),
        () => send('/audit-trail.csv', 'GET'),
        () => workOnJobs(),
      ];
      for (const [index, write] of writes.entries()) {
        await write();
        expect(valueIn(await scrape(), 'orgdesk_audit_trail_failures_total', { part: 'intent' }), `${index}`).toBe(
          index + 1,
        );
      }
    });
    expect(simulator.control.count({ method: 'POST', path: '/orgs/acme/invitations' })).toBe(0);
  });

  test('tell what jobs and exports store, in bytes', async () => {
    const service = await measuredService(engine);
    service.clock.stop();
    const { organization, owner } = addOrganization(service, 3);
    const { bearer } = await service.signIn(owner);
    const logins = ['gauge-one', 'gauge-two'];
    for (const login of logins) service.simulator.world.addUser({ login });
    await jobsAs(service, bearer, organization).begin(logins.map((login) => ({ login })));
    const exports = exportsAs(service, bearer, organization);
    const { id } = await exports.start();
    await runOut(service, () => exports.read(id));
    const [, ...lines] = await exports.file(id);

    const samples = await service.scrape();
    const bytes = (kind: string) => valueIn(samples, 'orgdesk_storage_bytes', { kind });
    expect(bytes('access-export')).toBe(Buffer.byteLength(lines.map((line) => `${line}\r\n`).join('')));
    expect(bytes('invitations')).toBeGreaterThan(Buffer.byteLength(logins.join('')));
    expect(valueIn(samples, 'orgdesk_storage_rows', { kind: 'invitations' })).toBe(logins.length);
    expect(valueIn(samples, 'orgdesk_storage_rows', { kind: 'access-export' })).toBe(1);
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('work on %s', (engine) => {
  test('is overdue if a kind of this instance waits, and is counted if it is dead; without comparisons none is due', async () => {
    const service = await measuredService(engine);
    const { dueWork } = service.storage;
    const hourAgo = new Date(Date.now() - 3_600_000);
    const workOf = (kind: string, key: string) => ({ organizationId: 7, kind, key, dueAt: hourAgo, requestId: null });
    await dueWork.add([workOf('invitations', 'dies')], hourAgo);
    const kinds = [{ kind: 'invitations', room: 1, running: 0 }];
    for (const item of await dueWork.claim({ holder: 'h', kinds, limit: 1, leaseMs: 9_000 }, new Date()))
      await dueWork.fail(item, { attempts: 20, error: 'broken', retryAt: null }, new Date());
    await dueWork.add([workOf('comparison', ''), workOf('invitations', 'waits')], hourAgo);

    const samples = await service.scrape();
    const overdue = (kind: string) => valueIn(samples, 'orgdesk_due_work_overdue_seconds', { kind });
    const count = (kind: string, state: string) => valueIn(samples, 'orgdesk_due_work', { kind, state });
    expect(overdue('invitations')).toBeGreaterThan(3_500);
    expect([count('invitations', 'due'), count('invitations', 'dead')]).toEqual([1, 1]);
    expect([overdue('cleanup'), count('cleanup', 'due'), count('cleanup', 'dead')]).toEqual([0, 0, 0]);
    expect([overdue('comparison'), count('comparison', 'due')]).toEqual([undefined, undefined]);
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('heads of audit logs on %s', (engine) => {
  test('are counted as signed, and entries are unsigned until then, or for ever if they were changed', async () => {
    const away: AuditHeadTarget = {
      name: 'url',
      kept: async () => null,
      deliver: async () => refuse({ kind: 'unreachable', reason: 'away' }),
    };
    const service = await measuredService(engine, { auditHeadTargets: [away] });
    const { storage, clock, workOn, workKinds, databaseUrl } = service;
    clock.stop();
    const hourAgo = new Date(Date.now() - 3_600_000);
    const record = () => storage.auditTrail.record([eventOf(), eventOf()], hourAgo);
    // Counts are kept for a minute.
    const scrapeNow = async () => {
      const metrics = createMetrics();
      metrics.readFrom({ version: '1', database: storage, lostLines: () => 0, comparisonSeconds: null, workKinds });
      return samplesIn(await metrics.text());
    };
    const unsigned = async () => valueIn(await scrapeNow(), 'orgdesk_audit_heads_unsigned_seconds');
    const signedAt = async () => valueIn(await scrapeNow(), 'orgdesk_audit_heads_last_signed_timestamp_seconds');
    const sign = async () => {
      await workOn(['audit-heads']);
      clock.advance(AUDIT_HEADS_EVERY_MS);
      await workOn(['audit-heads']);
    };
    expect([await unsigned(), await signedAt()]).toEqual([0, undefined]);
    await record();
    expect(await unsigned()).toBeGreaterThan(3_500);
    await sign();
    expect([await unsigned(), await signedAt()]).toEqual([0, expect.any(Number)]);
    expect(await signedAt()).toBeGreaterThan(Date.now() / 1000 - 600);

    await record();
    const { rawQuery } = await (ENGINES.find(({ name }) => name === engine) as (typeof ENGINES)[number]).open({
      url: databaseUrl,
      migrate: false,
    });
    await rewriteTrail(rawQuery, 10, 1);
    await sign();
    expect(await unsigned()).toBeGreaterThan(3_500);
    const samples = await service.scrape();
    const outcomes = ['signed', 'refused', 'unsent'].map((outcome) =>
      valueIn(samples, 'orgdesk_audit_heads_total', { outcome }),
    );
    expect(outcomes).toEqual([1, expect.any(Number), expect.any(Number)]);
    expect(Math.min(...outcomes.map(Number))).toBeGreaterThan(0);
  });
});

describe('metrics', () => {
  test('hostile paths, methods, events, names and hosts make no series of their own', async () => {
    const { url, signIn, scrape, text } = await measuredService('SQLite');
    const { bearer } = await signIn('ada');
    const attack = async (word: string) => {
      const host = { host: `${word}.example.com` };
      await raw(url, 'GET', `/${word}`, host);
      await raw(url, 'GET', `/api/organizations/${word}?q=${word}`, { ...bearer, ...host });
      await raw(url, 'GET', `/api/%00${word}/%ff`, { 'x-request-id': word });
      await raw(url, 'PROPFIND', `/api/${word}`);
      await raw(url, 'MKCALENDAR', '/api/about');
      await raw(url, 'GET', `/assets/${word}.js`);
      await postWebhook(url, { event: word, body: '{}', headers: { 'x-github-delivery': word } });
      await postWebhook(url, { event: word, body: 'not json' });
      await postWebhook(url, { event: word, body: '{}', signature: null });
      await fetchOnce(`${url}/api/organizations/${word}/mass-invite`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ userLogins: [word] }),
      });
      await fetchOnce(`${url}/api/organizations/acme/mass-invite`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ userLogins: [word] }),
      });
      await fetchOnce(`${url}/api/github/graphql`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ operationName: word, query: `query ${word} { viewer { login } }`, variables: {} }),
      });
    };
    await attack('zzzfirst');
    const before = seriesOf(await scrape());
    for (let turn = 0; turn < 10; turn += 1) await attack(`zzz${randomUUID().replaceAll('-', '')}`);

    // Which kinds of garbage were collected and of handles are open decides the runtime, not a client.
    const added = [...seriesOf(await scrape())].filter(
      (series) => !before.has(series) && !series.startsWith('nodejs_'),
    );
    expect(added).toEqual([]);
    expect(await text()).not.toContain('zzz');
  });

  test('a refusal by the rate limit is counted by its bound', async () => {
    const { url, scrape } = await measuredService('SQLite', { rateLimit: 2 });
    for (let turn = 0; turn < 5; turn += 1) await fetchOnce(`${url}/api/about`);
    expect(valueIn(await scrape(), 'orgdesk_requests_refused_total', { bound: 'client-address' })).toBe(3);
  });

  test('a database that does not answer leaves the last counts standing, and a scrape does not wait for it', async () => {
    const metrics = createMetrics();
    let counts = Promise.resolve({
      sessions: 7,
      users: 5,
      jobs: [],
      work: [],
      stored: [],
      auditHeads: NO_HEADS,
      backedUpAt: null,
    });
    const database = {
      readings: () => ({ engine: 'sqlite', pools: [], file: null, busyWaits: 0, conflictRetries: 0 }) as const,
      storedCounts: () => counts,
    };
    metrics.readFrom({ version: '1', database, lostLines: () => 0, comparisonSeconds: null, workKinds: [] });
    expect(valueIn(samplesIn(await metrics.text()), 'orgdesk_sessions')).toBe(7);
    counts = new Promise(() => {});
    for (let turn = 0; turn < 3; turn += 1) {
      expect(valueIn(samplesIn(await metrics.text()), 'orgdesk_sessions')).toBe(7);
    }
  });
});

describe('every metric of the table', () => {
  let rows: readonly (readonly [string, MetricRow])[] = [];
  beforeAll(() => {
    rows = Object.entries(METRICS);
  });

  test('has a name in base units, with a suffix that tells its type', () => {
    for (const [name, { type }] of rows) {
      expect(name).toMatch(/^orgdesk_[a-z_]+$/);
      expect(name.endsWith('_total')).toBe(type === 'counter');
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|percent|kb|mb)(_|$)/);
    }
  });
});
