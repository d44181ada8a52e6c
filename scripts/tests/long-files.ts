import { FULL_LENGTH } from '../../server/test/support/series.ts';

/**
 * Test files that take more than a hundredth of the run's file time, each with its reason; they start first, in this
 * order.
 */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'server/test/openapi/answers.test.ts': 'every documented answer of every endpoint',
  'console/test/browser/every-page/lists.series.test.ts': 'every list in a browser',
  'server/test/program/killed/killed-due-work.series.test.ts': 'kills two instances, over and over, on both databases',
  'server/test/program/killed/killed-plan.series.test.ts':
    'kills an instance in a plan, over and over, on both databases',
  'console/test/browser/invitations/listed-invitations.series.test.ts': 'pages in a browser',
  'server/test/program/killed/killed-webhook.series.test.ts': 'kills an instance at many points, on both databases',
  'server/test/packaging/commands.series.test.ts': 'starts every command as it is packaged',
  'server/test/http/kept-answers/kept-answers.test.ts': 'every change that ends a kept answer',
  'server/test/features/access-exports/export.test.ts': 'whole exports through the job worker',
  'server/test/features/runs/runs.test.ts': 'whole runs in several organizations through the job worker',
  'server/test/program/start/start.series.test.ts': 'starts the program for each test',
  'server/test/features/invitations/mass/outcomes.test.ts': '86 outcomes of invitations, through the service',
  'server/test/features/installations/install-flow.test.ts': 'whole installations, each from sign-in on',
  'server/test/hostile/people/who-may-what.test.ts': 'every endpoint about people as every kind of caller',
  'server/test/hostile/sign-in/redirects.test.ts': 'hundreds of hostile addresses to return to, each through a sign-in',
  'server/test/program/commands/verify-heads-command.series.test.ts': 'starts the command for each test',
  'server/test/operate/config/env-file.series.test.ts': 'starts the program with several files of settings',
  'server/test/features/people-changes/previews.test.ts': 'previews of whole changes, through the service',
  'server/test/audit/entries-by-contract.test.ts': 'every endpoint that changes something, with its entries',
  'server/test/features/organization-files/complex-files.series.test.ts': 'files as large as they may be',
  'server/test/features/organization-files/faulty-steps.test.ts':
    'whole plans, each with a fault in one of their calls',
  'server/test/observability/metrics.test.ts': 'services of its own, each with metrics of its own',
  'server/test/features/graphql-proxy/operations.test.ts': 'every allowed query',
  'server/test/hostile/requests/unread-answers.series.test.ts': 'clients that read slowly, in real sockets',
  'server/test/hostile/requests/refused-bodies.series.test.ts': 'many bodies as large as they may be',
  'server/test/features/people/dismissed-findings.test.ts': 'reviews of organizations, through the service',
  'cli/test/ci-log.series.test.ts': 'starts the command line for each form of output',
  'server/test/program/commands/command-line.test.ts': 'starts the program for each command',
  'server/test/sessions/store/links.test.ts': 'links of many sessions, on both databases',
  'server/test/sessions/installations/store/repository-lists.test.ts': 'every order of two lists, on both databases',
  'server/test/sessions/store/reencrypted-tokens.test.ts': 'sessions under several keys, on both databases',
  'cli/test/jobs.series.test.ts': 'starts the command line for each step',
  'cli/test/output.series.test.ts': 'starts the command line for each form of output',
  'cli/test/file-check.series.test.ts': 'starts the command line for each file',
  'cli/test/file-apply.series.test.ts': 'starts the command line for each step',
  'cli/test/file-offline.series.test.ts': 'starts the command line for each file',
  'organization-files/test/peribolos/hostile.series.test.ts': 'files as large as aliases make them, and random ones',
  'organization-files/test/in-thread.series.test.ts': 'files as large as they may be',
  'cli/test/failures.test.ts': 'starts the command line for each wrong answer',
  'server/test/features/organization-files/team-names.test.ts': 'whole plans for teams of every kind of name',
  'server/test/sessions/store/encrypted-tokens.test.ts': 'a session for each byte that is changed, on both databases',
  'cli/test/signed-out.test.ts': 'starts the command line for each command',
  'console/test/browser/session/session.series.test.ts': 'pages in a browser',
  'console/test/browser/invitations/invite-preview.series.test.ts': 'pages in a browser',
  'console/test/browser/organization/organization.series.test.ts': 'pages in a browser',
  'console/test/browser/organization/organization-keyboard.series.test.ts': 'pages in a browser',
  'console/test/browser/every-page/presentation.series.test.ts': 'every page in a browser',
  'server/test/audit/store/consistency-proofs.test.ts': 'proofs between all sizes of an audit log, on both databases',
  'server/test/code-host/app/installation-repositories.series.test.ts': 'lists of thousands of repositories',
  'console/test/browser/session/sign-in.test.ts': 'pages in a browser',
};

/** Folders whose files take long in the series, each with its reason. */
const LONG_FOLDERS: Readonly<Record<string, string>> = {
  'console/test/browser/': 'pages in a browser',
  'server/test/program/killed/': 'kills instances, over and over',
  'server/test/program/': 'starts the program for each test',
  'server/test/operate/doctor/': 'starts the command for each fault',
  'server/test/scripts/': 'starts each script',
  'server/test/hostile/': 'attacks as large, as slow or as many as they may be',
  'server/test/features/organization-files/': 'whole plans of random or large organizations',

  'server/test/jobs/': 'whole jobs through the job worker',
  'server/test/features/people/': 'lists of large organizations',
  'server/test/features/graphql-proxy/': 'every allowed query, and documents that are none',
  'server/test/database/': 'on both databases',
  'server/test/code-host/': 'each call with each fault',
  'server/test/features/installations/cache/': 'lists of thousands of repositories',
  'server/test/lib/concurrency/': 'every order of events',
  'server/test/observability/': 'services of its own for each test',
  'server/test/operate/config/': 'starts the program for each test',
  'organization-files/test/': 'files as large as they may be',
  'cli/test/': 'starts the command line for each step',
};

/** Null for a file that is not expected to take more than a hundredth of the run's file time. */
export function reasonToBeLong(file: string): string | null {
  const folders = FULL_LENGTH ? Object.entries(LONG_FOLDERS) : [];
  return LONG_FILES[file] ?? folders.find(([folder]) => file.startsWith(folder))?.[1] ?? null;
}
