import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Permissions } from '../world/records.ts';

/** A new registration overwrites this one object. */
export interface AppRegistration {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Null: the platform's front page. */
  readonly homepageUrl: string | null;
  readonly createdAt: string;
  readonly owner: { readonly login: string; readonly type: 'Organization' | 'User' };
  readonly clientId: string;
  readonly clientSecret: string;
  /** SPKI PEM; verifies App JWTs. */
  readonly publicKeyPem: string;
  /** PKCS#8 PEM; null when unknown. */
  readonly privateKeyPem: string | null;
  readonly webhookSecret: string | null;
  /** Up to ten; the first is the default. Loopback addresses match any port. */
  readonly callbackUrls: readonly string[];
  /** Subdomains and deeper paths match too. */
  readonly wildcardCallbacks: boolean;
  /** Null stays on the platform. */
  readonly setupUrl: string | null;
  /** Saving the settings redirects there too. */
  readonly setupOnUpdate: boolean;
  readonly webhookUrl: string | null;
  /** Redirects to the first callback URL instead of the setup URL. */
  readonly oauthOnInstall: boolean;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly isPublic: boolean;
  readonly suspended: boolean;
}

const DEFAULTS = {
  id: 7,
  slug: 'orgdesk-dev',
  name: 'orgdesk (development)',
  description: '',
  homepageUrl: null,
  createdAt: '2026-01-01T00:00:00Z',
  owner: { login: 'orgdesk', type: 'Organization' },
  clientId: 'Iv23simulatedclient1',
  clientSecret: 'simulated-client-secret-0123456789abcdef',
  webhookSecret: 'simulated-webhook-secret',
  callbackUrls: ['http://127.0.0.1/api/auth'],
  wildcardCallbacks: false,
  setupUrl: null,
  setupOnUpdate: true,
  webhookUrl: null,
  oauthOnInstall: false,
  permissions: {
    members: 'write',
    metadata: 'read',
    contents: 'read',
    issues: 'read',
    pull_requests: 'read',
    administration: 'read',
  },
  events: ['organization', 'membership', 'member', 'team', 'repository'],
  isPublic: true,
  suspended: false,
} as const satisfies Omit<AppRegistration, 'publicKeyPem' | 'privateKeyPem'>;

/** Placeholder without an App, with unguessable names. */
const unregistered = () => ({
  id: 0,
  slug: randomUUID(),
  name: 'No App',
  clientId: randomUUID(),
  clientSecret: randomUUID(),
  callbackUrls: [],
  permissions: {},
  events: [],
});

/** Without a public key, one key pair serves the process. */
export async function registerApp(overrides: Partial<AppRegistration> | null): Promise<AppRegistration> {
  if (overrides?.publicKeyPem !== undefined) {
    return { ...DEFAULTS, privateKeyPem: null, ...overrides, publicKeyPem: overrides.publicKeyPem };
  }
  const { publicKey, privateKey } = await processKeyPair();
  return { ...DEFAULTS, ...(overrides ?? unregistered()), publicKeyPem: publicKey, privateKeyPem: privateKey };
}

let keyPair: Promise<{ publicKey: string; privateKey: string }> | null = null;

// Generating an RSA key is slow, and tests start many simulators.
function processKeyPair() {
  keyPair ??= promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return keyPair;
}
