import { DISK_LEFT_MIN_BYTES, DISK_LEFT_WARNING_BYTES } from '../../domain/limits/set-up-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

export const database = describeCheck({
  name: 'database',
  about: 'the database answers and can be written to',
  needs: ['database'],
  judge: ({ database: state }) => {
    switch (state.kind) {
      case 'absent':
        if (state.problem === null) return [note('There is no database file yet; the first start makes it.')];
        return [
          fail(
            `The database file cannot be made: ${state.problem}.`,
            'Set DATABASE_URL to a path where this user may write, or give it the right to.',
          ),
        ];
      case 'unusable':
        return [fail(`The database cannot be used: ${state.reason}.`, 'Check DATABASE_URL, and the database itself.')];
      case 'open':
        if (state.readOnly === null && state.missingRights !== null) {
          return [
            fail(
              `${state.engine} answers, but ${state.missingRights}.`,
              'Give it these rights, as docs/operations/databases.md shows, or name the owner of the database in DATABASE_URL.',
            ),
          ];
        }
        if (state.readOnly === null) return [fine(`${state.engine} answers and can be written to.`)];
        return [
          fail(
            `${state.engine} answers, but cannot be written to: ${state.readOnly}.`,
            state.engine === 'SQLite'
              ? 'Give the user of orgdesk the right to write to the file and its folder.'
              : 'Set DATABASE_URL to the primary, or switch writing on there.',
          ),
        ];
    }
  },
});

export const connections = describeCheck({
  name: 'connections',
  about: 'the database allows as many connections as an instance opens',
  needs: ['settings', 'tables'],
  judge: ({ settings: { databasePoolSize }, tables: { connectionsMax } }) => {
    if (connectionsMax === null) return [fine('The database is in a file of this machine.')];
    const allowed = `PostgreSQL allows this user ${connectionsMax} connections, and each instance opens up to ${databasePoolSize}`;
    if (connectionsMax >= databasePoolSize) return [fine(`${allowed}.`)];
    return [
      warn(
        `${allowed}: requests fail when it needs more.`,
        'Raise the limit of the user, of the database or max_connections; or lower DATABASE_POOL_SIZE. A pooler in between may have its own.',
      ),
    ];
  },
});

export const migrations = describeCheck({
  name: 'migrations',
  about: 'the schema is that of this program',
  needs: ['tables'],
  judge: ({ tables: { version, programVersion, oldest, servesProgram } }) => {
    if (version === programVersion) return [fine(`The schema is that of this program (version ${programVersion}).`)];
    if (version === 0)
      return [fine(`The database is empty; the first start makes version ${programVersion} of the schema.`)];
    if (version < programVersion && !servesProgram) {
      return [
        fail(
          `The schema is at version ${version}, this program upgrades from version ${oldest} on.`,
          `Upgrade it with an orgdesk of version ${oldest} first.`,
        ),
      ];
    }
    if (version < programVersion) {
      return [
        warn(
          `The schema is at version ${version}, this program is made for ${programVersion}.`,
          'Back the database up and run orgdesk migrate; the next start does the same.',
        ),
      ];
    }
    if (servesProgram)
      return [fine(`The schema is newer (version ${version}) than this program (${programVersion}), and serves it.`)];
    return [
      fail(
        `The schema is at version ${version}, this program knows ${programVersion} and does not start on it.`,
        'Start the newer orgdesk that made it, or restore a backup of before.',
      ),
    ];
  },
});

const MEGABYTE = 1024 * 1024;

export const disk = describeCheck({
  name: 'disk',
  about: 'there is room for the database file to grow',
  needs: ['tables'],
  judge: ({ tables: { freeBytes } }) => {
    if (freeBytes === null) return [fine('The database is not in a file of this machine.')];
    const left = `${Math.floor(freeBytes / MEGABYTE)} MB are left where the database file is.`;
    const next = 'Free some, or move the file; SQLite needs room for what is being written beside it.';
    if (freeBytes < DISK_LEFT_MIN_BYTES) return [fail(left, next)];
    return [freeBytes < DISK_LEFT_WARNING_BYTES ? warn(left, next) : fine(left)];
  },
});
