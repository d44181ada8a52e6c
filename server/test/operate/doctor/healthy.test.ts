import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CHECK_NAMES } from '../../../src/operate/doctor/check.ts';
import { inSeries } from '../../support/series.ts';
import { serverFor } from './faults/other-servers.ts';
import { check, setUp, signInNow, troublesIn } from './set-up.ts';

const KINDS = ['cloud', 'ghe.com', 'enterprise-server'] as const;

describe.each(KINDS)('a set-up that is as it should be, on %s', (kind) => {
  const engines = inSeries(['SQLite', 'PostgreSQL'] as const, [kind === 'ghe.com' ? 'PostgreSQL' : 'SQLite'] as const);
  test.each(engines)('gives no warning on %s, in fourteen calls that change nothing', async (engine) => {
    const healthy = await setUp({ kind, engine });
    await signInNow(healthy);
    const { simulator } = healthy;
    simulator.control.clearRequests();

    const report = await check(healthy);

    expect(troublesIn(report)).toEqual([]);
    expect(report).toMatchObject({ standing: 'ok', unjudged: [] });
    expect(report.lines.map(({ check: name }) => name)).toEqual(CHECK_NAMES);
    const calls = simulator.control.requests({}).map(({ method, path }) => `${method} ${path}`);
    expect(calls.toSorted()).toEqual([
      'GET /app',
      'GET /app/hook/config',
      'GET /app/hook/deliveries',
      'GET /app/hook/deliveries',
      'GET /app/installation-requests',
      'GET /app/installations',
      `GET /apps/${simulator.app.slug}`,
      'GET /rate_limit',
      'HEAD /',
      kind === 'enterprise-server' ? 'HEAD /api/v3' : 'HEAD /api',
      'HEAD /graphql',
      'POST /app/installations/101/access_tokens',
      `POST /applications/${simulator.app.clientId}/token`,
      'POST /graphql',
    ]);
  });
});

test('targets of heads of audit logs that can be written or answer are ok, and get nothing', async () => {
  const healthy = await setUp();
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-heads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const requests: string[] = [];
  // A witness takes only POST.
  const url = await serverFor((request, response) => {
    requests.push(request.method ?? '');
    response.writeHead(405).end();
  });
  const kept = join(folder, 'kept.txt');
  await writeFile(kept, 'a head');
  for (const path of [kept, join(folder, 'new.txt')]) {
    const report = await check(healthy, { AUDIT_HEADS_PATH: path, AUDIT_HEADS_URL: url });
    expect(troublesIn(report)).toEqual([]);
    expect(report.lines.find(({ check: name }) => name === 'audit-heads')?.fact).toBe(
      'Signed heads of audit logs can go to AUDIT_HEADS_URL and AUDIT_HEADS_PATH.',
    );
  }
  expect(requests).toEqual(['HEAD', 'HEAD']);
  expect([await readdir(folder), await readFile(kept, 'utf8')]).toEqual([['kept.txt'], 'a head']);
});

test('before the first start, a database that is not there yet is as it should be, and is not made', async () => {
  const fresh = await setUp({ migrate: false });
  const away = `${fresh.database.url}.new/folder/orgdesk.db`;
  const report = await check(fresh, { DATABASE_URL: away });
  expect(troublesIn(report)).toEqual([]);
  expect(report.lines.find(({ check: name }) => name === 'database')?.fact).toMatch(/creates it when it first starts/);
  expect(report.unjudged.map(({ because }) => because)).toEqual(Array(8).fill('database'));
  expect(existsSync(away.slice('sqlite:'.length))).toBe(false);
});
