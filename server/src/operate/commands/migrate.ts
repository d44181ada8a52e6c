import type { SchemaState } from '../../database/migrations/migrate.ts';
import type { Storage } from '../../storage.ts';
import type { Environment } from '../config/settings.ts';
import { isMissing, unservedMessage, usableDatabaseConfig, withStorage } from './database.ts';
import { fail } from './problems.ts';

const PENDING = 3;
const UNSERVED = 4;

export interface MigrateCommand {
  readonly check: boolean;
  readonly create: boolean;
  readonly json: boolean;
}

export async function run(env: Environment, { check, create, json }: MigrateCommand): Promise<void> {
  const config = usableDatabaseConfig(env);
  if (config === null) return;
  const say = (answer: object, text: string) =>
    void process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${text}\n`);
  // Opening a missing file would create it.
  const databaseUrl = !create && isMissing(config.databaseUrl) ? 'sqlite::memory:' : config.databaseUrl;
  await withStorage({ ...config, databaseUrl }, 'Not migrated', async (storage) => {
    const state = await storage.schema();
    if (!state.serves) {
      fail(`Not migrated: ${unservedMessage(state)}`);
      process.exitCode = UNSERVED;
      if (json) say(state, '');
    } else if (check) {
      process.exitCode = state.pending.length > 0 ? PENDING : 0;
      say(state, stateMessage(state));
    } else if (state.step === 0 && !create) {
      fail(`Not migrated: ${NO_TABLES}`);
    } else {
      await apply(storage, say);
    }
  });
}

const NO_TABLES =
  'the database in DATABASE_URL has no orgdesk tables. If it is the right one, run orgdesk migrate --create.';

async function apply(storage: Storage, say: (answer: object, text: string) => void): Promise<void> {
  const { from, to, applied } = await storage.migrate();
  if (applied.length > 0)
    return say({ from, to, applied }, `Migrated from schema version ${from} to ${to}.\n${listOf(applied, to)}`);
  say({ from, to, applied }, stateMessage(await storage.schema()));
}

function stateMessage({ step, programStep, pending }: SchemaState): string {
  if (pending.length > 0)
    return `The database has schema version ${step}; pending migrations:\n${listOf(pending, programStep)}`;
  if (step === programStep) return `The database is up to date (schema version ${step}).`;
  return `The database has schema version ${step}, newer than ${programStep} in this version of orgdesk but compatible.`;
}

const listOf = (names: readonly string[], last: number): string =>
  names.map((name, index) => `  ${last - names.length + 1 + index}  ${name}`).join('\n');
