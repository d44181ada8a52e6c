import type { LeaseStore } from '../database/instances/leases.ts';
import type { Runtime } from '../domain/runtime.ts';
import { randomHex } from '../lib/crypto/secrets.ts';
import { CHANGE_CLAIM_MS, CHANGE_CLAIM_SENDS_MS } from '../lib/limits/audit-trail.ts';

/** Claims names, across all instances, while `work` runs. State must be read under the claim. */
export type Claimed = <T>(
  names: readonly string[],
  work: (isClaimed: (name: string) => boolean) => Promise<T>,
) => Promise<T>;

/** Claims of a stopped instance expire; `isClaimed` turns false before that. */
export function createClaimed({ entropy, log }: Runtime, leases: LeaseStore): Claimed {
  return async (names, work) => {
    const holder = randomHex(entropy, 16);
    const startedMs = performance.now();
    const held = await leases.acquireEach(names.map(leaseName), holder, CHANGE_CLAIM_MS);
    const isClaimed = (name: string) =>
      held.has(leaseName(name)) && performance.now() - startedMs < CHANGE_CLAIM_SENDS_MS;
    try {
      return await work(isClaimed);
    } finally {
      await leases.releaseEach([...held], holder).catch((error: unknown) => {
        log.warn({ err: error }, 'could not release claims on changes: they will expire');
      });
    }
  };
}

const leaseName = (name: string): string => `change ${name}`;
