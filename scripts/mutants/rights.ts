import { faultsIn } from './mutant.ts';

const RIGHTS_TESTS = ['http/rights.test.ts', 'http/rights-within-minute.test.ts'];
const CHANGE_TESTS = ['capabilities/people-changes/tokens.test.ts', 'capabilities/people-changes/faults.test.ts'];

const ORDER_TESTS = ['http/order-of-checks.test.ts'];

export const RIGHTS = [
  ...faultsIn('http/contract/add-endpoint.ts', ORDER_TESTS, [
    [
      'checks the rights before the input',
      'const input = beforeRights?.(request, reply)',
      'const early = await access.admit(app.gate, request);\n    if (!early.ok) return early;\n    const input = beforeRights?.(request, reply)',
    ],
    [
      'looks for the session after the site',
      'const guards = crossSiteFirst ?',
      'const guards = crossSiteFirst !== null ?',
    ],
    ['lets everybody in', 'if (!callers.ok) return callers;', 'if (!callers.ok) return ok({} as never);'],
  ]),
  ...faultsIn(
    'watching/still-allowed.ts',
    ['capabilities/audit-trail/watching.test.ts', 'capabilities/invitation-jobs/watching.test.ts'],
    [['lets a session that ended go on', 'if (found === null) return false;', 'if (found === null) return true;']],
  ),
  ...faultsIn('sessions/live-rights.ts', RIGHTS_TESTS, [
    ['takes every member for an owner', "member.value.role !== 'admin'", "member.value.role === 'x'"],
  ]),
  ...faultsIn(
    'sessions/live-membership.ts',
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
    ['capabilities/people-changes/kinds.test.ts', ...CHANGE_TESTS],
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
  ...faultsIn('capabilities/people-changes/change-person.ts', CHANGE_TESTS, [
    ['changes who took over a login', "if (id !== person.id) return refuse({ kind: 'changed-since' });", ''],
    [
      'changes another team under the same slug',
      'if (changing.isOtherTeam)',
      'if (changing.isOtherTeam && changing.endsAllOwnership)',
    ],
    [
      'changes who is not as shown',
      'return sameState(found.value, person) ?',
      'return sameState(found.value, found.value) ?',
    ],
    ['goes on after a limit', 'if (stopReason !== null) return', 'if (stopReason !== null && person.id < 0) return'],
  ]),
  ...faultsIn(
    'capabilities/people-changes/change-person.ts',
    ['capabilities/renamed-organizations/every-change.test.ts'],
    [
      [
        'judges by the organization that took over the name',
        'if (seen !== null && seen.id !== organizationId)',
        'if (seen !== null && seen.id < 0)',
      ],
    ],
  ),
  ...faultsIn(
    'adapters/code-host/people/changing/organization-changes.ts',
    ['capabilities/renamed-organizations/every-change.test.ts'],
    [
      [
        'changes the organization that took over the name',
        'if (current.value?.id !== organizationId)',
        'if (current.value === null)',
      ],
    ],
  ),
  ...faultsIn(
    'adapters/code-host/people/changing/organization-changes.ts',
    ['capabilities/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows entries of the organization that took over the name',
        'if (entries.some((id) => id !== null && id !== organizationId))',
        'if (entries.some((id) => id !== null && id < 0))',
      ],
    ],
  ),
  ...faultsIn(
    'adapters/code-host/graphql/parts.ts',
    ['capabilities/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows parts of the organization that took over the name',
        'part.ok && part.value.data.organization.databaseId !== organizationId',
        'part.ok && part.value.data.organization.databaseId < 0',
      ],
    ],
  ),
  ...faultsIn(
    'adapters/code-host/people/reached-repositories.ts',
    ['capabilities/renamed-organizations/every-read.test.ts'],
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
    'sessions/same-organization.ts',
    ['capabilities/renamed-organizations/every-read.test.ts'],
    [
      [
        'shows lists of the organization that took over the name',
        'return current.value?.id === organizationId ?',
        'return current.value?.id !== -organizationId ?',
      ],
    ],
  ),
  ...faultsIn('capabilities/people-changes/change-people.ts', CHANGE_TESTS, [
    [
      'asks for confirmation before it says that a preview is invalid',
      'if (!isOf(owner, preview.value)) return',
      "if (preview.value.people.length > UNCONFIRMED_PEOPLE_MAX && !request.confirmation) return refuse({ kind: 'unconfirmed' });\n    if (!isOf(owner, preview.value)) return",
    ],
    ['needs no confirmation', '> UNCONFIRMED_PEOPLE_MAX && !isConfirmed', '> 1_000 && !isConfirmed'],
    ['takes a preview of another organization', 'preview.organizationId === organizationId && ', ''],
    [
      'takes a preview of another person',
      'preview.userId === session.user.id && ',
      '',
      'a session has one person, and the session is compared',
    ],
    ['takes a preview of another session', ' && preview.sessionKey === session.key', ''],
    [
      'removes all owners',
      'owners.value.every(({ id }) => leaving.has(id))',
      'owners.value.length < 0',
      'whoever asks is still an owner, which is checked before, and never among those who are changed',
    ],
    [
      'lets who is no owner any more go on',
      'if (!owners.value.some(({ id }) => id === viewerId)) return',
      'if (owners.value.length < 0) return',
    ],
  ]),
  ...faultsIn(
    'security/people-preview.ts',
    ['capabilities/people-changes/tokens.test.ts'],
    [
      [
        'believes a preview from the future',
        'if (iat - now.getTime() / 1000 > STATE_TOKEN_CLOCK_SKEW_SECONDS)',
        'if (iat < 0)',
      ],
      ['accepts other algorithms', "algorithms: ['HS256'],", ''],
      ['accepts other kinds of tokens', '          typ: TYPE,\n', ''],
      ['accepts another issuer', '          issuer: origin,\n', ''],
      ['accepts another audience', '          audience,\n', ''],
      ['accepts a token without an end', "requiredClaims: ['exp', 'iat']", "requiredClaims: ['iat']"],
      ['measures by the clock of the machine', 'currentDate: now', 'currentDate: new Date()'],
    ],
  ),
  ...faultsIn(
    'capabilities/invitations/invite-members.ts',
    [
      'capabilities/invitations/validation-order.test.ts',
      'capabilities/invitations/rate-limits.test.ts',
      'audit-trail/own-changes.test.ts',
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
    'capabilities/invitation-jobs/owned-job.ts',
    [
      'hostile/people/who-may-what.test.ts',
      'hostile/invitations/strangers.test.ts',
      'hostile/invitations/strange-ids.test.ts',
    ],
    [
      ['shows the job of another organization', ' || job.organizationId !== owner.organizationId', ''],
      ['looks up what cannot be an ID', 'CAN_BE_ID.test(id) ? await', "id !== '' ? await"],
    ],
  ),
  ...faultsIn(
    'capabilities/access-exports/exports-of-owner.ts',
    ['capabilities/access-exports/export.test.ts', 'hostile/people/who-may-what.test.ts'],
    [
      ['shows the export of another organization', ' || found.organizationId !== organizationId', ''],
      [
        'offers a file that is no longer kept',
        'until !== null && until <= clock.now()',
        'until !== null && until <= new Date(0)',
      ],
    ],
  ),
  ...faultsIn(
    'domain/invitations/invitees.ts',
    ['domain/invitees.test.ts'],
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
