import type { Fault } from './fault.ts';
import { serverFor } from './other-servers.ts';

/** What is wrong with the settings. */
export const OF_THE_SETTINGS: readonly Fault[] = [
  {
    name: 'a setting that is missing',
    plant: () => ({ CODE_HOST_CLIENT_SECRET: undefined }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_CLIENT_SECRET is missing/,
    next: /--help/,
  },
  {
    name: 'two settings that cannot be used',
    plant: () => ({ RATE_LIMIT: 'plenty', METRICS_PORT: 'yes' }),
    check: 'settings',
    standing: 'failure',
    fact: /^(RATE_LIMIT|METRICS_PORT) must be/,
    next: /--help/,
    lines: 2,
  },
  {
    name: 'a setting that is misspelled',
    plant: ({ simulator }) => ({ CODE_HOST_APP_SLUG: undefined, CODE_HOST_APP_SLAG: simulator.app.slug }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_APP_SLAG .*CODE_HOST_APP_SLUG/,
    next: /--help/,
  },
  {
    name: 'a secret with quotes around it',
    plant: ({ simulator }) => {
      const secret = `"${simulator.app.webhookSecret}"`;
      return { CODE_HOST_WEBHOOK_SECRET: secret };
    },
    check: 'settings',
    standing: 'warning',
    fact: /CODE_HOST_WEBHOOK_SECRET has quotes around its value/,
    next: /if that is not what is meant/,
  },
  {
    name: 'a key that is none',
    plant: () => ({ CODE_HOST_APP_PRIVATE_KEY: 'no key at all' }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_APP_PRIVATE_KEY must be an RSA private key/,
    next: /--help/,
  },
  {
    name: 'no setting of a code host at all',
    plant: ({ env }) =>
      Object.fromEntries(Object.keys(env).flatMap((key) => (key.startsWith('CODE_HOST_') ? [[key, undefined]] : []))),
    check: 'settings',
    standing: 'failure',
    fact: /No code host is configured/,
    next: /--help/,
  },
  {
    name: 'something else at BASE_URL',
    options: async () => ({ baseUrl: await serverFor((_request, response) => response.end('Welcome to nginx!')) }),
    check: 'base-url',
    standing: 'warning',
    fact: /is not orgdesk/,
    next: /healthz/,
  },
];
