import type { Installation, InstallationRecord } from '../domain/installation.ts';
import { LISTS_PER_ROUND } from '../domain/limits.ts';
import { ok, type Result } from '../domain/result.ts';
import type { CodeHost, HostRefusal } from '../ports/code-host.ts';
import type { InstallationStore } from '../ports/storage.ts';
import type { Clock } from '../ports/system.ts';
import type { RefreshInstallation } from './refresh-installation.ts';
import type { RefreshedRepositories, RefreshManyRepositories } from './refresh-repositories.ts';

export interface ReconcileDeps {
  readonly codeHost: Pick<CodeHost, 'installations'>;
  readonly installations: Pick<
    InstallationStore,
    'observe' | 'all' | 'upsert' | 'markRepositoriesStale' | 'listsToRefresh'
  >;
  readonly refreshInstallation: RefreshInstallation;
  readonly refreshManyRepositories: RefreshManyRepositories;
  readonly clock: Clock;
}

/** What differed between cache and code host, and was repaired. */
export interface Differences {
  readonly onCodeHost: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Repository lists that were fetched again: a lost event about them leaves no other trace. */
  readonly listsFetched: number;
  readonly listsFailed: number;
}

/** Told after each step of the long part; `done` of `total` repository lists. */
export type ReconcileProgress = (done: number, total: number) => void;

/**
 * Makes the cache say what the code host says, without any event: heals whatever was lost while the service
 * was down or could not be reached. A record that the list does not show is looked at once more by its ID before it
 * is removed: lists shift while they are paged.
 *
 * When it settles, by a failure too, nothing of it is under way any more. Told to stop, it begins nothing new.
 */
export function createReconcile(deps: ReconcileDeps) {
  const { codeHost, installations, refreshInstallation, refreshManyRepositories, clock } = deps;

  return async (progress: ReconcileProgress, stop: AbortSignal): Promise<Result<Differences, HostRefusal>> => {
    const observation = await installations.observe();
    const seen = await codeHost.installations();
    if (!seen.ok) return seen;

    const known = new Map((await installations.all()).map((record) => [record.id, record]));
    const seenIds = new Set(seen.value.map(({ id }) => id));
    const added = seen.value.filter(({ id }) => !known.has(id));
    const changed = seen.value.filter((installation) => differs(installation, known.get(installation.id)));
    const missing = [...known.keys()].filter((id) => !seenIds.has(id));

    await installations.upsert([...added, ...changed], observation, clock.now());
    await installations.markRepositoriesStale(changed.map(({ id }) => id));
    let removed = 0;
    for (const id of missing) {
      if (stop.aborted) break;
      if ((await refreshInstallation(id)) === 'removed') removed += 1;
    }
    const lists = await refreshLists(progress, stop);
    return ok({
      onCodeHost: seen.value.length,
      added: added.length,
      changed: changed.length,
      removed,
      ...lists,
    });
  };

  async function refreshLists(progress: ReconcileProgress, stop: AbortSignal) {
    const due = await installations.listsToRefresh(LISTS_PER_ROUND);
    const outcomes: RefreshedRepositories[] = [];
    progress(0, due.length);
    const told = (outcome: RefreshedRepositories) => {
      outcomes.push(outcome);
      progress(outcomes.length, due.length);
    };
    await refreshManyRepositories(due, told, stop);
    return {
      listsFetched: outcomes.filter((outcome) => outcome === 'stored').length,
      listsFailed: outcomes.filter((outcome) => outcome === 'failed').length,
    };
  }
}

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
