import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { SessionStamps } from '../../../server/src/domain/session.ts';
import { type SessionId, sessionKeyOf } from '../../../server/src/lib/secrets.ts';
import { createSqlStorage } from '../../../server/src/storage.ts';
import { benchCipher } from '../../worlds/database.ts';

/** Returns true if the session exists: hashes the ID and runs only the service's queries. */
export type HasSession = (authorization: string | undefined) => boolean | Promise<boolean>;

/**
 * Prepares the queries that the service makes for a session. `SESSION_QUERY` selects them: the session alone, with the
 * installations on its `organizations`, for its `status` with the linked installations too, or only the `stamps` that
 * validate a kept answer. All come from the service's own storage, so they are always the same.
 */
export async function prepareSessionQuery(url: string): Promise<HasSession> {
  const { SESSION_QUERY: query = 'session' } = process.env;
  if (query === 'stamps') return stampsQuery(url);
  const texts = await queriesOf(url);
  const wantsCovered = query === 'status';
  const sessionText = query === 'organizations' ? texts.withInstallations : texts.session;
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length));
    database.exec('pragma cache_size = -8192');
    const session = database.prepare(sessionText);
    const covered = database.prepare(texts.covered);
    return (authorization) => {
      const [row] = session.all(keyOf(authorization));
      if (row !== undefined && wantsCovered) covered.all(JSON.stringify(idsIn(String(row.installation_ids))));
      return row !== undefined;
    };
  }
  // As the service parses them.
  pg.types.setTypeParser(20, Number);
  pg.types.setTypeParser(114, String);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return async (authorization) => {
    const question = { name: 'session', text: sessionText, values: [keyOf(authorization)] };
    const [row] = (await pool.query<{ readonly installation_ids: string }>(question)).rows;
    if (row !== undefined && wantsCovered) {
      const values = [`{${idsIn(row.installation_ids).join(',')}}`];
      await pool.query({ name: 'covered', text: texts.covered, values });
    }
    return row !== undefined;
  };
}

const keyOf = (authorization = '') => sessionKeyOf(authorization.slice('Bearer '.length) as SessionId);

async function stampsQuery(url: string): Promise<HasSession> {
  const { sessions } = await createSqlStorage({ url, cipher: benchCipher, log: NO_LOG });
  const known = new Map<string, SessionStamps>();
  return async (authorization) => {
    const key = keyOf(authorization);
    const stamps = await sessions.stampsOf(key, known.get(key) ?? NO_STAMPS);
    if (stamps !== null && stamps.common !== known.get(key)?.common) known.set(key, stamps);
    return stamps !== null;
  };
}

const NO_STAMPS: SessionStamps = { own: -1, person: -1, organizations: '', common: null };
const NO_LOG = { debug() {}, info() {}, warn() {}, error() {} };

const idsIn = (lists: string): readonly number[] => (JSON.parse(lists) as (readonly number[])[]).flat();

interface Queries {
  readonly session: string;
  readonly withInstallations: string;
  readonly covered: string;
}

async function queriesOf(url: string): Promise<Queries> {
  const recorded: string[] = [];
  const { prepare } = DatabaseSync.prototype;
  const { query } = pg.Client.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...options) {
    recorded.push(sql);
    return prepare.call(this, sql, ...options);
  };
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]) {
    const [question] = all as [string | { readonly text?: string }];
    recorded.push(typeof question === 'string' ? question : (question.text ?? ''));
    return (query as (...parameters: unknown[]) => unknown).apply(this, all);
  } as typeof query;
  const storage = await createSqlStorage({ url, cipher: benchCipher, log: NO_LOG });
  const nobody = sessionKeyOf('0'.repeat(64) as SessionId);
  await storage.sessions.find(nobody, new Date());
  await storage.sessions.findWithInstallations(nobody, new Date());
  await storage.installations.findCovered([1]);
  await storage.close();
  DatabaseSync.prototype.prepare = prepare;
  pg.Client.prototype.query = query;
  const textLike = (shape: RegExp): string => {
    const text = recorded.findLast((sql) => shape.test(sql));
    if (text === undefined) throw new Error(`no query like ${shape} among: ${recorded.join('; ')}`);
    return text;
  };
  return {
    session: textLike(/^select (?!.* as "installations").*from "?sessions/is),
    withInstallations: textLike(/^select .* as "installations".*from "?sessions/is),
    covered: textLike(/^select .*from "?host_installations/is),
  };
}
