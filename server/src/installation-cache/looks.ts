import type { GrantedInstallation } from '../domain/app/installation.ts';
import { ok, refuse } from '../domain/result.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { NamedOrganization } from '../ports/code-host/memberships.ts';
import type { HostRefusal, Told } from '../ports/code-host/refusals.ts';
import type { InstallationStore, Observation } from '../ports/storage/installations.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface LooksDeps {
  readonly codeHost: Pick<CodeHost, 'installation' | 'installationOn'>;
  readonly installations: Pick<InstallationStore, 'observe' | 'upsert' | 'miss' | 'findByAccounts'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the code host said, and the place in the order of looks that was taken before it was asked. */
export interface Look<T> {
  readonly answer: T;
  readonly observation: Observation;
}

/**
 * What a look at one installation led to. `lost`: it was there until this look; `gone`: it was not. A refusal: the code
 * host did not tell; the cache is as it was.
 */
export type SyncedInstallation = Told<'stored' | 'lost' | 'gone'>;

/** Looks at the code host, each with its place in the order of looks. */
export interface Looks {
  /** Takes a place in the order of looks, for one that begins later. */
  readonly observe: InstallationStore['observe'];
  /** Asks about installations, as `ask` does, with a place in the order of looks taken before, here or by `takePlace`. */
  look<T>(ask: () => Promise<T>, takePlace?: () => Promise<Observation>): Promise<Look<T>>;
  /** Looks at one installation and makes its record say the same. */
  sync(id: number): Promise<SyncedInstallation>;
  /**
   * Looks at the installation on an organization, null when there is none, and heals the cache on the way: whoever looks
   * makes up for a lost event. While one that does not show under this login may still be there, the answer is
   * `unreachable`, not null.
   */
  syncOrganization(organization: NamedOrganization): Promise<Told<GrantedInstallation | null>>;
}

/**
 * Looks at the code host and makes cached records say the same.
 *
 * Each look is placed in the order of all looks before it is made, so that however late its answer comes, it never
 * overwrites a newer one. What is not found is removed only when a second look, some minutes later, agrees: a code host
 * may fail in a way that looks like it.
 */
export function createLooks({ codeHost, installations, clock, log }: LooksDeps): Looks {
  async function look<T>(ask: () => Promise<T>, takePlace = installations.observe): Promise<Look<T>> {
    const observation = await takePlace();
    return { answer: await ask(), observation };
  }

  async function sync(id: number): Promise<SyncedInstallation> {
    const { answer, observation } = await look(() => codeHost.installation(id));
    if (!answer.ok) {
      log.warn({ installationId: id, refusal: answer.refusal }, 'an installation could not be looked up');
      return answer;
    }
    if (answer.value === null) return ok((await installations.miss(id, observation, clock.now())) ? 'lost' : 'gone');
    await installations.upsert([answer.value], observation, clock.now());
    return ok('stored');
  }

  return {
    observe: installations.observe,
    look,
    sync,
    async syncOrganization({ id, login }) {
      const { answer, observation } = await look(() => codeHost.installationOn(login));
      if (!answer.ok) return answer;
      if (answer.value !== null) {
        await installations.upsert([answer.value.installation], observation, clock.now());
        return answer;
      }
      // As in a comparison, what does not show is looked up by its ID: the organization may only have lost its login.
      const outcomes: SyncedInstallation[] = [];
      for (const record of await installations.findByAccounts([id])) outcomes.push(await sync(record.id));
      const isGone = outcomes.every((outcome) => outcome.ok && outcome.value !== 'stored');
      return isGone ? answer : refuse(NOT_UNDER_THIS_LOGIN);
    },
  };
}

const NOT_UNDER_THIS_LOGIN: HostRefusal = {
  kind: 'unreachable',
  message: 'the installation does not show under this login, and its ID does not say that it is gone',
};

/** That the code host takes no more requests for a while. */
export type RateLimit = Extract<HostRefusal, { readonly kind: 'rate-limited' }>;

/** The rate limit that an answer ran into; null when it ran into none. */
export const rateLimitIn = (answer: Told<unknown>): RateLimit | null =>
  !answer.ok && answer.refusal.kind === 'rate-limited' ? answer.refusal : null;
