import { faultsIn } from './mutant.ts';

const HEAD_TESTS = ['audit/signed-heads.test.ts'];

const TRAIL_TESTS = ['audit/store/audit-trail.test.ts', 'audit/store/faults.test.ts'];

/** The audit log and webhooks: nothing lost, nothing twice, nothing hidden, nothing unsigned. */
export const TRAIL = [
  ...faultsIn('audit/store/audit-trail.ts', TRAIL_TESTS, [
    ['hides a missing row', ' || number !== head.first_number + index', ''],
    ['removes young rows', 'at >= instant.getTime() || ', ''],
    ['forgets the hash of the last row that went', 'anchor: last.hash', 'anchor: head.anchor'],
  ]),
  ...faultsIn(
    'jobs/start-job.ts',
    ['observability/metrics.test.ts'],
    [
      [
        'counts no failed start of a job',
        'countingTrailFailure(runtime, jobs.create(job, rows, bounds, event))',
        'jobs.create(job, rows, bounds, event)',
      ],
    ],
  ),
  ...faultsIn(
    'jobs/row-steps.ts',
    ['observability/metrics.test.ts'],
    [
      [
        'counts no failed step of a job',
        'countingTrailFailure(runtime, jobs.beginSending(attempt, JOB_PACE))',
        'jobs.beginSending(attempt, JOB_PACE)',
      ],
    ],
  ),
  ...faultsIn(
    'jobs/routes.ts',
    ['observability/metrics.test.ts'],
    [
      [
        'counts no failed retry',
        'countingTrailFailure(runtime, jobs.dueWork.retry(work, runtime.clock.now(), entry))',
        'jobs.dueWork.retry(work, runtime.clock.now(), entry)',
      ],
    ],
  ),
  ...faultsIn('audit/store/audit-heads.ts', HEAD_TESTS, [
    [
      'signs rows that were rolled back',
      "if (head === null || head.newest_number < (newest?.size ?? 0)) return refuse('shorter');",
      "if (head === null) return refuse('shorter');",
    ],
    [
      'signs rows that were rewritten',
      'if (stored === null || !(await keepsRows(engine, head, stored)))',
      'if (stored === null)',
    ],
    ['signs trees that were rewritten', '!(await followsSignedHead(engine, newest, stored))', 'false'],
  ]),
  ...faultsIn(
    'audit/store/audit-heads.ts',
    ['audit/store/consistency-proofs.test.ts'],
    [['reads every record of a proof', ' ?? subtreeIn(tree.whole, range)', '']],
  ),
  ...faultsIn(
    'audit/routes.ts',
    ['audit/reading/searches.test.ts'],
    [
      [
        'lets one person read heads at once',
        'await searchQueue.waiting(session.user.id, () => headAnswer(heads, organizationId, since))',
        'await headAnswer(heads, organizationId, since)',
      ],
    ],
  ),
  ...faultsIn('audit/store/append.ts', TRAIL_TESTS, [
    ['writes the outcome of an intent that was removed', 'number < head.first_number || ', ''],
    ['writes the outcome of an intent nobody had', ' || number > head.newest_number', ''],
    ['writes a second outcome', 'settled.has(number) || ', ''],
  ]),
  ...faultsIn('audit/store/append.ts', TRAIL_TESTS, [
    ['chains no row to the one before', 'hash = hashOf(hash, row);', 'hash = hashOf(head.newest_hash, row);'],
  ]),
  ...faultsIn(
    'audit/store/verify-trail.ts',
    ['audit/reading/searches.test.ts'],
    [['verifies a whole log without a pause', '    await othersRun();\n', '']],
  ),
  ...faultsIn('audit/store/verify-trail.ts', TRAIL_TESTS, [
    ['misses rows that are gone', "if (row.number !== number + 1) return yield at(number + 1, 'missing');", ''],
    [
      'misses rows that were changed',
      "if (row.hash !== hashOf(hash, row)) return yield at(row.number, 'changed');",
      '',
    ],
    ['misses an end that was cut off', "if (number < head.newest_number) return at(number + 1, 'cut-off');", ''],
    [
      'misses a row that was added',
      "if (highest !== null && highest > head.newest_number) return at(head.newest_number + 1, 'added');",
      '',
    ],
    [
      'misses a beginning that was moved',
      "if (lowest !== null && lowest < head.first_number) return at(lowest, 'added');",
      '',
    ],
  ]),
  ...faultsIn(
    'audit/audited.ts',
    ['audit/own-changes.test.ts', 'audit/settling.test.ts'],
    [
      [
        'changes what it could not write down',
        'return intents.ok ? sendIntended(intents.value, send) : intents;',
        'return sendIntended(intents.ok ? intents.value : [], send);',
      ],
      [
        'leaves the outcome of what was thrown open',
        "for (const index of [...open.keys()]) settle(index, { outcome: 'unknown' });",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'features/webhooks/event.ts',
    ['features/webhooks/webhook-signature.test.ts'],
    [
      ['accepts something behind the signature', '{64})$/', '{64})/'],
      ['accepts something before the signature', '/^sha256=', '/sha256='],
      ['accepts upper case', '[0-9a-f]{64})$/', '[0-9a-f]{64})$/i'],
    ],
  ),
  ...faultsIn(
    'features/webhooks/routes.ts',
    ['hostile/webhooks/webhooks.series.test.ts', 'features/webhooks/webhook-delivery.test.ts'],
    [
      [
        'checks no signature',
        'else if (!signatureMatches(body.value, signatureOf(request), webhookSecret)) return',
        'else if (body.value.length < 0) return',
      ],
      [
        'reads bodies that cannot be signed',
        'if (webhookSecret === null || looksSigned(signatureOf(request))) return;',
        'if (webhookSecret === null || request.raw.complete !== null) return;',
      ],
      [
        'parses any JSON',
        'if (!isWithinJsonBounds(body.value, WEBHOOK_JSON)) return',
        'if (body.value.length < 0) return',
      ],
    ],
  ),
  ...faultsIn(
    'features/webhooks/routes.ts',
    ['audit/webhooks.test.ts'],
    [
      [
        'writes down what nobody signed',
        'entry: isSigned ? auditEntryOf(payload, delivery) : null',
        'entry: auditEntryOf(payload, delivery)',
      ],
    ],
  ),
  ...faultsIn(
    'features/webhooks/event.ts',
    ['features/webhooks/webhook-events.test.ts', 'hostile/webhooks/webhooks.series.test.ts'],
    [
      [
        'obeys events of another App',
        "'app_id' in installation && installation.app_id !== appId",
        "'app_id' in installation && installation.app_id === null",
      ],
      [
        'accepts IDs that are none',
        "if (installation === null || installationId === null) return refuse('malformed');",
        "if (installation === null) return refuse('malformed');",
      ],
      ['logs words that steer a terminal', ' && !UNSAFE_IN_LOGS.test(value)', ''],
    ],
  ),
  ...faultsIn(
    'features/webhooks/event.ts',
    ['features/webhooks/renamed-events.test.ts', 'features/webhooks/event-shapes.test.ts'],
    [
      [
        'records bodies of events that are not recorded',
        '!SUBJECTS_OF_OTHERS.some((member) => Object.hasOwn(payload, member)) &&',
        '',
      ],
      ['overlooks a subject that is null', 'Object.hasOwn(payload, member)) &&', 'has(payload, member)) &&'],
      [
        'takes the body of any event for that of an installation',
        'namesAccount === EVENTS_WITH_ACCOUNT.includes(name) &&',
        '',
      ],
      [
        'takes any body for a revocation',
        "(installation !== null || has(payload, 'organization'))",
        "has(payload, 'nothing')",
      ],
      ['takes a body with a team for any event', "  ['team', ['membership', 'team']],\n", ''],
    ],
  ),
];
