import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DemoPerson } from '@orgdesk/contract';
import { startBundledSimulator } from '../../adapters/bundled-simulator/start.ts';
import type { CodeHostSettings } from '../../config/code-host-settings.ts';
import type { Config } from '../../config/read-config.ts';
import { SECRET_MIN_CHARACTERS } from '../../domain/limits/sessions.ts';
import type { Log } from '../../ports/system.ts';

/** The code host the service works with, real or simulated. */
export interface Platform {
  readonly codeHost: CodeHostSettings;
  readonly tokenSecrets: readonly string[];
  /** Who can be signed in as, once the simulated code host is ready; null with a real one. */
  readonly demoPeople: Promise<readonly DemoPerson[]> | null;
  readonly close: () => Promise<void>;
}

/** The configured code host, or a simulated one that is being started with credentials made for this run. */
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
  // Nobody waits for them before the service has its libraries, nor ever when it cannot start for a reason of its own.
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
    // Sessions of an earlier run hold tokens the new simulation never issued: with another key they simply end.
    tokenSecrets: config.tokenSecrets.length === 0 ? [secret()] : config.tokenSecrets,
    demoPeople,
    close: simulator.close,
  };
}

const secret = (): string => randomBytes(SECRET_MIN_CHARACTERS).toString('hex');
