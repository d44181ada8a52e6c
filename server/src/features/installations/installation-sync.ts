import type { CodeHost } from '../../code-host/code-host.ts';
import type { NamedOrganization } from '../../code-host/people/types.ts';
import type { LeaseStore } from '../../database/instances.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { GrantedInstallation } from '../../domain/installation.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { DueWorkStore } from '../../jobs/store/due-work.ts';
import type { Allowance } from '../../lib/bounds.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { InstallationStore, Observation } from '../../sessions/store/installation-types.ts';

export interface InstallationCacheServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly installations: InstallationStore;
  readonly leases: LeaseStore;
  readonly dueWork: DueWorkStore;
  /** Limits how often a person may cause a fetch of a missing installation. */
  readonly fetchAllowance: Allowance;
  /** If null, rounds run only on request. */
  readonly everyMs: number | null;
}

/** An answer with the observation number taken before its request. */
export interface Observed<T> {
  readonly answer: T;
  readonly observation: Observation;
}

/** `lost`: this fetch found the installation gone. `gone`: it was not cached. A refusal leaves the cache unchanged. */
export type SyncedInstallation = HostResult<'stored' | 'lost' | 'gone'>;

/** Numbers the fetch before its request, so a late answer never overwrites a newer one. */
export async function fetchObserved<T>(
  installations: InstallationStore,
  request: () => Promise<T>,
  takeObservation = installations.observe,
): Promise<Observed<T>> {
  const observation = await takeObservation();
  return { answer: await request(), observation };
}

/**
 * Removes a missing installation only when a fetch some minutes later agrees, because failures can look the same.
 */
export async function syncInstallation(
  { runtime, codeHost, installations }: InstallationCacheServices,
  id: number,
): Promise<SyncedInstallation> {
  const { clock, log } = runtime;
  const { answer, observation } = await fetchObserved(installations, () => codeHost.installation(id));
  if (!answer.ok) {
    log.warn({ installationId: id, refusal: answer.refusal }, 'could not read an installation');
    return answer;
  }
  if (answer.value === null) return ok((await installations.miss(id, observation, clock.now())) ? 'lost' : 'gone');
  await installations.upsert([answer.value], observation, clock.now());
  return ok('stored');
}

export async function syncOrganization(
  services: InstallationCacheServices,
  { id, login }: NamedOrganization,
): Promise<HostResult<GrantedInstallation | null>> {
  const { runtime, codeHost, installations } = services;
  const { answer, observation } = await fetchObserved(installations, () => codeHost.installationOn(login));
  if (!answer.ok) return answer;
  if (answer.value !== null) {
    await installations.upsert([answer.value.installation], observation, runtime.clock.now());
    return answer;
  }
  // The organization may only have changed its login.
  const outcomes: SyncedInstallation[] = [];
  for (const record of await installations.findByAccounts([id]))
    outcomes.push(await syncInstallation(services, record.id));
  const isGone = outcomes.every((outcome) => outcome.ok && outcome.value !== 'stored');
  return isGone ? answer : refuse(NOT_UNDER_THIS_LOGIN);
}

const NOT_UNDER_THIS_LOGIN: HostRefusal = {
  kind: 'unreachable',
  message: 'the installation was not found under this login, but still exists by ID',
};

export type RateLimit = Extract<HostRefusal, { readonly kind: 'rate-limited' }>;

export const rateLimitIn = (answer: HostResult<unknown>): RateLimit | null =>
  !answer.ok && answer.refusal.kind === 'rate-limited' ? answer.refusal : null;
