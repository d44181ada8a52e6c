import { createCipheriv, createHash } from 'node:crypto';
import { sql } from 'kysely';
import { connect } from '../../../src/adapters/storage-sql/engines/connect.ts';
import type { Engine } from '../../../src/adapters/storage-sql/engines/engine.ts';
import { MIGRATIONS } from '../../../src/adapters/storage-sql/migrations/steps/steps.ts';
import { type EngineName, TOKEN_SECRET } from '../../support/databases/engines.ts';
import { PATIENT } from '../../support/patience.ts';
import { afterNoon, NOON } from '../records.ts';

/** What presents Ada's session, as a bearer token. */
export const ADAS_SESSION_ID = 'ab'.repeat(32);
const sha256 = (text: string) => createHash('sha256').update(text).digest();
export const ADAS_KEY = sha256(ADAS_SESSION_ID).toString('hex');
/** Numbers of the simulated world, so that the same people can sign in anew. */
export const [ADA, ACME] = [1001, 1011];
const [AT, LATER] = [NOON.getTime(), afterNoon(8 * 60).getTime()];
export const [JOB, EXPORT] = ['1', '2'].map((end) => end.padStart(32, '0')) as [string, string];
const HASH = 'b'.repeat(64);

/** Steps from which on a database says whom each step serves: it came with the third. */
const FIRST_WITH_SERVES = 3;

/** A token as every version has sealed it. */
function sealed(engine: EngineName, token: string, place: string): string {
  const iv = sha256(place).subarray(0, 16);
  const cipher = createCipheriv('aes-256-gcm', sha256(TOKEN_SECRET), iv).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  const literal = (bytes: Buffer) =>
    engine === 'SQLite' ? `x'${bytes.toString('hex')}'` : `'\\x${bytes.toString('hex')}'::bytea`;
  return [ciphertext, iv, cipher.getAuthTag()].map(literal).join(', ');
}

/**
 * Rows as programs wrote them that knew steps up to this one, by the name of the step that made their tables. A statement
 * names every column that its step had, and stays as it is when later steps add more.
 */
const ROWS: Readonly<Record<string, (engine: EngineName) => readonly string[]>> = {
  'accounts, installations and sessions': (engine) => [
    `insert into host_users (user_id, login, name, avatar_url, updated_at) values (${ADA}, 'ada', null, null, ${AT})`,
    `insert into host_organizations (organization_id, login, name, avatar_url, updated_at)
      values (${ACME}, 'acme', 'Acme', 'https://avatars.test/acme', ${AT})`,
    `insert into host_memberships (user_id, organization_id, viewer_can_administer) values (${ADA}, ${ACME}, 1)`,
    `insert into host_installations (installation_id, account_id, account_login, account_type, repository_selection,
      repository_count, suspended_at, created_at, updated_at)
      values (77001, ${ACME}, 'acme', 'organization', 'all', 42, null, ${AT}, ${AT}),
        (77002, 20, 'kept', 'organization', 'selected', null, ${AT}, ${AT}, ${AT})`,
    `insert into sessions (session_key, user_id, access_token_ciphertext, access_token_iv, access_token_tag,
      refresh_token_ciphertext, refresh_token_iv, refresh_token_tag, token_type, token_scope, access_token_expires_at,
      refresh_token_expires_at, token_version, refresh_lease_id, refresh_lease_until, created_at, expires_at)
      values ('${ADAS_KEY}', ${ADA}, ${sealed(engine, 'access of ada', `${ADAS_KEY}:access`)},
        ${sealed(engine, 'refresh of ada', `${ADAS_KEY}:refresh`)}, 'bearer', '', ${LATER}, ${LATER}, 3, null, null,
        ${AT}, ${LATER})`,
    `insert into session_installations (session_key, installation_id) values ('${ADAS_KEY}', 77001)`,
    `insert into used_states (state_hash, expires_at) values ('${HASH}', ${LATER})`,
  ],
  'order of looks at installations, repository lists, leases': () => [
    `update host_counters set value = 12 where name = 'observation'`,
    `insert into host_observations (installation_id, observation, repositories_changed) values (77001, 11, 9)`,
    `insert into host_installation_repositories (installation_id, observation, fetched_at, repositories)
      values (77001, 10, ${AT}, '[["a-1","acme/one",true]]')`,
    `insert into leases (name, holder, until) values ('sync', 'an instance', ${AT})`,
  ],
  'events seen': () => [`insert into seen_events (body_hash, observation, seen_at) values ('${HASH}', 8, ${AT})`],
  'ages of users and looks': () => [`insert into host_observation_times (taken_at, observation) values (${AT}, 5)`],
  'looks that found a repository list unchanged': () => [
    `insert into host_repository_looks (installation_id, list, observation, looked_at, validators)
      values (77001, 10, 12, ${AT}, '{"etag":"one"}')`,
  ],
  'installations that a look did not find': () => [
    `update host_installations set gone_at = ${AT} where installation_id = 77002`,
  ],
  'invitation jobs': () => [
    `insert into invitation_jobs (job_id, organization_id, organization_login, job_key, body_hash, session_key,
      started_by_id, started_by_login, run_by_id, run_by_login, state, stop_reason, stop_words, stopped_until, next_at,
      tries, created_at, ended_at)
      values ('${JOB}', ${ACME}, 'acme', 'key-1', '${HASH}', '${ADAS_KEY}', ${ADA}, 'ada', ${ADA}, 'ada', 'finished',
        null, null, null, ${AT}, 0, ${AT}, ${AT})`,
    `insert into invitation_job_rows (job_id, place, login, email, role, team_ids, state, words, invitation_id,
      sending_at, settled_at)
      values ('${JOB}', 1, 'hedy', null, 'direct_member', '[]', 'sent', null, 500, ${AT}, ${AT}),
        ('${JOB}', 2, null, 'someone@mail.example', 'admin', '[7]', 'failed', 'no', null, ${AT}, ${AT})`,
    `insert into invitation_sends (user_id, sent_at) values (${ADA}, ${AT})`,
  ],
  'invitations sent at once': () => [
    `insert into invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent)
      values ('batch-1', ${ADA}, ${ACME}, ${AT}, 3, 2)`,
  ],
  'uses of sessions': () => [
    `insert into session_uses (session_key, client, used_at) values ('${ADAS_KEY}', 'Firefox on Linux', ${AT})`,
  ],
  // With the hashes that the first version with trails counted: later ones have to count the same.
  'audit trails': () => [
    `insert into audit_heads (organization_id, first_number, anchor, newest_number, newest_hash)
      values (${ACME}, 1, '${'0'.repeat(64)}', 2, '3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75')`,
    `insert into audit_rows (organization_id, number, kind, at, intent, outcome, words, organization_login, subject, deed,
      way, actor_id, actor_login, target_kind, target_id, target_name, facts_before, facts_after, request_id, delivery_id,
      body_hash, hash)
      values (${ACME}, 1, 'intent', ${AT}, null, null, null, 'acme', 'member', 'removed', 'console', ${ADA}, 'ada', 'person',
        2, 'bob', '{"role":"member"}', '{}', 'req-1', null, null,
        'a14c15c713377b538d8451ce92f2b7af21947146e8185a923db81414d459be06'),
      (${ACME}, 2, 'event', ${AT}, null, null, null, 'acme', 'member', 'removed', 'webhook', null, null, 'person',
        2, 'bob', '{"role":"member"}', '{}', null, 'd-1', '${HASH}',
        '3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75')`,
    `update invitation_job_rows set intent = 1 where place = 1`,
  ],
  'exports of who has access': () => [
    `insert into access_exports (export_id, organization_id, organization_login, session_key, started_by_id,
      started_by_login, state, next_at, waits_until, tries, created_at, ended_at, place, steps, repositories_done,
      repositories_total, row_count, byte_count, unseen)
      values ('${EXPORT}', ${ACME}, 'acme', '${ADAS_KEY}', ${ADA}, 'ada', 'finished', ${AT}, null, 0, ${AT}, ${AT},
        '{"after":null,"isListed":true,"size":10,"open":[]}', 1, 1, 1, 1, 8, 0)`,
    `insert into access_export_parts (export_id, place, lines) values ('${EXPORT}', 1, 'a,b,c,d' || chr_lf)`,
  ],
  'what instances count together, and rows of their own to count places in': () => [
    `insert into instance_counts (name, instance, count, until) values ('${HASH}', 'one', 3, ${LATER})`,
  ],
  // The open intent was written by a trigger.
  'sizes of what an organization stores, and indexes of audit searches': () => [
    `update invitation_jobs set row_count = 2, byte_count = 230 where job_id = '${JOB}'`,
    `update access_exports set file_removed_at = ${AT} where export_id = '${EXPORT}'`,
  ],
  'request IDs of jobs, and backups': () => [
    `update invitation_jobs set request_id = 'req-2' where job_id = '${JOB}'`,
    `update access_exports set request_id = 'req-3' where export_id = '${EXPORT}'`,
    `insert into backups (name, finished_at) values ('latest', ${AT})`,
  ],
};

/** The statements with which programs of the step wrote their rows; of a step without any, adds the missing ones here. */
export function rowsOfStep(step: number, engine: EngineName): readonly string[] {
  const { name = '' } = MIGRATIONS[step - 1] ?? {};
  const rows = ROWS[name];
  if (rows === undefined) throw new Error(`released-rows.ts has no rows of step ${step}, "${name}"`);
  return rows(engine).map((statement) => statement.replace('chr_lf', engine === 'SQLite' ? 'char(10)' : 'chr(10)'));
}

export const ALL_STEPS: readonly number[] = MIGRATIONS.map((_, index) => index + 1);

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs work on an engine that nothing else uses. */
export async function onEngine<T>(url: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await connect(url, SILENT, PATIENT);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Makes an empty database what programs of that step left: its steps, the tables about them, and rows in all of its tables. */
export const releaseStep = (url: string, name: EngineName, step: number): Promise<void> =>
  onEngine(url, async ({ ddl, migrationTransaction }) => {
    const { integer, typed } = ddl;
    await migrationTransaction(async (db) => {
      const run = (statement: string) => sql.raw(statement).execute(db);
      await sql`create table schema_migrations (version ${integer} primary key, name text not null,
        applied_at ${integer} not null) ${typed}`.execute(db);
      if (step >= FIRST_WITH_SERVES) {
        await sql`create table schema_serves (version ${integer} primary key references schema_migrations,
          oldest_program ${integer} not null) ${typed}`.execute(db);
      }
      for (const version of ALL_STEPS.slice(0, step)) {
        const migration = MIGRATIONS[version - 1];
        for (const statement of migration?.statements(ddl) ?? []) await statement.execute(db);
        await run(
          `insert into schema_migrations (version, name, applied_at) values (${version}, '${migration?.name}', ${AT})`,
        );
        if (version >= FIRST_WITH_SERVES) {
          await run(
            `insert into schema_serves (version, oldest_program) values (${version}, ${migration?.serves ?? 1})`,
          );
        }
      }
      for (const version of ALL_STEPS.slice(0, step)) for (const rows of rowsOfStep(version, name)) await run(rows);
    });
  });

/** All rows of all tables, each as one text, by table; those of the tables in `like` with their columns alone. */
export type Content = Readonly<
  Record<string, { readonly columns: readonly string[]; readonly rows: readonly string[] }>
>;

export const contentOf = (url: string, like: Content | null = null): Promise<Content> =>
  onEngine(url, async ({ db }) => {
    const tables = (await db.introspection.getTables()).filter(
      ({ name, schema }) => !name.startsWith('sqlite_') && (schema === undefined || schema === 'public'),
    );
    const content: Record<string, Content[string]> = {};
    for (const { name, columns: all } of tables) {
      const columns = like?.[name]?.columns ?? all.map((column) => column.name).toSorted();
      const { rows } =
        await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(
          db,
        );
      content[name] = { columns, rows: rows.map((row) => JSON.stringify(row)).toSorted() };
    }
    return content;
  });
