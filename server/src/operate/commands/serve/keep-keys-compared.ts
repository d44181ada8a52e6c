import type { InstanceKeyStore } from '../../../database/instances.ts';
import { KEYS_NOTED_EVERY_MS, KEYS_NOTED_MS } from '../../../lib/limits/operate.ts';
import { type KeyPrints, randomHex } from '../../../lib/secrets.ts';
import type { Entropy, Log } from '../../../lib/system.ts';

interface KeepKeysComparedDeps {
  readonly instanceKeys: InstanceKeyStore;
  readonly prints: KeyPrints;
  readonly entropy: Entropy;
  readonly log: Log;
}

/**
 * Publishes the fingerprints of this instance's keys and warns if another instance on the database has different ones,
 * now and every minute. Returns a function that stops it.
 */
export function keepKeysCompared(
  { instanceKeys, prints, entropy, log }: KeepKeysComparedDeps,
  everyMs = KEYS_NOTED_EVERY_MS,
): () => Promise<void> {
  const instance = randomHex(entropy, 8);
  let lastReported = '';
  async function compare(): Promise<void> {
    await instanceKeys.note(instance, prints, KEYS_NOTED_MS);
    const foreign = await instanceKeys.foreign(prints);
    const settings = [...(foreign.signing ? ['SESSION_SECRET'] : []), ...(foreign.tokens ? ['TOKEN_SECRET'] : [])];
    if (settings.join() === lastReported) return;
    lastReported = settings.join();
    if (settings.length > 0) log.warn({ settings }, 'another instance on this database uses different secrets');
    else log.info({}, 'all instances on this database use the same secrets again');
  }
  let underWay = Promise.resolve();
  const start = () => {
    underWay = underWay
      .then(compare)
      .catch((error: unknown) => log.debug({ err: error }, 'could not compare the secrets of instances'));
  };
  start();
  const timer = setInterval(start, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
    await instanceKeys.forget(instance, prints).catch(() => {});
  };
}
