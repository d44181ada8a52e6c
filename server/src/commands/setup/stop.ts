import type { Terminal } from './terminal.ts';

export interface Stop {
  readonly isRequested: boolean;
  /** Resolves when stopping is safe. */
  readonly due: Promise<'stopped'>;
  /** Delays stopping until `work` has finished. */
  uncut<T>(work: () => Promise<T>): Promise<T>;
}

export function createStop(terminal: Terminal): Stop {
  let isRequested = false;
  let underWay: Promise<unknown> | null = null;
  const due = terminal.stopped.then(async () => {
    isRequested = true;
    if (underWay !== null) terminal.say("Stopping after the App's key is saved.");
    await underWay;
    return 'stopped' as const;
  });
  return {
    get isRequested() {
      return isRequested;
    },
    due,
    async uncut(work) {
      const done = work();
      underWay = done.catch(() => {});
      try {
        return await done;
      } finally {
        underWay = null;
      }
    },
  };
}
