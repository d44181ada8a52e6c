import { resolve } from 'node:path';
import { type ConversionRefusal, NO_REST_API } from '../../adapters/code-host/app/convert-manifest.ts';
import { ENV_FILE } from '../../config/env-file.ts';
import { appSettingsPage } from '../../domain/app/app-manifest.ts';
import { registeredAddresses } from '../../domain/app/app-registration.ts';
import type { Credentials } from './credentials.ts';
import type { SetupPlan } from './plan.ts';

const AGAIN = 'Nothing is lost: run the same command again, and it goes on from here.';

export const fileIsThere = (path: string): readonly string[] => [
  `${path} is there already, and no file is ever overwritten. Nothing was registered.`,
  `Next: check those settings with \`npx orgdesk doctor --env-file ${path}\`, name another file with --env-file, or move this one away.`,
];

export const fileAndSetupAreThere = (path: string, savedPath: string): readonly string[] => [
  `${path} is there already, and no file is ever overwritten. Beside it, ${savedPath} keeps a setup that is not finished, perhaps with the key and the secrets of an App.`,
  `Next: to finish that setup, move ${path} away and run the same command again. To give it up, delete its App on the code host and remove ${savedPath}.`,
];

/** Shown because another person on this machine may have registered it. */
export const whoseApp = ({ name, owner, page }: Credentials): readonly string[] => [
  '',
  `${name} is registered.`,
  `  Owner    ${owner ?? 'not told'}`,
  `  Address  ${page ?? 'not told'}`,
];

export const savedSetupIsUnusable = (savedPath: string, problem: 'not-a-setup' | 'foreign'): readonly string[] =>
  problem === 'foreign'
    ? [
        `${savedPath} belongs to another user, or others may write to it: it may name an App that is not yours. Nothing was registered.`,
        'Next: look into it, and move it away or name another --env-file.',
      ]
    : [
        `${savedPath} is no setup that was begun here.`,
        'Next: look into it, and move it away or name another --env-file.',
      ];

export function ownedByAnother(plan: SetupPlan, { name, owner }: Credentials, savedPath: string): readonly string[] {
  const expectedOwner = plan.organization === null ? 'your own account' : plan.organization;
  return [
    `${name} belongs to ${owner ?? 'an owner that the code host does not name'}, and not to ${expectedOwner}: no settings are written.`,
    `Next: whoever registered it came in between. Remove ${savedPath}, delete the App if it is yours, and run the command again.`,
  ];
}

export function notReached(plan: SetupPlan, problem: string): readonly string[] {
  const host = new URL(plan.codeHostUrl).host;
  if (problem.startsWith(NO_REST_API)) {
    const where = plan.codeHostApiUrl ?? `the address that follows from ${plan.codeHostUrl}`;
    return [
      `There is no REST API of ${host} at ${where} (${problem.slice(NO_REST_API.length).trim()}).`,
      plan.codeHostApiUrl === null
        ? 'Next: check --code-host-url: it is the address of the web pages. If the API is elsewhere, name it with --code-host-api-url.'
        : 'Next: check --code-host-api-url: on an Enterprise Server it is https://HOST/api/v3. Without it, it follows from --code-host-url.',
    ];
  }
  return [`${host} cannot be reached: ${problem}.`, `Next: ${adviceOn(problem)}`];
}

function adviceOn(problem: string): string {
  if (problem.includes('certificate not trusted')) {
    return 'put the certificate of the authority that signed it into a file and run again with NODE_EXTRA_CA_CERTS=FILE in front. The service needs the same.';
  }
  if (problem.includes('certificate'))
    return 'have the certificate of the code host mended, or use the name it is for.';
  if (problem.includes('host name'))
    return 'check --code-host-url for a misspelling, and the name servers of this machine.';
  return 'check --code-host-url, the network and, where there is a proxy, NODE_USE_ENV_PROXY=1 with HTTPS_PROXY; then run again.';
}

export function notConverted(plan: SetupPlan, refusal: ConversionRefusal, savedPath: string): readonly string[] {
  const host = new URL(plan.codeHostUrl).host;
  const apps = appSettingsPage(new URL(plan.codeHostUrl), plan.organization, null).href;
  if (refusal.kind === 'unreachable')
    return [...notReached(plan, refusal.message), `${AGAIN} The code is good for an hour.`];
  if (refusal.kind === 'code-not-good') {
    return [
      `${host} does not know the code, or not any more: it is good once, and for an hour.${plan.codeHostApiUrl === null ? '' : ` Or ${plan.codeHostApiUrl}, which --code-host-api-url names, is the API of another code host.`}`,
      `Next: delete the App that may have been made at ${apps}, remove ${savedPath}, and run the command again.`,
    ];
  }
  const reason = refusal.message === '' ? '' : `: ${refusal.message}`;
  return [
    `${host} did not hand out the credentials (${refusal.status}${reason}).`,
    refusal.status === 403 || refusal.status === 429
      ? `Next: wait some minutes. ${AGAIN}`
      : `Next: look at the App at ${apps}. ${AGAIN} To begin anew, delete the App there and remove ${savedPath}.`,
  ];
}

export const notUnderstood = (field: string, plan: SetupPlan, savedPath: string): readonly string[] => [
  `${new URL(plan.codeHostUrl).host} answered, but its ${field} is nothing that orgdesk can use. What it said is kept in ${savedPath}.`,
  `Next: compare with the App at ${appSettingsPage(new URL(plan.codeHostUrl), plan.organization, null).href}; to begin anew, delete it there and remove that file.`,
];

function fromOrgdesk(base: URL, { organization }: Credentials): readonly string[] {
  if (organization === null) return [];
  const start = new URL('/api/install/start', base);
  start.searchParams.set('returnTo', `/organizations/${organization.login}/invitations/invite`);
  start.searchParams.set('targetId', String(organization.id));
  return [`     or, once it runs, sign in, install it on ${organization.login} and invite:`, `     ${start.href}`];
}

export function whatIsLeft(plan: SetupPlan, app: Credentials, envFile: string): readonly string[] {
  const base = new URL(plan.baseUrl);
  const webUrl = new URL(plan.codeHostUrl);
  const named = envFile === resolve(ENV_FILE) ? '' : ` --env-file ${envFile}`;
  const settings = appSettingsPage(webUrl, app.organization?.login ?? null, app.slug).href;
  const install = app.page === null ? `from its page, which ${settings} links to` : `${app.page}/installations/new`;
  const webhook =
    app.webhookSecret !== null
      ? []
      : [
          '',
          `The App has no webhook${base.protocol === 'http:' ? `, because the code host cannot reach ${base.host}` : ''}: orgdesk sees changes some minutes late.`,
          `To add it, open ${settings}, tick Active, and fill in`,
          `  Webhook URL     ${registeredAddresses(base).webhook.href}`,
          `  Webhook secret  the value of CODE_HOST_WEBHOOK_SECRET in ${envFile}`,
        ];
  return [
    '',
    'What is left to do:',
    `  1. Check        npx orgdesk doctor${named}`,
    `  2. Start        npx orgdesk serve${named}`,
    `  3. Install it   ${install}`,
    ...fromOrgdesk(base, app),
    ...webhook,
    '',
    'Tokens of people must expire. That is so for a new App, and cannot be set from here; doctor tells when it is not:',
    `  ${settings} › Optional features › User-to-server token expiration`,
  ];
}
