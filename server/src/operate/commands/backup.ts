import { existsSync } from 'node:fs';
import { type BackupCopy, backUp, inspectCopy } from '../../database/engines/sqlite/backup.ts';
import { systemClock } from '../../lib/system.ts';
import type { DatabaseConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';
import { MISSING, openStorage, sqlitePathOf, usableDatabaseConfig, withReadyStorage } from './database.ts';
import { commandLog, fail } from './problems.ts';

const NOT_WHOLE = 3;
const POSTGRES = 4;
const PROGRESS_EVERY_MS = 1_000;

export type BackupCommand =
  | { readonly note: true; readonly json: boolean }
  | { readonly note: false; readonly file: string; readonly check: boolean; readonly json: boolean };

export async function run(env: Environment, command: BackupCommand): Promise<void> {
  const { json } = command;
  const say = (answer: object, text: string) =>
    void process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${text}\n`);
  if (command.note) {
    const finishedAt = systemClock.now();
    return withReadyStorage(env, 'Not recorded', async (storage) => {
      await storage.noteBackup(finishedAt);
      say({ finishedAt }, 'Recorded a backup at the current time.');
    });
  }
  const { file, check } = command;
  if (check) return verify(file, say);
  const config = usableDatabaseConfig(env);
  if (config === null) return;
  const path = sqlitePathOf(config.databaseUrl);
  if (path === null) {
    process.exitCode = POSTGRES;
    const pgDump = `pg_dump --format=custom --no-owner --file=${quoted(file)} "$DATABASE_URL"`;
    return say(
      { command: pgDump },
      `To back up PostgreSQL while it is running, use its own tool:\n\n  ${pgDump}\n\nThen record the backup for the backup metric: orgdesk backup --note\n`,
    );
  }
  if (!existsSync(path)) return fail(`Backup failed: ${MISSING}`);
  try {
    const copy = await backUp(path, file, createProgress());
    await noteCopy(config);
    say(answerOf(copy), `Backup written to ${file} and verified: ${copy.bytes} bytes, schema version ${copy.step}.`);
  } catch (error) {
    fail(`Backup failed: ${error instanceof Error ? error.message : 'unknown error'}.`);
  }
}

/** Stores the time of the backup. The copy stays valid if this fails. */
async function noteCopy(config: DatabaseConfig): Promise<void> {
  const log = commandLog(config);
  try {
    const storage = await openStorage(config, log);
    await storage.noteBackup(systemClock.now()).finally(() => storage.close());
  } catch (error) {
    log.warn({ err: error }, 'could not record the time of the backup; the backup metric is outdated');
  }
}

function verify(file: string, say: (answer: object, text: string) => void): void {
  const copy = inspectCopy(file);
  process.exitCode = copy.ok && copy.value.serves ? 0 : NOT_WHOLE;
  if (!copy.ok)
    return void say({ whole: false, problem: copy.refusal }, `${file} is not a valid backup: ${copy.refusal}.`);
  const { bytes, step, serves } = copy.value;
  const verdict = serves
    ? 'compatible with this version of orgdesk'
    : 'not compatible with this version of orgdesk: use the version that wrote it';
  say(answerOf(copy.value), `${file} is a valid backup: ${bytes} bytes, schema version ${step}; ${verdict}.`);
}

const answerOf = ({ step, serves, bytes }: BackupCopy) => ({ whole: true, step, serves, bytes });

const quoted = (file: string): string => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`);

function createProgress(): (pages: number, ofPages: number) => void {
  let reportedAt = performance.now();
  return (pages, ofPages) => {
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`Copied ${pages} of ${ofPages} pages\n`);
  };
}
