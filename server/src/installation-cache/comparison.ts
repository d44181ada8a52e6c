import type { Installation, InstallationRecord } from '../domain/app/installation.ts';
import { INSTALLATION_PAGES_MAX, RECORDS_AT_ONCE } from '../domain/limits/installations.ts';
import { ok, refuse } from '../domain/result.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { HostRefusal, Told } from '../ports/code-host/refusals.ts';
import type { InstallationStore } from '../ports/storage/installations.ts';
import type { Clock } from '../ports/system.ts';
import { type Looks, rateLimitIn } from './looks.ts';

export interface ComparisonDeps {
  readonly codeHost: Pick<CodeHost, 'installations'>;
  readonly installations: Pick<InstallationStore, 'findByIds' | 'idsAfter' | 'upsert' | 'markRepositoriesStale'>;
  readonly looks: Pick<Looks, 'look' | 'sync'>;
  readonly clock: Clock;
}

export interface Differences {
  readonly onCodeHost: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export type Comparison = (stop: AbortSignal) => Promise<Told<Differences>>;

/**
 * Makes the cache match the code host, which repairs lost events. An installation missing from the list is fetched by
 * ID before it is removed, because lists shift while they are paged. If a page fails, nothing is removed.
 */
export function createComparison({ codeHost, installations, looks, clock }: ComparisonDeps): Comparison {
  return async (stop) => {
    const seen = new Set<number>();
    const repaired = await repairSeen(seen, stop);
    if (!repaired.ok) return repaired;
    const removed = await removeMissing(seen, stop);
    return removed.ok ? ok({ onCodeHost: seen.size, ...repaired.value, removed: removed.value }) : removed;
  };

  async function repairSeen(seen: Set<number>, stop: AbortSignal) {
    const repaired = { added: 0, changed: 0 };
    const asked = new Set<string | null>();
    for (let page: string | null = null; !stop.aborted; ) {
      if (asked.has(page) || asked.size === INSTALLATION_PAGES_MAX) return refuse(WITHOUT_END);
      asked.add(page);
      const { answer, observation } = await looks.look(() => codeHost.installations(page));
      if (!answer.ok) return answer;
      const shown = answer.value.installations;
      const known = new Map((await installations.findByIds(shown.map(({ id }) => id))).map((one) => [one.id, one]));
      const added = shown.filter(({ id }) => !known.has(id));
      const changed = shown.filter((installation) => differs(installation, known.get(installation.id)));
      await installations.upsert([...added, ...changed], observation, clock.now());
      if (changed.length > 0) await installations.markRepositoriesStale(changed.map(({ id }) => id));
      repaired.added += added.length;
      repaired.changed += changed.length;
      for (const { id } of shown) seen.add(id);
      page = answer.value.next;
      if (page === null) break;
    }
    return ok(repaired);
  }

  async function removeMissing(seen: ReadonlySet<number>, stop: AbortSignal): Promise<Told<number>> {
    let removed = 0;
    for (let ids = await installations.idsAfter(0, RECORDS_AT_ONCE); ids.length > 0; ) {
      for (const id of ids) {
        if (stop.aborted) return ok(removed);
        if (seen.has(id)) continue;
        const synced = await looks.sync(id);
        if (synced.ok && synced.value === 'lost') removed += 1;
        const limit = rateLimitIn(synced);
        if (limit !== null) return refuse(limit);
      }
      ids = await installations.idsAfter(ids.at(-1) ?? 0, RECORDS_AT_ONCE);
    }
    return ok(removed);
  }
}

const WITHOUT_END: HostRefusal = { kind: 'unreachable', message: 'a list of installations without end' };

function differs(seen: Installation, known: InstallationRecord | undefined): boolean {
  if (known === undefined) return false;
  return (
    seen.accountId !== known.accountId ||
    seen.accountLogin !== known.accountLogin ||
    seen.accountType !== known.accountType ||
    seen.repositorySelection !== known.repositorySelection ||
    seen.suspendedAt?.getTime() !== known.suspendedAt?.getTime()
  );
}
