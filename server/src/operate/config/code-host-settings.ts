import { ok, refuse } from '../../lib/result.ts';
import {
  A_CLIENT_ID,
  A_CLIENT_SECRET,
  A_PRIVATE_KEY,
  A_WEB_ADDRESS,
  AN_API_ADDRESS,
  AN_APP_ID,
  AN_APP_SLUG,
} from './code-host-kinds.ts';
import { A_MADE_UP_TEXT } from './general-kinds.ts';
import { type SettingValues, setting } from './settings.ts';

/** Specification and decision N5. */
export const CODE_HOST_SETTINGS = {
  webUrl: setting({
    name: 'CODE_HOST_URL',
    aliases: ['GHE_HOST'],
    fromAlias: (host) =>
      /[/@?#]/.test(host) ? refuse('must be a host name only, without https:// or a path') : ok(`https://${host}`),
    group: 'The code host',
    kind: A_WEB_ADDRESS,
    otherwise: () => new URL('https://github.com'),
    default: '`https://github.com`',
    meaning: 'Web URL of the code host: scheme and host, no path. `GHE_HOST` is the host name only.',
    example: 'https://ghe.example.com',
    page: 'docs/operations/register-the-app.md#addresses-of-the-code-host',
  }),
  /** Null derives it from `webUrl`. */
  apiUrl: setting({
    name: 'CODE_HOST_API_URL',
    group: 'The code host',
    kind: AN_API_ADDRESS,
    otherwise: () => null,
    default: 'from `CODE_HOST_URL`',
    meaning: 'URL of its REST API.',
    example: 'https://ghe.example.com/api/v3',
    page: 'docs/operations/register-the-app.md#addresses-of-the-code-host',
  }),
  appId: setting({
    name: 'CODE_HOST_APP_ID',
    aliases: ['APP_ID'],
    group: 'The code host',
    kind: AN_APP_ID,
    otherwise: () => '',
    required: true,
    meaning: 'ID of the registered App.',
    example: '123456',
    page: 'docs/operations/register-the-app.md',
  }),
  appSlug: setting({
    name: 'CODE_HOST_APP_SLUG',
    group: 'The code host',
    kind: AN_APP_SLUG,
    otherwise: () => '',
    required: true,
    meaning: "Slug at the end of the App's URL: letters, digits, dashes.",
    example: 'acme-orgdesk',
  }),
  /** In PEM format. */
  appPrivateKey: setting({
    name: 'CODE_HOST_APP_PRIVATE_KEY',
    aliases: ['PRIVATE_KEY'],
    fileAliases: ['PRIVATE_KEY_PATH'],
    group: 'The code host',
    kind: A_PRIVATE_KEY,
    otherwise: () => '',
    required: true,
    meaning: 'RSA private key of the App: PEM, PEM with `\\n` for line breaks, or base64 of a PEM.',
    secret: true,
  }),
  clientId: setting({
    name: 'CODE_HOST_CLIENT_ID',
    aliases: ['GITHUB_CLIENT_ID'],
    group: 'The code host',
    kind: A_CLIENT_ID,
    otherwise: () => '',
    required: true,
    meaning: 'OAuth client ID of the App itself, not of a separate OAuth app.',
    example: 'Iv23liExample',
  }),
  clientSecret: setting({
    name: 'CODE_HOST_CLIENT_SECRET',
    aliases: ['GITHUB_CLIENT_SECRET'],
    group: 'The code host',
    kind: A_CLIENT_SECRET,
    otherwise: () => '',
    required: true,
    meaning: 'OAuth client secret of the App.',
    secret: true,
  }),
  /** Null accepts every webhook unverified (decision I10). */
  webhookSecret: setting({
    name: 'CODE_HOST_WEBHOOK_SECRET',
    aliases: ['WEBHOOK_SECRET'],
    group: 'The code host',
    kind: A_MADE_UP_TEXT,
    otherwise: () => null,
    default: 'none: webhooks are accepted without verification',
    meaning: "Secret of the App's webhook. Must be the same on all instances.",
    page: 'SECURITY.md#without-a-webhook-secret',
    secret: true,
  }),
};

export type CodeHostSettings = SettingValues<typeof CODE_HOST_SETTINGS>;
