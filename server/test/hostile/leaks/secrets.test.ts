import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FaultEffect } from '@orgdesk/simulator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES, sqlitePathOf, TOKEN_SECRET } from '../../support/databases/engines.ts';
import { type Service, SIGNING_SECRET, startService } from '../../support/service/start-service.ts';
import { type AnswerRecord, createAnswerRecord } from './recorded-answers.ts';

const TOKEN_ENDPOINT = { path: '/login/oauth/access_token' };
const INTO_THE_WINDOW_MS = 28_800_000 - 120_000;
const FAULTS: readonly FaultEffect[] = (
  ['bad-gateway-html', 'reset', 'truncate', 'wrong-types', 'empty', 'html-200', 'primary-rate-limit'] as const
).map((kind) => ({ kind }));
const CALLS = [TOKEN_ENDPOINT, { path: '/graphql' }, { path: '/user/installations' }] as const;

/** Everything that must not be seen, by what it is. */
interface Secrets {
  readonly states: Set<string>;
  readonly csrfValues: Set<string>;
  readonly sessionIds: Set<string>;
  /** Never shown to anybody in any answer. */
  readonly hidden: Set<string>;
}

/** Every kind of success and failure once or more, with all answers and secrets kept. */
async function exercise(service: Service, record: AnswerRecord): Promise<Secrets> {
  const { control, app } = service.simulator;
  const states = new Set<string>();
  const csrfValues = new Set<string>();
  const sessionIds = new Set<string>();
  const session = (headers: Record<string, string>) => record.fetch(`${service.url}/api/auth/session`, { headers });

  const signIn = async (mode: 'web' | 'mobile', decision: 'authorize' | 'cancel' = 'authorize', echoing = false) => {
    const browser = record.browser();
    const callback = await service.authorize(browser, 'ada', { mode, decision });
    // A code host that repeats in its error what it was sent.
    const body = {
      error: 'no',
      error_description: `not ${callback.searchParams.get('code')} with ${app.clientSecret}`,
    };
    if (echoing) control.fault({ match: TOKEN_ENDPOINT, kind: 'reply', status: 200, body, times: 1 });
    states.add(callback.searchParams.get('state') ?? '');
    csrfValues.add((await browser.cookie(service.url, 'host_auth_csrf')) ?? '');
    const answer = await browser.request(callback.href);
    const { sessionToken } = (answer.json ?? {}) as { readonly sessionToken?: string };
    const id = sessionToken ?? (await browser.cookie(service.url, 'host_session'));
    if (id !== null) sessionIds.add(id);
    await browser.request(callback.href);
    await record.fetch(callback.href);
    return { browser, bearer: { authorization: `Bearer ${id}` } };
  };

  for (const mode of ['web', 'mobile'] as const) {
    const { browser, bearer } = await signIn(mode);
    await signIn(mode, 'cancel');
    service.clock.advance(INTO_THE_WINDOW_MS);
    await browser.request(`${service.url}/api/auth/session`);
    await session(bearer);
    service.clock.reset();
    await record.fetch(`${service.url}/api/organizations/%00%0d%0a%1b[31m`, { headers: bearer });
    for (const match of CALLS) {
      for (const fault of FAULTS) {
        control.fault({ ...fault, match, times: 1 });
        await signIn(mode);
        control.clearFaults();
      }
    }
    for (const path of ['/user/memberships/orgs/acme', '/orgs/acme/installation']) {
      for (const fault of [...FAULTS, null]) {
        if (fault !== null) control.fault({ ...fault, match: { path }, times: 1 });
        await record.fetch(`${service.url}/api/organizations/acme/access`, { headers: bearer });
        control.clearFaults();
      }
    }
    await signIn(mode, 'authorize', true);
    for (const spoil of [
      () => control.fault({ match: TOKEN_ENDPOINT, kind: 'reset', times: 1 }),
      () => control.revokeTokens('ada'),
    ]) {
      const refreshing = await signIn(mode);
      service.clock.advance(INTO_THE_WINDOW_MS);
      spoil();
      await session(refreshing.bearer);
      service.clock.reset();
    }
    await record.fetch(`${service.url}/api/auth/logout`, { method: 'POST', headers: bearer });
    await session({ ...bearer, 'user-agent': '\u001b[31m {"level":"fatal"} ', cookie: 'host_session=%0a{}' }).catch(
      () => {},
    );
  }
  const hidden = new Set([
    app.clientSecret,
    app.webhookSecret ?? '',
    TOKEN_SECRET,
    SIGNING_SECRET,
    ...control.issuedSecrets(),
  ]);
  for (const line of (app.privateKeyPem ?? '').split('\n')) if (line.length > 40) hidden.add(line);
  return { states, csrfValues, sessionIds, hidden };
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('secrets on %s', (engine) => {
  const record = createAnswerRecord();
  let service: Service;
  let secrets: Secrets;
  const all = () => [secrets.states, secrets.csrfValues, secrets.sessionIds, secrets.hidden].flatMap((set) => [...set]);
  const found = (text: string, candidates: Iterable<string>) =>
    [...candidates].filter((secret) => text.includes(secret));

  beforeAll(async () => {
    service = await startService({ engine });
    secrets = await exercise(service, record);
  });
  afterAll(() => service.close());

  test('are many, and none of them is empty', () => {
    expect(all().length).toBeGreaterThan(150);
    for (const secret of all()) expect(secret.length).toBeGreaterThan(15);
    expect(secrets.sessionIds.size).toBeGreaterThan(5);
    expect(record.answers.length).toBeGreaterThan(200);
  });

  test('are in no log line, and every log line is one JSON object', () => {
    expect(service.logLines.length).toBeGreaterThan(record.answers.length);
    expect(found(service.logLines.join(''), all())).toEqual([]);
    for (const line of service.logLines) {
      expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u);
      expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(debug|info|warn|error)$/) });
    }
  });

  test('of the code host and of the operator are in no answer', () => {
    for (const { path, location, setCookies, body, headers } of record.answers) {
      expect(found([location, setCookies, body, headers].join('\n'), secrets.hidden), path).toEqual([]);
    }
  });

  test('of the sign-in are in an answer only where the specification puts them', () => {
    for (const { kind, path, location, setCookies, body, headers } of record.answers) {
      const isStart = kind === 'start';
      const text = (parts: readonly (readonly [shown: boolean, text: string])[]) =>
        parts.flatMap(([shown, part]) => (shown ? [] : [part])).join('\n');
      const states = text([
        [isStart, location],
        [false, setCookies],
        [false, body],
        [false, headers],
      ]);
      const csrfValues = text([
        [false, location],
        [isStart, setCookies],
        [false, body],
        [false, headers],
      ]);
      const mayName = kind === 'callback' || kind === 'session';
      const ids = text([
        [false, location],
        [mayName, setCookies],
        [mayName, body],
        [false, headers],
      ]);
      expect(found(states, secrets.states), path).toEqual([]);
      expect(found(csrfValues, secrets.csrfValues), path).toEqual([]);
      expect(found(ids, secrets.sessionIds), path).toEqual([]);
    }
  });

  test('are nowhere in the database, not even in what it has deleted', async () => {
    const dump = engine === 'SQLite' ? bytesOf(service.databaseUrl) : await rowsOf(service.databaseUrl);
    expect(dump).toContain('acme');
    expect(found(dump, all())).toEqual([]);
    const asBytes = all().map((secret) =>
      Buffer.from(secret, /^[0-9a-f]{64}$/.test(secret) ? 'hex' : 'utf8').toString(
        engine === 'SQLite' ? 'latin1' : 'hex',
      ),
    );
    expect(found(dump, asBytes)).toEqual([]);
  });
});

/** The SQLite file with all that lies beside it, one character a byte. */
function bytesOf(url: string): string {
  const folder = dirname(sqlitePathOf(url));
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');
}

/** Every row of every table as text; bytes as hex. */
async function rowsOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
      lines.push(...rows.map(({ line }) => line));
    }
    return lines.join('\n');
  } finally {
    await client.end();
  }
}
