import { DISK_LEFT_MIN_BYTES, DISK_LEFT_WARNING_BYTES, POSTGRESQL_OLDEST } from '../../lib/limits/operate.ts';
import { blockedBy, type CheckedHeadTarget, describeCheck, type Finding, fail, fine, note, warn } from './check.ts';
import type { OpenDatabase } from './store.ts';

export const database = describeCheck({
  name: 'database',
  about: 'the database is reachable and writable',
  needs: ['database'],
  judge: ({ database: state }) => {
    switch (state.kind) {
      case 'absent':
        if (state.problem === null)
          return [note('There is no database file yet; orgdesk creates it when it first starts.')];
        return [
          fail(
            `The database file cannot be created: ${state.problem}.`,
            'Set DATABASE_URL to a path that this user can write to, or fix the permissions.',
          ),
        ];
      case 'unusable':
        return [fail(`The database cannot be used: ${state.reason}.`, 'Check DATABASE_URL and the database.')];
      case 'open':
        if (state.readOnly === null && state.missingRights !== null) {
          return [
            fail(
              `${state.engine} is reachable, but ${state.missingRights}.`,
              'Grant these rights (see docs/operations/databases.md), or use the database owner in DATABASE_URL.',
            ),
          ];
        }
        if (state.readOnly === null) return writableFindings(state);
        return [
          fail(
            `${state.engine} is reachable, but read-only: ${state.readOnly}.`,
            state.engine === 'SQLite'
              ? "Give orgdesk's user write access to the file and its folder."
              : 'Set DATABASE_URL to the primary, or make the database writable.',
          ),
        ];
    }
  },
});

function writableFindings({ engine, postgresVersion, encoding }: OpenDatabase): readonly Finding[] {
  const findings = [
    ...(postgresVersion !== null && Number.parseInt(postgresVersion, 10) < POSTGRESQL_OLDEST
      ? [
          warn(
            `The database is PostgreSQL ${postgresVersion}; orgdesk needs ${POSTGRESQL_OLDEST} or later.`,
            'Upgrade PostgreSQL: older versions get no security fixes, and orgdesk is not tested with them.',
          ),
        ]
      : []),
    ...(encoding !== null && encoding !== 'UTF8'
      ? [
          warn(
            `The encoding of the database is ${encoding}, which cannot store every name.`,
            "Create a database with ENCODING 'UTF8', copy the data with pg_dump and pg_restore, and set DATABASE_URL to it.",
          ),
        ]
      : []),
  ];
  return findings.length > 0 ? findings : [fine(`${engine} is reachable and writable.`)];
}

export const connections = describeCheck({
  name: 'connections',
  about: 'the database allows enough connections for one instance',
  needs: ['settings', 'tables'],
  judge: ({ settings: { databasePoolSize }, tables: { connectionsMax } }) => {
    if (connectionsMax === null) return [fine('Not applicable: SQLite.')];
    const allowed = `PostgreSQL allows this user ${connectionsMax} connections, and each instance opens up to ${databasePoolSize}`;
    if (connectionsMax >= databasePoolSize) return [fine(`${allowed}.`)];
    return [
      warn(
        `${allowed}: requests fail when an instance needs more.`,
        'Raise max_connections or the limit of the user or database, or lower DATABASE_POOL_SIZE. A connection pooler may have its own limit.',
      ),
    ];
  },
});

export const migrations = describeCheck({
  name: 'migrations',
  about: 'the schema matches this version of orgdesk',
  needs: ['tables'],
  judge: ({ tables: { version, programVersion, oldest, servesProgram } }) => {
    if (version === programVersion) return [fine(`The schema is up to date (version ${programVersion}).`)];
    if (version === 0)
      return [fine(`The database is empty; orgdesk creates schema version ${programVersion} when it first starts.`)];
    if (version < programVersion && !servesProgram) {
      return [
        fail(
          `The schema is at version ${version}, but this orgdesk upgrades only from version ${oldest} or later.`,
          `First upgrade with an orgdesk release that uses schema version ${oldest}.`,
        ),
      ];
    }
    if (version < programVersion) {
      return [
        warn(
          `The schema is at version ${version}, but this orgdesk uses version ${programVersion}.`,
          'Back up the database and run orgdesk migrate. The next start also migrates it.',
        ),
      ];
    }
    if (servesProgram)
      return [fine(`The schema (version ${version}) is newer than this orgdesk (${programVersion}) but compatible.`)];
    return [
      fail(
        `The schema is at version ${version}, but this orgdesk only supports up to ${programVersion} and does not start.`,
        'Run the newer orgdesk, or restore a backup from before the upgrade.',
      ),
    ];
  },
});

const MEGABYTE = 1024 * 1024;

export const disk = describeCheck({
  name: 'disk',
  about: 'there is disk space for the database file to grow',
  needs: ['tables'],
  judge: ({ tables: { freeBytes } }) => {
    if (freeBytes === null) return [fine('Not applicable: PostgreSQL.')];
    const left = `${Math.floor(freeBytes / MEGABYTE)} MB free on the disk with the database file.`;
    const next = 'Free some space or move the file. SQLite also needs space for its write-ahead log.';
    if (freeBytes < DISK_LEFT_MIN_BYTES) return [fail(left, next)];
    return [freeBytes < DISK_LEFT_WARNING_BYTES ? warn(left, next) : fine(left)];
  },
});

export const auditHeads = describeCheck({
  name: 'audit-heads',
  about: 'the file in AUDIT_HEADS_PATH is writable, and AUDIT_HEADS_URL answers',
  needs: ['headTargets'],
  judge: ({ headTargets }) => {
    if (headTargets.length === 0) return [fine('Signed heads of audit logs are kept by browsers of owners only.')];
    const problems = headTargets.flatMap(problemOf);
    if (problems.length > 0) return problems;
    return [
      fine(`Signed heads of audit logs can go to ${headTargets.map(({ name }) => SETTINGS[name]).join(' and ')}.`),
    ];
  },
});

const SETTINGS = { file: 'AUDIT_HEADS_PATH', url: 'AUDIT_HEADS_URL' } as const;

function problemOf({ name, problem }: CheckedHeadTarget): readonly Finding[] {
  if (problem === null) return [];
  return name === 'file'
    ? [
        fail(
          `Signed heads cannot be appended to the file in AUDIT_HEADS_PATH (${problem}).`,
          'Create its folder, and let the user that runs orgdesk write there.',
        ),
      ]
    : [
        warn(
          `The address in AUDIT_HEADS_URL does not answer: ${problem}.`,
          'Check the address, and whether this machine may reach it. Heads are sent again every five minutes.',
        ),
      ];
}

export const tokenSecret = describeCheck({
  name: 'token-secret',
  about: 'TOKEN_SECRET decrypts the stored tokens of the newest sessions',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { sessions } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { checked, readable } = sessions;
    if (checked === 0) return [note('Nobody is signed in, so there are no tokens to decrypt.')];
    if (checked === readable) return [fine(`TOKEN_SECRET decrypts the tokens of the newest ${checked} sessions.`)];
    const next =
      'Set the same TOKEN_SECRET on all instances. After a change, append the old secret after a comma; otherwise these people must sign in again.';
    if (readable === 0)
      return [fail('TOKEN_SECRET cannot decrypt any stored token: everyone must sign in again.', next)];
    return [warn(`TOKEN_SECRET cannot decrypt the tokens of ${checked - readable} of ${checked} sessions.`, next)];
  },
});

export const sameSecrets = describeCheck({
  name: 'same-secrets',
  about: 'all instances on the database use the same SESSION_SECRET and TOKEN_SECRET',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { foreignKeys } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { signing, tokens } = foreignKeys;
    if (!signing && !tokens) return [fine('All running instances use the same secrets.')];
    return [
      ...(signing
        ? [
            fail(
              'Another instance uses a different SESSION_SECRET, or without one, different App credentials. A sign-in started on one instance fails on the other.',
              'Set the same SESSION_SECRET on all instances. A stopped instance counts for up to three minutes.',
            ),
          ]
        : []),
      ...(tokens
        ? [
            fail(
              'Another instance encrypts tokens with a key that is not in this TOKEN_SECRET. People who sign in there are signed out here.',
              'Set the same TOKEN_SECRET on all instances. To rotate it, first append the new secret after the old one on every instance. A stopped instance counts for up to three minutes.',
            ),
          ]
        : []),
    ];
  },
});

export const tokenExpiry = describeCheck({
  name: 'token-expiry',
  about: 'user access tokens expire, based on the newest session',
  needs: ['tables', 'registration'],
  judge: ({ tables: { tokensExpire }, registration: { settingsPage } }) => {
    if (tokensExpire === null) return [note('Unknown until somebody signs in: whether tokens expire.')];
    if (tokensExpire) return [fine('User access tokens expire and are refreshed.')];
    return [
      warn(
        'User access tokens never expire: a leaked token works until it is revoked.',
        `Under Optional features at ${settingsPage ?? "the App's settings page"}, opt in to user-to-server token expiration.`,
      ),
    ];
  },
});
