/** Why work on many things ends before everything had its turn. */
export type Cut = 'out-of-time' | 'shutting-down';

/** The end that comes to it from outside. */
export interface CutOff {
  /** Null while it has not come. */
  cut(): Cut | null;
  /** Resolves when it comes; never rejects. */
  readonly happened: Promise<Cut>;
  /** It comes no more. */
  lift(): void;
}

/** Cuts off after a time, or when the service stops. */
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
