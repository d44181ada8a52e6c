import { faultsIn } from './mutant.ts';

const STOP_TESTS = ['jobs/app-work/stops.test.ts'];
const APPROVAL_TESTS = ['jobs/app-work/approvals.test.ts'];
const LAST_OWNER_TESTS = ['jobs/app-work/last-owner.test.ts'];
const ADDED_TESTS = ['jobs/app-work/added-people.test.ts'];

export const APP_WORK = [
  ...faultsIn('jobs/store/job-rows.ts', STOP_TESTS, [
    ['takes a withdrawn approval for none', "if (version === WITHDRAWN) return 'withdrawn';", ''],
  ]),
  ...faultsIn('jobs/store/job-rows.ts', LAST_OWNER_TESTS, [
    [
      'lets two owners remove each other',
      'return !endsOwnership || !(await isOwnershipEnding(transaction, job.organizationId));',
      'return endsOwnership || !(await isOwnershipEnding(transaction, job.organizationId));',
    ],
  ]),
  ...faultsIn('jobs/app-runner.ts', STOP_TESTS, [
    ['goes on for somebody who is no owner', "if (owner.value === null) return refuse(stopAs('rights-lost'));", ''],
    ['keeps a rejected token', 'if (!isRejected || rejected !== undefined) return sent;', 'return sent;'],
  ]),
  ...faultsIn('code-host/people/owner-by-id.ts', STOP_TESTS, [
    ['knows an owner by a former login only', 'await ownerListed(client, at, id)', 'ok(null)'],
  ]),
  ...faultsIn('code-host/people/owner-by-id.ts', ADDED_TESTS, [
    ['goes on for a suspended account', 'return profile.value.isSuspended ? ok(null) : owner;', 'return owner;'],
  ]),
  ...faultsIn('features/invitations/invitation-jobs.ts', ADDED_TESTS, [
    [
      'believes what GraphQL says to an App',
      'if (isMember || runner.carriedOutBy === null) return',
      'if (true) return',
    ],
  ]),
  ...faultsIn('jobs/store/app-work.ts', STOP_TESTS, [
    ['takes an approval of an earlier version of the switch', 'app_work.version = jobs.approved_version', '1 = 1'],
    [
      'keeps what was approved in other sessions',
      "return 'in' in sessions ? isNamed",
      "return 'except' in sessions ? isNamed",
    ],
    [
      'keeps what was approved',
      ".set({ approved_version: WITHDRAWN })\n        .where('run_by_id'",
      ".set({ tries: 0 })\n        .where('run_by_id'",
    ],
  ]),
  ...faultsIn('jobs/approve.ts', APPROVAL_TESTS, [
    ['lets an old sign-in approve', 'return ageMs < FRESH_SIGN_IN_MINUTES * 60_000 ?', 'return true ?'],
    ['lets the App export access', "if (!CONTINUABLE[kind]) return refuse({ kind: 'not-continuable' });", ''],
    ['takes an approval where it is off', 'current?.isOn === true ?', 'current !== null ?'],
  ]),
  ...faultsIn('jobs/routes.ts', APPROVAL_TESTS, [
    [
      'keeps an approval of whoever ran it before',
      'return approvedVersion === null ? { tries: 0, approvedVersion } : own;',
      'return { tries: 0 };',
    ],
  ]),
];
