/**
 * Test files that take more than a hundredth of the run's file time, each with its reason; they start first, in this
 * order.
 */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'server/test/openapi/answers.test.ts': 'every documented answer of every endpoint',
  'server/test/http/kept-answers/kept-answers.test.ts': 'every change that ends a kept answer',
  'server/test/capabilities/jobs/access-exports/export.test.ts': 'whole exports through the job worker',
  'server/test/capabilities/jobs/runs/runs.test.ts': 'whole runs in several organizations through the job worker',
  'server/test/program/start/start.series.test.ts': 'starts the program for each test',
  'server/test/capabilities/invitations/outcomes.test.ts': '86 outcomes of invitations, through the service',
  'server/test/capabilities/installations/install-flow.test.ts': 'whole installations, each from sign-in on',
  'server/test/hostile/people/who-may-what.test.ts': 'every endpoint about people as every kind of caller',
  'server/test/hostile/sign-in/redirects.test.ts': 'hundreds of hostile addresses to return to, each through a sign-in',
  'server/test/program/commands/verify-heads-command.series.test.ts': 'starts the command for each test',
  'server/test/config/env-file.series.test.ts': 'starts the program with several files of settings',
  'server/test/capabilities/people-changes/previews.test.ts': 'previews of whole changes, through the service',
  'server/test/shared/audit-trail/entries-by-contract.test.ts':
    'every endpoint that changes something, with its entries',
  'server/test/capabilities/organizations/file/complex-files.series.test.ts': 'files as large as they may be',
  'server/test/capabilities/organizations/file/faulty-steps.test.ts':
    'whole plans, each with a fault in one of their calls',
  'server/test/observability/metrics.test.ts': 'services of its own, each with metrics of its own',
  'server/test/capabilities/graphql-proxy/operations.test.ts': 'every allowed query',
  'server/test/hostile/requests/unread-answers.series.test.ts': 'clients that read slowly, in real sockets',
  'server/test/hostile/requests/refused-bodies.series.test.ts': 'many bodies as large as they may be',
  'server/test/capabilities/people/dismissed-findings.test.ts': 'reviews of organizations, through the service',
  'cli/test/jobs.series.test.ts': 'starts the command line for each step',
  'cli/test/output.series.test.ts': 'starts the command line for each form of output',
  'cli/test/file-check.series.test.ts': 'starts the command line for each file',
  'cli/test/file-apply.series.test.ts': 'starts the command line for each step',
  'cli/test/file-offline.test.ts': 'starts the command line for each file',
  'organization-files/test/peribolos/hostile.series.test.ts': 'files as large as aliases make them, and random ones',
  'organization-files/test/in-thread.series.test.ts': 'files as large as they may be',
  'cli/test/signed-out.test.ts': 'starts the command line for each command',
  'console/test/browser/session/session.series.test.ts': 'pages in a browser',
  'console/test/browser/invitations/invite-preview.series.test.ts': 'pages in a browser',
  'console/test/browser/organization/organization.series.test.ts': 'pages in a browser',
  'console/test/browser/organization/organization-keyboard.series.test.ts': 'pages in a browser',
  'console/test/browser/every-page/presentation.series.test.ts': 'every page in a browser',
  'server/test/adapters/storage-sql/audit-trail/consistency-proofs.test.ts':
    'proofs between all sizes of an audit log, on both databases',
  'server/test/adapters/code-host/app/installation-repositories.series.test.ts': 'lists of thousands of repositories',
  'console/test/browser/session/sign-in.test.ts': 'pages in a browser',
  'console/test/browser/invitations/invite.test.ts': 'pages in a browser',
};
