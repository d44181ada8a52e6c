import { faultsIn } from './mutant.ts';

const SENDS = ['jobs/store/sends.test.ts'];

/** Jobs: in whose name, at what pace, each row once, on one instance at a time; and what clearing forgets. */
export const JOBS = [
  ...faultsIn(
    'jobs/runner.ts',
    ['features/invitations/jobs/stops.test.ts', 'features/runs/runs.test.ts'],
    [
      [
        'sends into whatever organization has the name by now',
        'if (owner.ok && owner.value.organizationId === organizationId)',
        'if (owner.ok)',
      ],
    ],
  ),
  ...faultsIn(
    'sessions/live-rights.ts',
    [
      'features/invitations/jobs/stops.test.ts',
      'features/runs/runs.test.ts',
      'changes/renamed-organizations/after-sign-in.test.ts',
    ],
    [
      [
        'follows a name instead of an organization',
        'memberships.find(({ organization }) => organization.id === id)',
        'memberships.find(({ organization }) => organization.id !== 0)',
      ],
      [
        'calls a person gone whose list could not be read',
        'if (!now.ok) return now;',
        'if (!now.ok) return membership;',
      ],
    ],
  ),
  ...faultsIn(
    'features/runs/work-on-runs.ts',
    ['features/runs/kills.series.test.ts', 'features/runs/runs.test.ts'],
    [
      ['starts a second job after a kill', 'const key = keyOf(run, item);', 'const key = String(Math.random());'],
      ['gives up at the first failure', '!MAY_END.has(started.refusal.reason)', 'MAY_END.has("limit")'],
      ['waits forever', 'now >= lastAt && item.step === 1', 'false'],
      ['starts all steps at once', "if (job.endedAt === null) turn = 'early';", ''],
    ],
  ),
  ...faultsIn(
    'features/runs/work-on-runs.ts',
    ['features/runs/cancelled-runs.test.ts'],
    [
      [
        'goes on after a step that was cancelled',
        "if (job === null || job.state === 'cancelled') return 'off';",
        'if (job === null) continue;',
      ],
      [
        'goes on after a step that could not start',
        "if (lower.state === 'refused') return 'off';",
        'if (lower.state === "refused") continue;',
      ],
      ['leaves a cancellation that broke off', 'if (!run.isCancelDone) await', 'if (false) await'],
    ],
  ),
  ...faultsIn(
    'features/runs/work-on-runs.ts',
    ['features/runs/cancelled-runs.test.ts'],
    [
      ['cancels the job that somebody took over', '      runBy: userId,', ''],
      [
        'cancels a run that has ended',
        'if (run.cancelledAt === null && (await isOver(jobs, run))) return',
        'if (false) return',
      ],
    ],
  ),
  ...faultsIn(
    'jobs/store/insert-job.ts',
    ['features/runs/cancelled-runs.test.ts'],
    [['stores a job of a cancelled run', 'found.cancelled_at !== null) throw', 'found.cancelled_at === 0) throw']],
  ),
  ...faultsIn(
    'features/runs/store.ts',
    ['features/runs/runs.test.ts'],
    [
      ['stores a second run of a key', 'if (stored !== undefined) return false;', ''],
      ['bounds no runs', '>= bounds.waitingMax', '> 1_000'],
      ['shows the run of anybody', "is('user_id', '=', userId), is('run_id', '=', id)", "is('run_id', '=', id)"],
    ],
  ),
  ...faultsIn(
    'features/runs/start-run.ts',
    ['features/runs/runs.test.ts'],
    [
      [
        'shows jobs to a former owner',
        'owner.ok ? await jobs.store.find({ organizationId, id }) : null',
        'await jobs.store.find({ organizationId, id })',
      ],
      ["says what was planned in a former owner's organization", 'change: null, people: null, failure:', 'failure:'],
    ],
  ),
  ...faultsIn(
    'features/people-changes/routes.ts',
    ['features/people-changes/previews-across.test.ts'],
    [['goes on at a limit', "if (refusal.kind === 'rate-limited') limit", "if (refusal.kind === 'no-team') limit"]],
  ),
  ...faultsIn('jobs/store/jobs.ts', SENDS, [
    ['forgets the sends of the hour', '- JOB_SENDS_KEPT_MS', '- JOB_SENDS_KEPT_MS / 60'],
    ['forgets the batches of the day', '- SENT_BATCHES_KEPT_MS', '- SENT_BATCHES_KEPT_MS / 24'],
  ]),
  ...faultsIn(
    'jobs/store/jobs.ts',
    ['features/invitations/jobs/clearing.test.ts'],
    [
      ['keeps addresses', 'set email = null where', 'set email = email where'],
      [
        'clears jobs that have not ended',
        '= line.job_id\n      where job.ended_at <=',
        '= line.job_id\n      where coalesce(job.ended_at, 0) <=',
      ],
    ],
  ),
  ...faultsIn(
    'jobs/store/job-rows.ts',
    ['jobs/store/job-rows.test.ts', 'hostile/invitations/failing-rows.test.ts'],
    [
      ['settles a row whatever its state is', "? is('state', '=', from)", "? is('position', '=', position)"],
      [
        'settles a row of another attempt',
        "is.and([is('state', '=', 'sending'), is('sending_at', '=', msOrNull(from.sendingAt))])",
        "is('state', '=', 'sending')",
      ],
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
  ...faultsIn('jobs/store/sends.ts', SENDS, [
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
    'jobs/row-steps.ts',
    ['features/invitations/jobs/stops.test.ts', 'hostile/invitations/failing-rows.test.ts'],
    [
      [
        'looks up a row that may still be under way',
        'if (checkableAt > now) return',
        'if (checkableAt === null) return',
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
        "if (unknown !== undefined && job.state !== 'running') return",
      ],
    ],
  ),
  ...faultsIn(
    'database/instances.ts',
    ['database/instances/leases.test.ts'],
    [
      ['gives a lease that another one holds', 'or leases.until <= ', 'or leases.until > 0 or leases.until <= '],
      ['never gives a lease that has ended', 'or leases.until <= ', 'or leases.until < 0 and leases.until <= '],
      ['keeps a lease for as long as the clock was put back', ", eb('leases.until', '>', until)", ''],
      ['lets anybody release a lease', ".where('holder', '=', holder)", ''],
    ],
  ),
  ...faultsIn(
    'jobs/store/jobs.ts',
    ['jobs/store/job-files.test.ts'],
    [['writes a page twice', "          .where('steps', '=', steps)\n", '']],
  ),
  ...faultsIn(
    'database/rows.ts',
    ['database/migrations/lock-order.test.ts'],
    [['locks tables in the order of the statements', 'if (!locksTables) return;', 'if (locksTables) return;']],
  ),
  ...faultsIn(
    'database/migrations/table-locks.ts',
    ['database/migrations/lock-order.test.ts'],
    [
      [
        'locks tables in the opposite order',
        'IN_LOCK_ORDER[a] - IN_LOCK_ORDER[b]',
        'IN_LOCK_ORDER[b] - IN_LOCK_ORDER[a]',
      ],
    ],
  ),
  ...faultsIn(
    'domain/job.ts',
    ['jobs/store/job-files.test.ts', 'features/invitations/jobs/order-of-checks.test.ts'],
    [['changes a job that has ended', "(!hasEnded || state === 'failed') &&", '']],
  ),
  ...faultsIn(
    'jobs/store/move-job.ts',
    ['jobs/store/job-files.test.ts', 'features/invitations/jobs/order-of-checks.test.ts'],
    [
      ['continues a file that was removed', "      .where('file_removed_at', 'is', null)\n", ''],
      ['counts no changes', 'if (tooMany !== null) return', 'if (tooMany === undefined) return'],
    ],
  ),
  ...faultsIn(
    'jobs/job-view.ts',
    ['features/invitations/jobs/results-csv.test.ts', 'features/organization-files/results-of-plans.test.ts'],
    [
      ['passes for whole without its last rows', ' || sent < now.file.rows', ''],
      ['passes for whole without its job', 'now === null || sent < now.file.rows', 'sent < (now?.file.rows ?? 0)'],
    ],
  ),
  ...faultsIn(
    'jobs/advance.ts',
    ['features/access-exports/export.test.ts', 'features/invitations/jobs/stops.test.ts'],
    [
      ['goes on before a limit ends', 'job.until > now', 'job.tries < 0'],
      ['works on queued jobs', 'job.waitsFor !== null || ', ''],
    ],
  ),
  ...faultsIn(
    'jobs/store/cleanup.ts',
    ['jobs/cleanup/store.test.ts', 'sessions/store/session-store.test.ts', 'features/webhooks/store.test.ts'],
    [
      [
        'forgets people who are signed in',
        ".whereRef('user_id', '=', 'host_users.user_id')",
        ".whereRef('user_id', '<>', 'host_users.user_id')",
      ],
    ],
  ),
  ...faultsIn(
    'jobs/store/claim.ts',
    ['jobs/due-work/store.test.ts', 'jobs/due-work/worker.test.ts', 'jobs/due-work/fairness.test.ts'],
    [
      ['takes what another instance works on', '(holder is null or lease_until', '(true or lease_until'],
      ['forgets instances that vanished', 'then 0 else 1 end`,', 'then 0 else 0 end`,'],
      ['lets a clock that is behind skip pauses', 'case when attempts > 0', 'case when attempts < 0'],
      ['prefers an organization with items under way', 'order by is_held desc, ', 'order by is_held, '],
      ['gives one person all the room', 'or nth_of_person <= ', 'or 1 <= '],
      ['counts slow steps with the others', ', is_slow$', '$'],
    ],
  ),
  ...faultsIn(
    'jobs/store/job-queue.ts',
    ['jobs/store/queue.test.ts'],
    [
      ['lets a stopped job hold up everybody', 'isAtWork || older.runById === job.runById', 'true'],
      ['lets jobs overtake older ones of their person', ' || older.runById === job.runById', ''],
      ['lets waiting jobs hold up third persons', ' && !blockers.has(older.id)', ''],
      ['forgets who else is changed', '!(await conflict(older, job))', 'true'],
    ],
  ),
  ...faultsIn(
    'jobs/worker.ts',
    ['jobs/due-work/fairness.test.ts'],
    [['lets steps that hang keep their room', '      step.isSlow = true;\n', '']],
  ),
  ...faultsIn(
    'jobs/work-on-item.ts',
    ['jobs/due-work/outages.test.ts'],
    [['goes on when its lease may be over', 'if (heldUntil <= soon) end.abort(LOST);', ';']],
  ),
  ...faultsIn(
    'jobs/store/due-work.ts',
    ['jobs/due-work/store.test.ts'],
    [
      ['finishes what was added again', ".where('version', '=', item.version)", ''],
      ['leaves dead what a person changed', 'doUpdateSet({\n        state,\n', 'doUpdateSet({\n'],
      [
        'starts nothing anew that a step is at',
        '        version: sql<number>`due_work.version + 1`,\n      }),\n    )\n    .execute();\n}',
        '      }),\n    )\n    .execute();\n}',
      ],
      ['lets a step fail what was started anew', 'case when version = ', 'case when 0 < '],
      [
        'keeps dead work of jobs that are over',
        "row.state === 'dead' && !open.has(workName(row))",
        "row.state === 'none'",
      ],
      ['retries dead work twice', "\n          .where('state', '=', 'dead')", ''],
    ],
  ),
];
