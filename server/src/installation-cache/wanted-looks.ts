import type { Observation } from '../ports/storage/installations.ts';

/** Where a look gets its place in the order of looks. */
export type TakePlace = () => Promise<Observation>;

/** A look at an installation that somebody wants. */
interface WantedLook<Outcome> {
  /** Begins, if nobody has. */
  readonly begin: () => Promise<Outcome>;
  /** Where the look gets its place; by default the next one, once it begins. */
  takePlace: TakePlace | undefined;
}

/** Whoever wants a look that nobody has begun shares it; whoever wants one later gets another. */
export function createWantedLooks<Outcome>(look: (id: number, takePlace?: TakePlace) => Promise<Outcome>) {
  const wanted = new Map<number, WantedLook<Outcome>>();

  return (id: number, takePlace?: TakePlace): WantedLook<Outcome> => {
    const known = wanted.get(id);
    if (known !== undefined) {
      // Somebody who says that something has changed needs a place from after that.
      if (takePlace === undefined) known.takePlace = undefined;
      return known;
    }
    let begun: Promise<Outcome> | null = null;
    const fresh: WantedLook<Outcome> = {
      takePlace,
      begin() {
        if (begun !== null) return begun;
        // From here on, what changes on the code host may be missing from the answer: a new request looks again.
        wanted.delete(id);
        begun = look(id, fresh.takePlace);
        return begun;
      },
    };
    wanted.set(id, fresh);
    return fresh;
  };
}
