import { parseEnv } from 'node:util';
import { envFileText } from '../../config/env-file.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Credentials } from './credentials.ts';
import type { SetupPlan } from './plan.ts';

/** `shown` replaces a secret value. */
interface SettingLine {
  readonly name: string;
  readonly value: string;
  readonly shown?: string;
}

export interface MadeSecrets {
  readonly session: string;
  readonly token: string;
  /** Used if the App has no webhook yet. */
  readonly webhook: string;
}

function groups(
  plan: SetupPlan,
  app: Credentials,
  made: MadeSecrets,
): readonly (readonly [string, readonly SettingLine[]])[] {
  const secret = (name: string, value: string): SettingLine => ({
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

/** Base64 on one line is read alike by shells, systemd and container engines. */
const keyOf = ({ pem }: Credentials): string => Buffer.from(pem).toString('base64');

/** Checks whether the file contains all that the code host sends only once. */
export function holdsApp(text: string, app: Credentials): boolean {
  const written = parseEnv(text);
  return (
    written.CODE_HOST_APP_ID === app.id &&
    written.CODE_HOST_CLIENT_SECRET === app.clientSecret &&
    written.CODE_HOST_APP_PRIVATE_KEY === keyOf(app) &&
    (app.webhookSecret === null || written.CODE_HOST_WEBHOOK_SECRET === app.webhookSecret)
  );
}

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
