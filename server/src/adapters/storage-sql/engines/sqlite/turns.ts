/** Takes turns on the one connection of a process. */
export interface Turns {
  /** Waits for its turn; whoever gets it calls what it gets, once, to give it on. First come, first served. */
  take(): Promise<() => void>;
  /** Runs something short between two turns, ahead of those who wait for one. */
  between<T>(run: () => T): Promise<T>;
}

/** Turns that have no limit: who takes one has to be done by a time of its own. */
export function createTurns(): Turns {
  let taken = false;
  const waiting: (() => void)[] = [];
  const runs: (() => void)[] = [];

  const giveOn = (): void => {
    for (const run of runs.splice(0)) run();
    const next = waiting.shift();
    if (next === undefined) taken = false;
    else next();
  };

  return {
    async take() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
      return giveOn;
    },
    between: (run) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          try {
            resolve(run());
          } catch (error) {
            reject(error);
          }
        };
        if (taken) runs.push(settle);
        else settle();
      }),
  };
}
