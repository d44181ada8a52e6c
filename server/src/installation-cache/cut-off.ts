export type Cut = 'out-of-time' | 'shutting-down';

export interface CutOff {
  cut(): Cut | null;
  /** Resolves at the cut-off; never rejects. */
  readonly happened: Promise<Cut>;
  lift(): void;
}

/** The cut-off happens after `limitMs` or when `stopping` aborts. */
export function createCutOff(limitMs: number, stopping: AbortSignal): CutOff {
  const { promise: happened, resolve } = Promise.withResolvers<Cut>();
  let cut: Cut | null = null;
  const come = (why: Cut) => {
    cut ??= why;
    resolve(cut);
  };
  const stop = () => come('shutting-down');
  const timer = setTimeout(() => come('out-of-time'), limitMs);
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return {
    cut: () => cut,
    happened,
    lift() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    },
  };
}
