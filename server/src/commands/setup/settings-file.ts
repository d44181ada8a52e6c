import { parseEnv } from 'node:util';
import { envFileText } from '../../config/env-file.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Credentials } from './credentials.ts';
import type { SetupPlan } from './plan.ts';

/** One setting as it is written; `shown` takes the place of a value that nobody is to see. */
interface Line {
  readonly name: string;
  readonly value: string;
  readonly shown?: string;
}

/** What is new in every set of settings. */
export interface MadeSecrets {
  readonly session: string;
  readonly token: string;
  /** For an App that has no webhook yet. */
  readonly webhook: string;
}

/** The settings of a service with this App, in groups with a heading. */
function groups(plan: SetupPlan, app: Credentials, made: MadeSecrets): readonly (readonly [string, readonly Line[]])[] {
  const secret = (name: string, value: string): Line => ({
    name,
    value,
    shown: `(${value.length} characters, hidden)`,
  });
  const api = plan.codeHostApiUrl === null ? [] : [{ name: 'CODE_HOST_API_URL', value: plan.codeHostApiUrl }];
  return [
    [
      'The service',
      [
        { name: 'BASE_URL', value: plan.baseUrl },
        { name: 'PORT', value: plan.port },
        {
          name: 'DATABASE_URL',
          value: plan.databaseUrl,
          shown: plan.databaseUrl.replace(/(?<=:\/\/[^@]*:)[^@]*(?=@)/, '…'),
        },
      ],
    ],
    [
      'Made here. Who loses TOKEN_SECRET signs everybody out',
      [secret('SESSION_SECRET', made.session), secret('TOKEN_SECRET', made.token)],
    ],
    [
      `The App ${app.name} on the code host`,
      [
        { name: 'CODE_HOST_URL', value: plan.codeHostUrl },
        ...api,
        { name: 'CODE_HOST_APP_ID', value: app.id },
        { name: 'CODE_HOST_APP_SLUG', value: app.slug },
        { name: 'CODE_HOST_CLIENT_ID', value: app.clientId },
        secret('CODE_HOST_CLIENT_SECRET', app.clientSecret),
        secret('CODE_HOST_WEBHOOK_SECRET', app.webhookSecret ?? made.webhook),
        secret('CODE_HOST_APP_PRIVATE_KEY', keyOf(app)),
      ],
    ],
  ];
}

/** One line without a backslash is read alike by shells, systemd and container engines. */
const keyOf = ({ pem }: Credentials): string => Buffer.from(pem).toString('base64');

/** Whether the text of a file has all that the code host told once of an App. */
export function holdsApp(text: string, app: Credentials): boolean {
  const written = parseEnv(text);
  return (
    written.CODE_HOST_APP_ID === app.id &&
    written.CODE_HOST_CLIENT_SECRET === app.clientSecret &&
    written.CODE_HOST_APP_PRIVATE_KEY === keyOf(app) &&
    (app.webhookSecret === null || written.CODE_HOST_WEBHOOK_SECRET === app.webhookSecret)
  );
}

/** The text of the file, what of it may be shown, and whether the service would take it. */
export function settingsFile(plan: SetupPlan, app: Credentials, made: MadeSecrets) {
  const all = groups(plan, app, made);
  const written = all.map(
    ([heading, lines]) =>
      `# ${heading}\n${envFileText(Object.fromEntries(lines.map(({ name, value }) => [name, value])))}`,
  );
  const shown = all.flatMap(([, lines]) => lines.map(({ name, value, shown: mask = value }) => `${name}=${mask}`));
  const config = readConfig(
    Object.fromEntries(all.flatMap(([, lines]) => lines.map(({ name, value }) => [name, value] as const))),
  );
  return { text: written.join('\n'), shown, problems: config.ok ? [] : config.refusal };
}
