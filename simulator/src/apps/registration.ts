import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Permissions } from '../world/records.ts';

/**
 * The App as its owner registered it on the platform, secrets included. A simulator has one, in one object: another that
 * is registered on its pages takes its place there.
 */
export interface AppRegistration {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Null: the front page of the platform. */
  readonly homepageUrl: string | null;
  readonly createdAt: string;
  /** Who registered it: the address of its pages and of its settings depends on this. */
  readonly owner: { readonly login: string; readonly type: 'Organization' | 'User' };
  readonly clientId: string;
  readonly clientSecret: string;
  /** SPKI, PEM. Checks App JWTs. */
  readonly publicKeyPem: string;
  /** PKCS#8, PEM; null when only the public half was given. */
  readonly privateKeyPem: string | null;
  readonly webhookSecret: string | null;
  /** Up to ten; the first one is the default. Loopback addresses match on any port. */
  readonly callbackUrls: readonly string[];
  /** Also accept subdomains and deeper paths of a callback URL. */
  readonly wildcardCallbacks: boolean;
  /** Where people land after installing; without it they stay on the platform. */
  readonly setupUrl: string | null;
  /** "Redirect on update": saving the settings of an installation leads to the setup URL too. */
  readonly setupOnUpdate: boolean;
  /** Without it, no events are sent. */
  readonly webhookUrl: string | null;
  /** "Request user authorization during installation": the first callback URL takes the place of the setup URL. */
  readonly oauthOnInstall: boolean;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  /** Others than the account that owns the App may install it. */
  readonly isPublic: boolean;
  /** A suspended App cannot be authorized. */
  readonly suspended: boolean;
}

/** The usual App; used where a registration says nothing else. */
const USUAL = {
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

/** What stands in the place of an App while none is registered: nobody knows its names. */
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

/**
 * Completes a registration; null stands for none yet. Makes a key pair when no public key is given, one for the whole
 * process.
 */
export async function registerApp(given: Partial<AppRegistration> | null): Promise<AppRegistration> {
  if (given?.publicKeyPem !== undefined) {
    return { ...USUAL, privateKeyPem: null, ...given, publicKeyPem: given.publicKeyPem };
  }
  const { publicKey, privateKey } = await processKeyPair();
  return { ...USUAL, ...(given ?? unregistered()), publicKeyPem: publicKey, privateKeyPem: privateKey };
}

let keyPair: Promise<{ publicKey: string; privateKey: string }> | null = null;

// Making an RSA key takes tenths of a second, and tests start many simulators.
function processKeyPair() {
  keyPair ??= promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return keyPair;
}
