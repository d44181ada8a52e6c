import type { Observation } from '../../ports/storage/installations.ts';

export type TakeObservation = () => Promise<Observation>;

interface PendingFetch<Outcome> {
  /** Starts the fetch once; further calls share it. */
  readonly begin: () => Promise<Outcome>;
  takeObservation: TakeObservation | undefined;
}

/** Callers share a fetch until it starts; later callers get another. */
export function createPendingFetches<Outcome>(
  fetchOne: (id: number, takeObservation?: TakeObservation) => Promise<Outcome>,
) {
  const pending = new Map<number, PendingFetch<Outcome>>();

  return (id: number, takeObservation?: TakeObservation): PendingFetch<Outcome> => {
    const existing = pending.get(id);
    if (existing !== undefined) {
      // The caller reports a change, so the fetch needs a later number.
      if (takeObservation === undefined) existing.takeObservation = undefined;
      return existing;
    }
    let started: Promise<Outcome> | null = null;
    const added: PendingFetch<Outcome> = {
      takeObservation,
      begin() {
        if (started !== null) return started;
        // The answer may lack changes made from now on.
        pending.delete(id);
        started = fetchOne(id, added.takeObservation);
        return started;
      },
    };
    pending.set(id, added);
    return added;
  };
}
