import type { HostRefusal, HostResult } from '../../../domain/host-refusal.ts';
import type { Installation, InstallationRecord } from '../../../domain/installation.ts';
import { INSTALLATION_PAGES_MAX, RECORDS_AT_ONCE } from '../../../lib/limits/installations.ts';
import { ok, refuse } from '../../../lib/result.ts';
import { fetchObserved, type InstallationCacheServices, rateLimitIn, syncInstallation } from './installation-sync.ts';

export interface CacheDifferences {
  readonly onCodeHost: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Makes the cache match the code host, which repairs lost events. An installation missing from the list is fetched by
 * ID before it is removed, because lists shift while they are paged. If a page fails, nothing is removed.
 */
export async function compareInstallations(
  services: InstallationCacheServices,
  stop: AbortSignal,
): Promise<HostResult<CacheDifferences>> {
  const listedIds = new Set<number>();
  const repaired = await repairListed(services, listedIds, stop);
  if (!repaired.ok) return repaired;
  const removed = await removeMissing(services, listedIds, stop);
  return removed.ok ? ok({ onCodeHost: listedIds.size, ...repaired.value, removed: removed.value }) : removed;
}

async function repairListed(
  { runtime, codeHost, installations }: InstallationCacheServices,
  listedIds: Set<number>,
  stop: AbortSignal,
) {
  const repaired = { added: 0, changed: 0 };
  const requestedPages = new Set<string | null>();
  for (let page: string | null = null; !stop.aborted; ) {
    if (requestedPages.has(page) || requestedPages.size === INSTALLATION_PAGES_MAX) return refuse(WITHOUT_END);
    requestedPages.add(page);
    const { answer, observation } = await fetchObserved(installations, () => codeHost.installations(page));
    if (!answer.ok) return answer;
    const listed = answer.value.installations;
    const cached = new Map((await installations.findByIds(listed.map(({ id }) => id))).map((one) => [one.id, one]));
    const added = listed.filter(({ id }) => !cached.has(id));
    const changed = listed.filter((installation) => differs(installation, cached.get(installation.id)));
    await installations.upsert([...added, ...changed], observation, runtime.clock.now());
    if (changed.length > 0) await installations.markRepositoriesStale(changed.map(({ id }) => id));
    repaired.added += added.length;
    repaired.changed += changed.length;
    for (const { id } of listed) listedIds.add(id);
    page = answer.value.next;
    if (page === null) break;
  }
  return ok(repaired);
}

async function removeMissing(
  services: InstallationCacheServices,
  listedIds: ReadonlySet<number>,
  stop: AbortSignal,
): Promise<HostResult<number>> {
  const { installations } = services;
  let removed = 0;
  for (let ids = await installations.idsAfter(0, RECORDS_AT_ONCE); ids.length > 0; ) {
    for (const id of ids) {
      if (stop.aborted) return ok(removed);
      if (listedIds.has(id)) continue;
      const synced = await syncInstallation(services, id);
      if (synced.ok && synced.value === 'lost') removed += 1;
      const limit = rateLimitIn(synced);
      if (limit !== null) return refuse(limit);
    }
    ids = await installations.idsAfter(ids.at(-1) ?? 0, RECORDS_AT_ONCE);
  }
  return ok(removed);
}

const WITHOUT_END: HostRefusal = { kind: 'unreachable', message: 'the list of installations does not end' };

function differs(listed: Installation, cached: InstallationRecord | undefined): boolean {
  if (cached === undefined) return false;
  return (
    listed.accountId !== cached.accountId ||
    listed.accountLogin !== cached.accountLogin ||
    listed.accountType !== cached.accountType ||
    listed.repositorySelection !== cached.repositorySelection ||
    listed.suspendedAt?.getTime() !== cached.suspendedAt?.getTime()
  );
}
