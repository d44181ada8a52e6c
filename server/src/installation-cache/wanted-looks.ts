import type { Observation } from '../ports/storage/installations.ts';

export type TakePlace = () => Promise<Observation>;

interface WantedLook<Outcome> {
  /** Starts the fetch once; further calls share it. */
  readonly begin: () => Promise<Outcome>;
  takePlace: TakePlace | undefined;
}

/** Callers share a fetch until it starts; later callers get another. */
export function createWantedLooks<Outcome>(look: (id: number, takePlace?: TakePlace) => Promise<Outcome>) {
  const wanted = new Map<number, WantedLook<Outcome>>();

  return (id: number, takePlace?: TakePlace): WantedLook<Outcome> => {
    const known = wanted.get(id);
    if (known !== undefined) {
      // The caller reports a change, so the fetch needs a later number.
      if (takePlace === undefined) known.takePlace = undefined;
      return known;
    }
    let begun: Promise<Outcome> | null = null;
    const fresh: WantedLook<Outcome> = {
      takePlace,
      begin() {
        if (begun !== null) return begun;
        // The answer may lack changes made from now on.
        wanted.delete(id);
        begun = look(id, fresh.takePlace);
        return begun;
      },
    };
    wanted.set(id, fresh);
    return fresh;
  };
}
