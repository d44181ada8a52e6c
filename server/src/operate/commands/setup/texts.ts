import { resolve } from 'node:path';
import { type ConversionRefusal, NO_REST_API } from '../../../code-host/app/registered-app.ts';
import { registeredAddresses } from '../../../domain/installation.ts';
import { ENV_FILE } from '../../config/env-file.ts';
import type { Credentials } from './credentials.ts';
import { appSettingsPage, type SetupPlan } from './plan.ts';

const AGAIN = 'Your progress is saved. Run the same command again to continue.';

export const fileIsThere = (path: string): readonly string[] => [
  `${path} already exists, and setup never overwrites a file. No App was registered.`,
  `Next: check those settings with \`npx orgdesk doctor --env-file ${path}\`, use another file with --env-file, or move this one.`,
];

export const fileAndSetupAreThere = (path: string, savedPath: string): readonly string[] => [
  `${path} already exists, and setup never overwrites a file. ${savedPath} contains an unfinished setup, possibly with an App's key and secrets.`,
  `Next: to finish that setup, move ${path} and run the same command again. To discard it, delete its App on the code host and remove ${savedPath}.`,
];

/** Another person on this machine may have registered it. */
export const whoseApp = ({ name, owner, page }: Credentials): readonly string[] => [
  '',
  `${name} is registered.`,
  `  Owner    ${owner ?? 'unknown'}`,
  `  Address  ${page ?? 'unknown'}`,
];

export const savedSetupIsUnusable = (savedPath: string, problem: 'not-a-setup' | 'foreign'): readonly string[] =>
  problem === 'foreign'
    ? [
        `${savedPath} is owned or writable by another user, so it may refer to an App that is not yours. No App was registered.`,
        'Next: check the file, then move it or use another --env-file.',
      ]
    : [`${savedPath} is not a saved setup.`, 'Next: check the file, then move it or use another --env-file.'];

export function ownedByAnother(plan: SetupPlan, { name, owner }: Credentials, savedPath: string): readonly string[] {
  const expectedOwner = plan.organization === null ? 'your own account' : plan.organization;
  return [
    `${name} belongs to ${owner ?? 'an unknown owner'}, not to ${expectedOwner}. No settings were written.`,
    `Next: someone else registered this App. Remove ${savedPath}, delete the App if it is yours, and run the command again.`,
  ];
}

export function notReached(plan: SetupPlan, problem: string): readonly string[] {
  const host = new URL(plan.codeHostUrl).host;
  if (problem.startsWith(NO_REST_API)) {
    const where = plan.codeHostApiUrl ?? `the URL derived from ${plan.codeHostUrl}`;
    return [
      `No REST API of ${host} at ${where} (${problem.slice(NO_REST_API.length).trim()}).`,
      plan.codeHostApiUrl === null
        ? "Next: check that --code-host-url is the code host's web URL. If the API is at another URL, set --code-host-api-url."
        : 'Next: check --code-host-api-url. On Enterprise Server it is https://HOST/api/v3. If unset, it is derived from --code-host-url.',
    ];
  }
  return [`${host} is unreachable: ${problem}.`, `Next: ${adviceOn(problem)}`];
}

function adviceOn(problem: string): string {
  if (problem.includes('certificate not trusted')) {
    return "save the certificate authority's certificate to a file and run NODE_EXTRA_CA_CERTS=FILE npx orgdesk setup again. The service needs the same variable.";
  }
  if (problem.includes('certificate'))
    return "ask the code host's operator to fix the certificate, or use a host name that it covers.";
  if (problem.includes('host name')) return "check --code-host-url for typos, and this machine's DNS settings.";
  return 'check --code-host-url and the network. If you need a proxy, set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY. Then retry.';
}

export function notConverted(plan: SetupPlan, refusal: ConversionRefusal, savedPath: string): readonly string[] {
  const host = new URL(plan.codeHostUrl).host;
  const apps = appSettingsPage(new URL(plan.codeHostUrl), plan.organization, null).href;
  if (refusal.kind === 'unreachable')
    return [...notReached(plan, refusal.message), `${AGAIN} The code expires after one hour.`];
  if (refusal.kind === 'code-not-good') {
    return [
      `${host} rejected the code. A code works once and expires after one hour.${plan.codeHostApiUrl === null ? '' : ` Or ${plan.codeHostApiUrl} in --code-host-api-url belongs to another code host.`}`,
      `Next: if an App was created at ${apps}, delete it, remove ${savedPath}, and run the command again.`,
    ];
  }
  const reason = refusal.message === '' ? '' : `: ${refusal.message}`;
  return [
    `${host} did not return the App's credentials (${refusal.status}${reason}).`,
    refusal.status === 403 || refusal.status === 429
      ? `Next: wait a few minutes. ${AGAIN}`
      : `Next: check the App at ${apps}. ${AGAIN} To start over, delete the App there and remove ${savedPath}.`,
  ];
}

export const notUnderstood = (field: string, plan: SetupPlan, savedPath: string): readonly string[] => [
  `${new URL(plan.codeHostUrl).host} returned an invalid ${field}. Its response is saved in ${savedPath}.`,
  `Next: compare it with the App at ${appSettingsPage(new URL(plan.codeHostUrl), plan.organization, null).href}. To start over, delete the App there and remove that file.`,
];

function fromOrgdesk(base: URL, { organization }: Credentials): readonly string[] {
  if (organization === null) return [];
  const start = new URL('/api/install/start', base);
  start.searchParams.set('returnTo', `/organizations/${organization.login}/invitations/invite`);
  start.searchParams.set('targetId', String(organization.id));
  return [
    `     or, once orgdesk is running, sign in, install the App on ${organization.login} and invite people:`,
    `     ${start.href}`,
  ];
}

export function whatIsLeft(plan: SetupPlan, app: Credentials, envFile: string): readonly string[] {
  const base = new URL(plan.baseUrl);
  const webUrl = new URL(plan.codeHostUrl);
  const named = envFile === resolve(ENV_FILE) ? '' : ` --env-file ${envFile}`;
  const settings = appSettingsPage(webUrl, app.organization?.login ?? null, app.slug).href;
  const install = app.page === null ? `from its public page, linked at ${settings}` : `${app.page}/installations/new`;
  const webhook =
    app.webhookSecret !== null
      ? []
      : [
          '',
          `The App has no webhook${base.protocol === 'http:' ? `, because the code host cannot reach ${base.host}` : ''}, so orgdesk sees changes a few minutes late.`,
          `To add one, open ${settings}, select Active, and enter`,
          `  Webhook URL     ${registeredAddresses(base).webhook.href}`,
          `  Webhook secret  the value of CODE_HOST_WEBHOOK_SECRET in ${envFile}`,
        ];
  return [
    '',
    'Next steps:',
    `  1. Check        npx orgdesk doctor${named}`,
    `  2. Start        npx orgdesk serve${named}`,
    `  3. Install it   ${install}`,
    ...fromOrgdesk(base, app),
    ...webhook,
    '',
    'User access tokens must expire. This is the default for a new App; if it is off, doctor warns. To change it:',
    `  ${settings} › Optional features › User-to-server token expiration`,
  ];
}
