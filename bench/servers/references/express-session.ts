import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import session, { type SessionData, Store } from 'express-session';
import { sessionIdOfNumber } from '../../worlds/session-ids.ts';
import { REFERENCE_SECRET } from './signed-cookies.ts';

declare module 'express-session' {
  interface SessionData {
    view: unknown;
  }
}

/** Express with express-session: `GET /session` returns the view in the session, which SQLite stores as JSON text. */
const database = new DatabaseSync('express.db');
database.exec(`pragma journal_mode = wal; pragma cache_size = -32768;
  create table sessions (id text primary key, content text not null) strict, without rowid`);

class SqliteStore extends Store {
  readonly #read = database.prepare('select content from sessions where id = ?');
  readonly #write = database.prepare('insert or replace into sessions values (?, ?)');

  override get(id: string, done: (error: unknown, content?: SessionData | null) => void): void {
    const row = this.#read.get(id);
    done(null, row === undefined ? null : (JSON.parse(String(row.content)) as SessionData));
  }
  override set(id: string, content: SessionData, done?: (error?: unknown) => void): void {
    this.#write.run(id, JSON.stringify(content));
    done?.();
  }
  override destroy(_id: string, done?: (error?: unknown) => void): void {
    done?.();
  }
}

const expires = new Date(Date.now() + 24 * 3_600_000).toISOString();
const insert = database.prepare('insert into sessions values (?, ?)');
const view: unknown = JSON.parse(process.env.VIEW ?? '');
database.exec('begin');
for (let number = 0; number < Number(process.env.SESSIONS); number += 1) {
  insert.run(
    sessionIdOfNumber(number),
    JSON.stringify({ cookie: { originalMaxAge: 24 * 3_600_000, expires, httpOnly: true, path: '/' }, view }),
  );
}
database.exec('commit; analyze');

const app = express();
app.use(session({ secret: REFERENCE_SECRET, store: new SqliteStore(), resave: false, saveUninitialized: false }));
app.get('/session', (request, response) => {
  if (request.session.view === undefined) response.status(401).end();
  else response.json(request.session.view);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
