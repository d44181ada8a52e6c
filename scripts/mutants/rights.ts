import { faultsIn } from './mutant.ts';

const RIGHTS_TESTS = ['http/rights.test.ts', 'http/rights-within-minute.test.ts'];
const CHANGE_TESTS = ['features/people-changes/tokens.test.ts', 'features/people-changes/faults.test.ts'];

const JOB_TESTS = 'features/people-changes/change-jobs.test.ts';

const DISMISSAL_TESTS = ['features/people/dismissed-findings.test.ts'];

const RULES_TESTS = ['features/owner-rules/owner-rules.test.ts'];
const STORED_RULES_TESTS = ['features/owner-rules/store.test.ts', ...RULES_TESTS];
const WAITING_PLAN_TESTS = ['features/organization-files/rules-of-waiting-plans.test.ts'];
const PLAN_RULES_TESTS = ['features/organization-files/rules-of-plans.test.ts'];

const ORDER_TESTS = ['http/order-of-checks.test.ts'];

export const RIGHTS = [
  ...faultsIn('features/people/dismissal-routes.ts', DISMISSAL_TESTS, [
    [
      'dismisses what no review listed',
      '!isSealOf(services.signing, { organizationId, key, name }, seal)',
      'seal === name',
    ],
    ['takes a date in the past', 'leftMs <= 0 || ', ''],
    ['takes any later date', ' || leftMs > LONGEST_MS', ''],
  ]),
  ...faultsIn('features/people/dismissal-store.ts', DISMISSAL_TESTS, [
    ['dismisses as many as somebody likes', '.size > max)', '.size < 0)'],
    [
      'shows those of other organizations',
      ".where('organization_id', '=', organizationId)\n    .where('until'",
      ".where('until'",
    ],
  ]),
  ...faultsIn('jobs/store/cleanup.ts', DISMISSAL_TESTS, [
    ['removes dismissals of other organizations', "key: ['organization_id', 'finding_key']", "key: 'finding_key'"],
  ]),
  ...faultsIn('features/owner-rules/store.ts', STORED_RULES_TESTS, [
    ['replaces rules that nobody saw', '(row?.version ?? 0) !== version', 'version < 0'],
    ['writes no entry about rules', "await append(transaction, head, [eventRow('event', event, at)]);", ''],
  ]),
  ...faultsIn('features/owner-rules/routes.ts', RULES_TESTS, [
    ['requires who took over a login', '[...owners.value, ...requiredOwners]', '[...requiredOwners, ...owners.value]'],
    ['takes two usernames for one account', 'if (found.has(id))', 'if (found.has(-1))'],
    ['requires owners of another organization', 'if (!same.ok) return same;', ''],
  ]),
  ...faultsIn('features/organization-files/apply-plan.ts', PLAN_RULES_TESTS, [
    [
      'applies plans made under looser rules',
      'if (loosenedRules(rules, ownerRules).length > 0)',
      'if (loosenedRules(rules, rules).length > 0)',
    ],
    ['lets older files loosen rules unseen', 'if (files !== undefined && !isNamed', 'if (files === null && !isNamed'],
  ]),
  ...faultsIn('features/organization-files/plan-jobs.ts', WAITING_PLAN_TESTS, [
    [
      'runs plans that were judged by looser rules',
      'if (takesOwnership(row) && (await',
      'if (row.position < 0 && (await',
    ],
  ]),
  ...faultsIn('features/organization-files/plan-seal.ts', PLAN_RULES_TESTS, [
    ['lets a plan say by which rules it was judged', '    basisHash(plan) === claims.value.basis &&\n', ''],
  ]),
  ...faultsIn('features/organization-files/plan-seal.ts', PLAN_RULES_TESTS, [
    [
      'lets files loosen what is set',
      'strictestOf([set ?? NO_OWNER_RULES, appliedRules])',
      'strictestOf([appliedRules])',
    ],
  ]),
  ...faultsIn('features/organization-files/plan-steps.ts', PLAN_RULES_TESTS, [
    ['counts invited owners as owners', "...promoted.filter(({ kind }) => kind !== 'invite-person'),", '...promoted,'],
  ]),
  ...faultsIn('http/contract/add-endpoint.ts', ORDER_TESTS, [
    [
      'checks the rights before the input',
      'const input = beforeRights?.(request, reply)',
      'const early = await access.admit(app.endpointServices, request);\n    if (!early.ok) return early;\n    const input = beforeRights?.(request, reply)',
    ],
    [
      'looks for the session after the site',
      'const guards = crossSiteFirst ?',
      'const guards = crossSiteFirst !== null ?',
    ],
    ['lets everybody in', 'if (!callers.ok) return callers;', 'if (!callers.ok) return ok({} as never);'],
  ]),
  ...faultsIn(
    'http/open-streams.ts',
    ['audit/reading/watching.test.ts', 'features/invitations/jobs/watching.test.ts'],
    [['lets a session that ended go on', 'if (found === null) return false;', 'if (found === null) return true;']],
  ),
  ...faultsIn('sessions/live-rights.ts', RIGHTS_TESTS, [
    ['takes every member for an owner', "member.value.role !== 'admin'", "member.value.role === 'x'"],
  ]),
  ...faultsIn(
    'sessions/live-rights.ts',
    ['sessions/live-rights.test.ts', ...RIGHTS_TESTS],
    [
      [
        'answers with what another session was told',
        'await recentAnswers(',
        'await recentAnswers(foldLogin(requestedLogin) as never || ',
      ],
      [
        'takes the invited for members',
        "if (membership.value.kind !== 'active') return",
        "if (membership.value.kind === 'x') return",
      ],
      [
        'keeps what was asked before a change',
        'recentAnswers.invalidate((name) => name.endsWith(suffix))',
        'recentAnswers.invalidate((name) => name === suffix)',
      ],
    ],
  ),
  ...faultsIn(
    'domain/people-change.ts',
    ['features/people-changes/kinds.test.ts', ...CHANGE_TESTS],
    [
      ['does not see a changed team role', ' && a.teamRole === b.teamRole', ''],
      ['does not see a changed role', 'a.role === b.role && ', ''],
      [
        'forgets that a removal ends ownership',
        "change.kind === 'remove' || change.kind === 'convert' || ",
        "change.kind === 'convert' || ",
      ],
    ],
  ),
  ...faultsIn(
    'features/people-changes/people-changes.ts',
    [...CHANGE_TESTS, JOB_TESTS],
    [
      ['changes who took over a login', 'if (current.id !== person.id) return ok(CHANGED_SINCE);', ''],
      [
        'says that somebody left a team that was deleted',
        "team.ok ? ok(team.value.kind === 'present') : team",
        'team.ok ? ok(true) : team',
      ],
      ['changes who is not as shown', 'if (!sameState(current, person)) return ok(CHANGED_SINCE);', ''],
      [
        'does not say that an owner is the last',
        'if (owners.value.every(({ id }) => id === person.id)) return',
        'if (owners.value.length < 0) return',
      ],
      [
        'lets who is no owner any more go on',
        'if (!owners.value.some(({ id }) => id === job.runBy.id)) return',
        'if (owners.value.length < 0) return',
      ],
    ],
  ),
  ...faultsIn(
    'features/people-changes/people-changes.ts',
    ['features/people-changes/change-jobs.test.ts'],
    [['lets people change themselves', 'if (person.id === job.runBy.id &&', 'if (person.id < 0 &&']],
  ),
  ...faultsIn('features/people-changes/people-changes.ts', RIGHTS_TESTS, [
    [
      'keeps rights that it changed',
      "if (!made.ok || !('team' in plan.change)) sessions",
      'if (startedMs < 0) sessions',
    ],
  ]),
  ...faultsIn(
    'features/people-changes/people-changes.ts',
    ['changes/renamed-organizations/every-change.test.ts'],
    [
      [
        'judges by the organization that took over the name',
        'if (seen !== null && seen.id !== runner.organizationId)',
        'if (seen !== null && seen.id < 0)',
      ],
    ],
  ),
  ...faultsIn(
    'jobs/store/job-queue.ts',
    ['changes/changes-at-once/two-instances.test.ts', 'jobs/store/queue.test.ts'],
    [
      ['changes a person in two jobs at once', 'and line.user_id = (', 'and 1 = 2 and line.user_id = ('],
      [
        'lets a change of one person wait for those of others',
        "'people-change' && rows <= 1",
        "'people-change' && rows < 1",
      ],
    ],
  ),
  ...faultsIn(
    'code-host/client.ts',
    ['changes/renamed-organizations/every-change.test.ts'],
    [
      [
        'changes the organization that took over the name',
        'if (current.value?.id !== organizationId)',
        'if (current.value === null)',
      ],
    ],
  ),
  ...faultsIn(
    'code-host/client.ts',
    ['changes/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows entries of the organization that took over the name',
        'if (entries.some((id) => id !== null && id !== organizationId))',
        'if (entries.some((id) => id !== null && id < 0))',
      ],
      ['takes an empty list for that of the organization', 'entries.length > 0 && !entries', '!entries'],
    ],
  ),
  ...faultsIn(
    'code-host/graphql.ts',
    ['changes/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows parts of the organization that took over the name',
        'part.ok && part.value.data.organization.databaseId !== organizationId',
        'part.ok && part.value.data.organization.databaseId < 0',
      ],
    ],
  ),
  ...faultsIn(
    'code-host/people/reached-repositories.ts',
    ['changes/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows repositories of the organization that took over the name',
        'if (data.organization.databaseId !== organizationId)',
        'if (data.organization.databaseId < 0)',
      ],
      [
        'shows who reaches a repository of the organization that took over the name',
        'if (data.repository.owner.databaseId !== organizationId)',
        'if (data.repository.owner.databaseId === undefined)',
      ],
    ],
  ),
  ...faultsIn(
    'sessions/live-rights.ts',
    ['changes/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows lists of the organization that took over the name',
        'return current.value?.id === organizationId ?',
        'return current.value?.id !== -organizationId ?',
      ],
    ],
  ),
  ...faultsIn('features/people-changes/start-change.ts', CHANGE_TESTS, [
    ['takes a preview of another organization', 'preview.organizationId === organizationId && ', ''],
    [
      'takes a preview of another person',
      'preview.userId === session.user.id && ',
      '',
      'a session has one person, and the session is compared',
    ],
    ['takes a preview of another session', ' && preview.sessionKey === session.key', ''],
    [
      'asks for confirmation before it says that a preview is invalid',
      'if (!isOf(caller, preview.value) ||',
      "if (preview.value.people.length > UNCONFIRMED_PEOPLE_MAX && !confirmation) return refuse({ kind: 'unconfirmed' });\n    if (!isOf(caller, preview.value) ||",
    ],
    ['needs no confirmation', '> UNCONFIRMED_PEOPLE_MAX && !isConfirmed', '> 1_000 && !isConfirmed'],
  ]),
  ...faultsIn(
    'lib/signed-claims.ts',
    ['features/people-changes/tokens.test.ts'],
    [
      [
        'believes a preview from the future',
        'iat - now.getTime() / 1000 > STATE_TOKEN_CLOCK_SKEW_SECONDS ?',
        'iat < 0 ?',
      ],
      ['issues equal previews in one second', '.setJti(id)', ''],
      ['accepts other algorithms', "algorithms: ['HS256'],", ''],
      ['accepts other kinds of tokens', '          typ: type,\n', ''],
      ['accepts another issuer', '          issuer: origin,\n', ''],
      ['accepts another audience', '          audience,\n', ''],
      ['accepts a token without an end', "requiredClaims: ['exp', 'iat']", "requiredClaims: ['iat']"],
      ['measures by the clock of the machine', 'currentDate: now', 'currentDate: new Date()'],
    ],
  ),
  ...faultsIn(
    'features/invitations/invite-members.ts',
    [
      'features/invitations/mass/validation-order.test.ts',
      'features/invitations/mass/rate-limits.test.ts',
      'audit/own-changes.test.ts',
    ],
    [
      ['lets members invite', '!membership.viewerCanAdminister', 'membership.organization.id < 0'],
      [
        'goes on after a rate limit',
        'skip: (login) => (met.limit === null ?',
        'skip: (login) => (met.limit === null || login !== null ?',
      ],
    ],
  ),
  ...faultsIn(
    'jobs/routes.ts',
    [
      'jobs/owned-job.test.ts',
      'hostile/people/who-may-what.test.ts',
      'hostile/invitations/strangers.test.ts',
      'hostile/invitations/strange-ids.test.ts',
    ],
    [['looks up what cannot be an ID', 'CAN_BE_ID.test(id) ? await', "id !== '' ? await"]],
  ),
  ...faultsIn(
    'jobs/store/job-rows.ts',
    ['features/access-exports/export.test.ts', 'hostile/people/who-may-what.test.ts'],
    [
      [
        'shows the job of another organization',
        "is.and([is('organization_id', '=', organizationId), is('job_id', '=', id)])",
        "is.and([is('organization_id', '<>', -organizationId), is('job_id', '=', id)])",
      ],
    ],
  ),
  ...faultsIn(
    'jobs/routes.ts',
    ['features/access-exports/export.test.ts'],
    [
      [
        'offers a file that is no longer kept',
        'until !== null && until <= clock.now()',
        'until !== null && until <= new Date(0)',
      ],
    ],
  ),
  ...faultsIn(
    'features/invitations/invite-members.ts',
    ['lib/invitees.test.ts'],
    [
      ['accepts any number of logins', 'if (logins.length > INVITEES_MAX)', 'if (logins.length < 0)'],
      [
        'invites somebody twice',
        '[...new Set(input.map((entry) => entry.trim())',
        '[...Array.from(input.map((entry) => entry.trim())',
      ],
    ],
  ),
];
