import { sql } from 'kysely';
import { type Engine, LEASE_TABLE } from '../../database/engines/engine.ts';
import { type ForeignKeys, foreignKeys } from '../../database/instances.ts';
import { LATEST_VERSION, MIGRATIONS, OLDEST_VERSION, pendingAt } from '../../database/migrations/steps.ts';
import { TABLES_IN_LOCK_ORDER } from '../../database/migrations/table-locks.ts';
import { dateOrNull } from '../../database/rows.ts';
import type { AppTrial } from '../../domain/app-work.ts';
import { CHECKED_NAMES_MAX, CHECKED_SESSIONS_MAX } from '../../lib/limits/operate.ts';
import type { KeyPrints, SessionKey, TokenCipher } from '../../lib/secrets.ts';
import { encryptedTokens, grantOf, isReadable } from '../../sessions/store/encrypted-grant.ts';

const LATEST = 'latest';

export async function noteBackup({ db }: Pick<Engine, 'db'>, finishedAt: Date): Promise<void> {
  const finished_at = finishedAt.getTime();
  await db
    .insertInto('backups')
    .values({ name: LATEST, finished_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ finished_at }))
    .execute();
}

export async function lastBackup({ db, read }: Pick<Engine, 'db' | 'read'>): Promise<Date | null> {
  const [latest] = await read(db.selectFrom('backups').select('finished_at').where('name', '=', LATEST).compile());
  return dateOrNull(latest?.finished_at ?? null);
}

/** Messages for codes: the messages of PostgreSQL, the system and TLS contain addresses and names. */
const MESSAGES: Readonly<Record<string, string>> = {
  '28P01': 'password authentication failed',
  '28000': 'it does not allow this user to connect from here',
  '3D000': 'the database does not exist',
  '42501': "the user cannot read orgdesk's tables",
  '53300': 'too many connections',
  '55000': 'the database does not accept connections',
  '57P03': 'it is starting or stopping',
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'could not resolve its host name',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  ECONNRESET: 'it closed the connection',
  EACCES: 'this user cannot open the file: permission denied',
  EPERM: 'this user cannot open the file: permission denied',
  EISDIR: 'the path is a directory',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

const SQLITE_MESSAGES: Readonly<Record<number, string>> = {
  5: 'the file is locked by another process',
  8: 'the file is read-only',
  10: 'the disk reported an error',
  11: 'the file is corrupted',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  26: 'the file is not a SQLite database',
};

/** The driver's own error, without a code. */
const NO_TLS = /^The server does not support SSL connections$/;

const NO_TABLE = '42P01';

export function reasonOf(error: unknown): string {
  const { code, errcode, errors } = Object(error) as { code?: unknown; errcode?: unknown; errors?: unknown };
  if (typeof errcode === 'number') return SQLITE_MESSAGES[errcode & 0xff] ?? `SQLite error ${errcode}`;
  if (typeof code === 'string' && /^[A-Z0-9_]{5,50}$/.test(code)) return MESSAGES[code] ?? `error ${code}`;
  if (NO_TLS.test(String(Object(error).message)))
    return 'the server does not support TLS: change sslmode, or enable TLS there';
  // The list has one error per tried address of a host.
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0]);
  return 'no valid response in time';
}

const isNoTable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === NO_TABLE) || ('errcode' in error && /^no such table\b/.test(error.message)));

export interface OpenDatabase {
  readonly kind: 'open';
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** Why writing fails, in the service's words; null if it works. */
  readonly readOnly: string | null;
  /** Rights that startup needs, in the service's words. */
  readonly missingRights: string | null;
  /** Both null without a server, or if it does not report them. */
  readonly postgresVersion: string | null;
  readonly encoding: string | null;
  /** Null without a server. */
  readonly connectionsMax: number | null;
  /** Schema version; 0 for an empty database. The program upgrades versions from `oldest`. */
  readonly version: number;
  readonly programVersion: number;
  readonly oldest: number;
  /** True if this program works with the database, possibly after missing migrations. */
  readonly servesProgram: boolean;
  /** Clock offset; null if it is this machine's clock. */
  readonly aheadMs: number | null;
  /** Of the newest unexpired sessions: how many were checked, and whose tokens decrypt. */
  readonly sessions: { readonly checked: number; readonly readable: number };
  readonly foreignKeys: ForeignKeys;
  /** Read from the newest session; null without one. */
  readonly tokensExpire: boolean | null;
  /** Null for a server. */
  readonly freeBytes: number | null;
  readonly appWork: SwitchedOnAppWork;
}

/** Organizations whose jobs continue through the App after a sign-out. */
export interface SwitchedOnAppWork {
  readonly count: number;
  /** The latest that were switched on, at most `CHECKED_NAMES_MAX`. */
  readonly organizations: readonly AppWorkOrganization[];
}

export interface AppWorkOrganization {
  readonly id: number;
  /** Null if none of its installations is stored. */
  readonly login: string | null;
  /** Of stored installations. `refusal` is null if it worked. */
  readonly trials: readonly StoredTrial[];
}

interface StoredTrial {
  readonly installationId: number;
  readonly trial: AppTrial;
  readonly refusal: string | null;
}

/** `absent`: `problem` says why startup cannot create the file. `unusable`: `reason` contains no address or name. */
export type DatabaseInspection =
  | { readonly kind: 'absent'; readonly problem: string | null }
  | { readonly kind: 'unusable'; readonly reason: string }
  | OpenDatabase;

/** The checks write nothing. */
export interface DatabaseChecks {
  inspect(): Promise<DatabaseInspection>;
}

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
      appWork: await appWorkOf(engine),
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

/** Earlier schema versions have no such table. */
async function appWorkOf({ db, read }: Pick<Engine, 'db' | 'read'>): Promise<SwitchedOnAppWork> {
  const switchedOn = db.selectFrom('app_work').where('is_on', '=', 1);
  try {
    const [counted] = await read(switchedOn.select(({ fn }) => fn.countAll<number>().as('count')).compile());
    const latest = switchedOn
      .select('organization_id')
      .orderBy('changed_at', 'desc')
      .orderBy('organization_id')
      .limit(sql.lit(CHECKED_NAMES_MAX));
    const ids = (await read(latest.compile())).map(({ organization_id: id }) => id);
    if (ids.length === 0) return { count: 0, organizations: [] };
    const stored = db
      .selectFrom('host_installations as installation')
      .leftJoin('app_trials as tried', 'tried.installation_id', 'installation.installation_id')
      .select(['installation.installation_id', 'account_id', 'account_login', 'trial', 'refusal'])
      .where('account_id', 'in', ids);
    const rows = Map.groupBy(await read(stored.compile()), ({ account_id: id }) => id);
    const organizations = ids.map((id) => {
      const ofOrganization = rows.get(id) ?? [];
      const trials = ofOrganization.flatMap(({ installation_id: installationId, trial, refusal }) =>
        trial === null ? [] : [{ installationId, trial, refusal }],
      );
      return { id, login: ofOrganization[0]?.account_login ?? null, trials };
    });
    return { count: Number(counted?.count ?? 0), organizations };
  } catch (error) {
    if (isNoTable(error)) return { count: 0, organizations: [] };
    throw error;
  }
}

const reasonText = (error: unknown): string =>
  error instanceof Error && !('code' in error) ? error.message : reasonOf(error);

type Server = Pick<OpenDatabase, 'postgresVersion' | 'encoding'>;

/** The version is a free text, such as "PostgreSQL 18.4 on …"; other databases have other names. */
async function serverOf({ name, db, read }: Pick<Engine, 'name' | 'db' | 'read'>): Promise<Server> {
  if (name === 'SQLite') return { postgresVersion: null, encoding: null };
  const [row] = await read(
    sql<{ readonly version: string; readonly encoding: string | null }>`
      select version() as version, current_setting('server_encoding', true) as encoding
    `.compile(db),
  );
  return {
    postgresVersion: /^PostgreSQL (\d{1,3}(?:\.\d{1,3})?)/.exec(row?.version ?? '')?.[1] ?? null,
    encoding: row?.encoding ?? null,
  };
}

const TABLES: readonly string[] = [LEASE_TABLE, ...TABLES_IN_LOCK_ORDER];

type RightsEngine = Pick<Engine, 'name' | 'db' | 'read'>;
type LimitedEngine = Pick<Engine, 'limitsConnections' | 'db' | 'read'>;

interface Rights {
  readonly schema_name: string | null;
  readonly may_create: boolean;
  readonly may_change: boolean;
  readonly owns: boolean;
}

/** `isPending`: migrations have to be applied. */
async function missingRights({ name, db, read }: RightsEngine, isPending: boolean): Promise<string | null> {
  if (name === 'SQLite') return null;
  const [rights] = await read(
    sql<Rights>`
      select
        current_schema() as schema_name,
        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create,
        coalesce(bool_and(
          has_table_privilege(found.oid, 'SELECT') and has_table_privilege(found.oid, 'INSERT')
          and has_table_privilege(found.oid, 'UPDATE') and has_table_privilege(found.oid, 'DELETE')
        ), true) as may_change,
        coalesce(bool_and(pg_has_role(found.relowner, 'USAGE')), true) as owns
      from pg_class as found
      where found.oid in (select to_regclass(given.name) from unnest(${TABLES}::text[]) as given(name))
    `.compile(db),
  );
  if (rights === undefined) return null;
  if (rights.schema_name === null) return 'its user has no usable schema in its search_path';
  if (!rights.may_create) return `its user cannot create tables in the schema ${rights.schema_name}`;
  if (!rights.may_change) return "its user cannot read and change all of orgdesk's tables";
  return isPending && !rights.owns ? "its user does not own orgdesk's tables, which need a migration" : null;
}

async function connectionsMaxOf({ limitsConnections, db, read }: LimitedEngine): Promise<number | null> {
  if (!limitsConnections) return null;
  const [row] = await read(
    sql<{ readonly connections: number | null }>`
      select least(
        current_setting('max_connections')::int - case when role.rolsuper then 0 else
          current_setting('superuser_reserved_connections')::int
          + coalesce(current_setting('reserved_connections', true), '0')::int end,
        nullif(role.rolconnlimit, -1),
        nullif(base.datconnlimit, -1)
      ) as connections
      from pg_roles as role, pg_database as base
      where role.rolname = current_user and base.datname = current_database()
    `.compile(db),
  );
  return row?.connections ?? null;
}
