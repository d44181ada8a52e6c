import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DemoPerson } from '@orgdesk/contract';
import { SECRET_MIN_CHARACTERS } from '../../../lib/limits/sessions.ts';
import type { Log } from '../../../lib/system.ts';
import { startBundledSimulator } from '../../bundled-simulator.ts';
import type { CodeHostSettings } from '../../config/code-host-settings.ts';
import type { Config } from '../../config/read-config.ts';

/** The real or simulated code host. */
export interface Platform {
  readonly codeHost: CodeHostSettings;
  readonly tokenSecrets: readonly string[];
  /** Null with a real code host. */
  readonly demoPeople: Promise<readonly DemoPerson[]> | null;
  readonly close: () => Promise<void>;
}

/** Without a configured code host, starts a simulated one with new credentials. */
export async function platformOf(config: Config, log: Log): Promise<Platform> {
  if (config.codeHost !== null) {
    return {
      codeHost: config.codeHost,
      tokenSecrets: config.tokenSecrets,
      demoPeople: null,
      close: () => Promise.resolve(),
    };
  }
  const key = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const client = { clientId: 'Iv1.orgdesk', clientSecret: secret(), webhookSecret: secret() };
  const app = { id: '1', slug: 'orgdesk', publicKeyPem: key.publicKey, ...client };
  const simulator = await startBundledSimulator({ port: config.port + 1, serviceUrl: config.baseUrl.origin, app }, log);
  const demoPeople = simulator.ready.then(({ people }) => people);
  // Nothing awaits this promise until the service has started.
  demoPeople.catch(() => {});
  return {
    codeHost: {
      webUrl: new URL(simulator.url),
      apiUrl: new URL(simulator.apiUrl),
      appId: app.id,
      appSlug: app.slug,
      appPrivateKey: key.privateKey,
      ...client,
    },
    // A new key ends sessions of earlier runs, whose tokens the new simulator never issued.
    tokenSecrets: config.tokenSecrets.length === 0 ? [secret()] : config.tokenSecrets,
    demoPeople,
    close: simulator.close,
  };
}

const secret = (): string => randomBytes(SECRET_MIN_CHARACTERS).toString('hex');
