import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createSqlStorage } from '../../../server/src/adapters/storage-sql/storage.ts';
import type { SessionId } from '../../../server/src/domain/session.ts';
import { sessionKeyOf } from '../../../server/src/security/secrets.ts';
import { benchCipher } from '../../worlds/database.ts';

/** Whether there is a session: hashes the ID and runs the query with which the service reads a session, nothing more. */
export type HasSession = (authorization: string | undefined) => boolean | Promise<boolean>;

/** The query is heard from the service's own storage, so that it is the same whatever becomes of it. */
export async function prepareSessionQuery(url: string): Promise<HasSession> {
  const text = await sessionQueryOf(url);
  const keyOf = (authorization = '') => sessionKeyOf(authorization.slice('Bearer '.length) as SessionId);
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length));
    database.exec('pragma cache_size = -32768');
    const statement = database.prepare(text);
    return (authorization) => statement.all(keyOf(authorization)).length === 1;
  }
  // Numbers as numbers, as the service reads them.
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return async (authorization) =>
    (await pool.query({ name: 'session', text, values: [keyOf(authorization)] })).rows.length === 1;
}

async function sessionQueryOf(url: string): Promise<string> {
  const heard: string[] = [];
  const { prepare } = DatabaseSync.prototype;
  const { query } = pg.Client.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...options) {
    heard.push(sql);
    return prepare.call(this, sql, ...options);
  };
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]) {
    const [question] = all as [string | { readonly text?: string }];
    heard.push(typeof question === 'string' ? question : (question.text ?? ''));
    return (query as (...parameters: unknown[]) => unknown).apply(this, all);
  } as typeof query;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const storage = await createSqlStorage({ url, cipher: benchCipher, log });
  await storage.sessions.find(sessionKeyOf('0'.repeat(64) as SessionId), new Date());
  await storage.close();
  DatabaseSync.prototype.prepare = prepare;
  pg.Client.prototype.query = query;
  const text = heard.findLast((sql) => /^select .*from "?sessions/is.test(sql));
  if (text === undefined) throw new Error(`no query for a session among: ${heard.join('; ')}`);
  return text;
}
