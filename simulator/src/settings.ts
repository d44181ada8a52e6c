import type { SimulatorOptions } from './simulator.ts';

export const HELP = `orgdesk code-host simulator: behaves like the real platform, for development, tests and demos.

Usage: node simulator/src/main.ts [--help]

Settings, all by environment, all optional:
  SIMULATOR_PORT               port to listen on (3001; 0 for any)
  SIMULATOR_HOST               address to listen on (127.0.0.1)
  SIMULATOR_KIND               cloud (default), ghe.com or enterprise-server
  SIMULATOR_APP                none: no App is registered yet, and people register one on its pages
  SIMULATOR_APP_ID             number of the registered App
  SIMULATOR_APP_SLUG           its slug
  SIMULATOR_CLIENT_ID          its OAuth client ID
  SIMULATOR_CLIENT_SECRET      its OAuth client secret
  SIMULATOR_APP_PUBLIC_KEY     PEM (SPKI) that checks App JWTs; without it, no App JWT is good
  SIMULATOR_WEBHOOK_SECRET     its webhook secret
  SIMULATOR_CALLBACK_URL       its callback URL (http://localhost:3000/api/auth)
  SIMULATOR_SETUP_URL          its setup URL (/api/install/callback beside the callback URL)
  SIMULATOR_WEBHOOK_URL        its webhook URL (/api/install/webhook beside the callback URL)
  SIMULATOR_EXIT_WITH_PARENT   1: stop when the parent process goes away

When ready, one line of JSON goes to standard output: ready, url, apiUrl, people.
`;

/** Problems never contain values, which may be secrets. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly options: SimulatorOptions; readonly exitWithParent: boolean } | { readonly problems: readonly string[] } {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const problems: string[] = [];

  const port = text('SIMULATOR_PORT') ?? '3001';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) problems.push('SIMULATOR_PORT must be a port number');
  const kind = text('SIMULATOR_KIND') ?? 'cloud';
  const isKind = kind === 'cloud' || kind === 'ghe.com' || kind === 'enterprise-server';
  if (!isKind) problems.push('SIMULATOR_KIND must be cloud, ghe.com or enterprise-server');
  const id = text('SIMULATOR_APP_ID');
  if (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)) problems.push('SIMULATOR_APP_ID must be a number');
  // Many tools escape line breaks in environment variables.
  const publicKeyPem = text('SIMULATOR_APP_PUBLIC_KEY')?.replaceAll('\\n', '\n');
  if (publicKeyPem !== undefined && !publicKeyPem.includes('BEGIN PUBLIC KEY')) {
    problems.push('SIMULATOR_APP_PUBLIC_KEY must be a public key in PEM');
  }
  if (!['none', undefined].includes(text('SIMULATOR_APP'))) problems.push('SIMULATOR_APP must be none or not set');
  if (problems.length > 0 || !isKind) return { problems };

  const callbackUrl = text('SIMULATOR_CALLBACK_URL') ?? 'http://localhost:3000/api/auth';
  const beside = (path: string) => (URL.canParse(callbackUrl) ? new URL(path, callbackUrl).href : undefined);
  const appSettings = {
    id: id === undefined ? undefined : Number(id),
    slug: text('SIMULATOR_APP_SLUG'),
    clientId: text('SIMULATOR_CLIENT_ID'),
    clientSecret: text('SIMULATOR_CLIENT_SECRET'),
    publicKeyPem,
    webhookSecret: text('SIMULATOR_WEBHOOK_SECRET'),
    callbackUrls: [callbackUrl],
    setupUrl: text('SIMULATOR_SETUP_URL') ?? beside('/api/install/callback'),
    webhookUrl: text('SIMULATOR_WEBHOOK_URL') ?? beside('/api/install/webhook'),
  };
  const isNone = text('SIMULATOR_APP') === 'none';
  const app: SimulatorOptions['app'] = Object.fromEntries(
    Object.entries(appSettings).filter(([, value]) => value !== undefined),
  );
  return {
    options: { port: Number(port), host: text('SIMULATOR_HOST') ?? '127.0.0.1', kind, app: isNone ? null : app },
    exitWithParent: text('SIMULATOR_EXIT_WITH_PARENT') === '1',
  };
}
