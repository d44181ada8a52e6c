import { faultsIn } from './mutant.ts';

const SENDS = ['storage/invitation-sends.test.ts'];

/** Jobs: in whose name, at what pace, each row once, on one instance at a time; and what clearing forgets. */
export const JOBS = [
  ...faultsIn(
    'jobs/runner.ts',
    ['capabilities/invitation-jobs/stops.test.ts'],
    [
      [
        'sends into whatever organization has the name by now',
        'if (owner.ok && owner.value.organizationId === job.organizationId)',
        'if (owner.ok)',
      ],
      [
        'follows a name instead of an organization',
        'memberships.find(({ organization }) => organization.id === job.organizationId)',
        'memberships.find(({ organization }) => organization.id !== 0)',
      ],
    ],
  ),
  ...faultsIn('adapters/storage-sql/invitation-jobs/clear-jobs.ts', SENDS, [
    ['forgets the sends of the hour', '- JOB_SENDS_KEPT_MS', '- JOB_SENDS_KEPT_MS / 60'],
    ['forgets the batches of the day', '- SENT_BATCHES_KEPT_MS', '- SENT_BATCHES_KEPT_MS / 24'],
  ]),
  ...faultsIn(
    'adapters/storage-sql/invitation-jobs/clear-jobs.ts',
    ['capabilities/invitation-jobs/clearing.test.ts'],
    [
      ['keeps addresses', 'set email = null where', 'set email = email where'],
      ['clears jobs that have not ended', 'where job.ended_at <=', 'where coalesce(job.ended_at, 0) <='],
    ],
  ),
  ...faultsIn(
    'adapters/storage-sql/invitation-jobs/job-rows.ts',
    ['storage/invitation-rows.test.ts', 'hostile/invitations/failing-rows.test.ts'],
    [
      ['settles a row whatever its state is', "          .where('state', '=', from)\n", ''],
      ['sends a row that is not ready', "          .where('state', '=', 'ready')\n", ''],
      [
        'counts no send',
        "await transaction.insertInto('invitation_sends')",
        "if (at === null) await transaction.insertInto('invitation_sends')",
      ],
      [
        'puts back a row that was sent again meanwhile',
        "          .where('sending_at', '=', msOrNull(sendingAt))\n",
        '',
      ],
    ],
  ),
  ...faultsIn('adapters/storage-sql/invitation-jobs/sends.ts', SENDS, [
    ['keeps no pace', 'Math.max(readyAt, at) + calls * everyMs', 'readyAt'],
    ['keeps no hour', 'if (inHour < perHour) continue;', 'if (inHour >= 0) continue;'],
    [
      'counts the sends of all people',
      "    .selectFrom('invitation_sends')\n    .select('sent_at')\n    .where('user_id', '=', userId)\n",
      "    .selectFrom('invitation_sends')\n    .select('sent_at')\n",
    ],
    [
      'counts what was sent anywhere',
      "        .where('organization_id', '=', organizationId)\n        .where('sent', '>', 0)",
      "        .where('sent', '>', 0)",
    ],
  ]),
  ...faultsIn(
    'invitation-jobs/advance-job.ts',
    ['capabilities/invitation-jobs/stops.test.ts', 'hostile/invitations/failing-rows.test.ts'],
    [
      [
        'looks up a row that may still be under way',
        'if (!isDue(checkableAt, now)) return',
        'if (knownAt === null) return',
      ],
      [
        'sends before the person may',
        'if (readyAt > now) return',
        'if (readyAt === null) return',
        'the mark of the row checks the same under a lock',
      ],
      ['tries a row for ever', 'if (tries > JOB_ROW_TRIES_MAX)', 'if (tries < 0)'],
      [
        'sends the next before an unknown row',
        'if (unknown !== undefined) return',
        "if (unknown !== undefined && job.state !== 'active') return",
      ],
    ],
  ),
  ...faultsIn(
    'adapters/storage-sql/instances/leases.ts',
    ['storage/leases.test.ts'],
    [
      ['gives a lease that another one holds', 'or leases.until <= ', 'or leases.until > 0 or leases.until <= '],
      ['never gives a lease that has ended', 'or leases.until <= ', 'or leases.until < 0 and leases.until <= '],
      ['keeps a lease for as long as the clock was put back', ", eb('leases.until', '>', until)", ''],
      ['lets anybody release a lease', ".where('holder', '=', holder)", ''],
    ],
  ),
  ...faultsIn(
    'adapters/storage-sql/access-exports/access-exports.ts',
    ['storage/access-exports.test.ts'],
    [['writes a page twice', "        .where('steps', '=', steps)\n", '']],
  ),
  ...faultsIn(
    'adapters/storage-sql/clearing.ts',
    ['storage/unneeded.test.ts', 'storage/sessions/session-store.test.ts', 'storage/seen-events.test.ts'],
    [
      ['forgets used states at once', 'now.getTime() - STATE_TOKEN_CLOCK_SKEW_SECONDS * 1000', 'now.getTime()'],
      [
        'forgets people who are signed in',
        ".whereRef('user_id', '=', 'host_users.user_id')",
        ".whereRef('user_id', '<>', 'host_users.user_id')",
      ],
    ],
  ),
];
