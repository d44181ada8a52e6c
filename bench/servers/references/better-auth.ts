import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { sessionIdOfNumber } from '../../worlds/session-ids.ts';
import { REFERENCE_SECRET } from './signed-cookies.ts';

/** Better Auth on SQLite with default settings: `GET /api/auth/get-session`. Its users have no organizations. */
const database = new DatabaseSync('better-auth.db');
database.exec('pragma journal_mode = wal; pragma cache_size = -32768');
const options = {
  database,
  secret: REFERENCE_SECRET,
  baseURL: `http://localhost:${process.env.PORT}`,
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
const now = new Date().toISOString();
const later = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
const user = database.prepare(
  'insert into user (id, name, email, emailVerified, image, createdAt, updatedAt) values (?, ?, ?, 1, ?, ?, ?)',
);
const session = database.prepare(
  'insert into session (id, token, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent) values (?, ?, ?, ?, ?, ?, ?, ?)',
);
database.exec('begin');
for (let number = 0; number < Number(process.env.SESSIONS); number += 1) {
  const id = String(10_000_000 + number);
  user.run(id, `Person ${id}`, `person-${id}@example.com`, `https://avatars.example/u/${id}`, now, now);
  session.run(id, sessionIdOfNumber(number), id, later, now, now, '127.0.0.1', 'bench');
}
database.exec('commit; analyze');
createServer(toNodeHandler(betterAuth(options))).listen(Number(process.env.PORT), '127.0.0.1');
