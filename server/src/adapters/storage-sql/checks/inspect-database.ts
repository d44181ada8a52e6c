import { sql } from 'kysely';
import { CHECKED_SESSIONS_MAX } from '../../../domain/limits/set-up-checks.ts';
import type { SessionKey } from '../../../domain/session.ts';
import type { DatabaseInspection, OpenDatabase } from '../../../ports/storage/database-checks.ts';
import type { ForeignKeys, KeyPrints } from '../../../ports/storage/instance-keys.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import type { Engine } from '../engines/engine.ts';
import { foreignKeys } from '../instances/instance-keys.ts';
import { LATEST_VERSION, MIGRATIONS, OLDEST_VERSION, pendingAt } from '../migrations/steps/steps.ts';
import { encryptedTokens, grantOf, isReadable } from '../sessions/encrypted-grant.ts';
import { isNoTable, reasonOf } from './reasons.ts';
import { connectionsMaxOf, missingRights } from './rights.ts';
import { serverOf } from './server.ts';

export type InspectableEngine = Pick<
  Engine,
  'name' | 'db' | 'read' | 'limitsConnections' | 'nowMs' | 'hexOf' | 'requireWritable' | 'problem' | 'freeBytes'
>;

interface InspectionDeps {
  readonly cipher: TokenCipher;
  readonly prints: KeyPrints;
  readonly now: () => Date;
}

const NO_FOREIGN_KEYS: ForeignKeys = { signing: false, tokens: false };

/** Never rejects. */
export async function inspectDatabase(
  engine: InspectableEngine,
  { cipher, prints, now }: InspectionDeps,
  checkedMaxBytes = 0,
): Promise<DatabaseInspection> {
  try {
    const problem = await engine.problem(checkedMaxBytes);
    if (problem !== null) return { kind: 'unusable', reason: problem };
    const aheadMs = await clockOf(engine, now);
    const version = await versionOf(engine);
    return {
      kind: 'open',
      engine: engine.name,
      aheadMs,
      version,
      programVersion: LATEST_VERSION,
      oldest: OLDEST_VERSION,
      servesProgram: await servesProgram(engine, version),
      readOnly: await engine.requireWritable().then(() => null, reasonText),
      missingRights: await missingRights(engine, version < LATEST_VERSION),
      ...(await serverOf(engine)),
      connectionsMax: await connectionsMaxOf(engine),
      freeBytes: await engine.freeBytes().catch(() => null),
      foreignKeys: version === 0 ? NO_FOREIGN_KEYS : await foreignKeys(engine, prints),
      ...(await sessionsOf(engine, cipher, version, now())),
    };
  } catch (error) {
    return { kind: 'unusable', reason: reasonOf(error) };
  }
}

async function clockOf({ name, db, read, nowMs }: InspectableEngine, now: () => Date): Promise<number | null> {
  const requestedAt = now().getTime();
  const [row] = await read(db.selectNoFrom(nowMs.as('now_ms')).compile());
  return row === undefined || name === 'SQLite' ? null : Number(row.now_ms) - (requestedAt + now().getTime()) / 2;
}

async function versionOf({ db, read }: InspectableEngine): Promise<number> {
  const query = db.selectFrom('schema_migrations').select(({ fn }) => fn.max('version').as('version'));
  try {
    const [row] = await read(query.compile());
    return Number(row?.version ?? 0);
  } catch (error) {
    if (isNoTable(error)) return 0;
    throw error;
  }
}

async function servesProgram({ db, read }: InspectableEngine, version: number): Promise<boolean> {
  if (version <= LATEST_VERSION) return pendingAt(version, MIGRATIONS) !== null;
  const query = db
    .selectFrom('schema_migrations as step')
    .leftJoin('schema_serves as record', 'record.version', 'step.version')
    .select('record.oldest_program')
    .where('step.version', '>', LATEST_VERSION);
  const newer = await read(query.compile());
  return newer.every(({ oldest_program: oldest }) => oldest !== null && oldest <= LATEST_VERSION);
}

async function sessionsOf(
  { db, read, hexOf }: InspectableEngine,
  cipher: TokenCipher,
  version: number,
  now: Date,
): Promise<Pick<OpenDatabase, 'sessions' | 'tokensExpire'>> {
  const none = { sessions: { checked: 0, readable: 0 }, tokensExpire: null };
  if (version === 0) return none;
  const query = db
    .selectFrom('sessions')
    .select(['session_key', 'token_type', 'token_scope', 'access_token_expires_at', 'refresh_token_expires_at'])
    .select(['created_at', ...encryptedTokens({ hexOf })])
    .where('expires_at', '>', now.getTime())
    .orderBy('expires_at', 'desc')
    .limit(sql.lit(CHECKED_SESSIONS_MAX));
  const rows = await read(query.compile());
  const [newest] = rows.toSorted((a, b) => b.created_at - a.created_at);
  if (newest === undefined) return none;
  const readable = rows.filter((row) => isReadable(grantOf(cipher, row.session_key as SessionKey, row))).length;
  return { sessions: { checked: rows.length, readable }, tokensExpire: newest.access_token_expires_at !== null };
}

const reasonText = (error: unknown): string =>
  error instanceof Error && !('code' in error) ? error.message : reasonOf(error);
