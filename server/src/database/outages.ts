/** Why storage is unavailable: unreachable or overloaded. */
export type StorageOutage = 'away' | 'busy';

/** A property, so that the driver's error keeps its class, message and stack. */
const OUTAGE = Symbol('outage');

/** Only the adapter can recognize an outage. */
export function markOutage<Thrown>(error: Thrown, outage: StorageOutage): Thrown {
  if (typeof error === 'object' && error !== null && !Object.isFrozen(error)) {
    Object.defineProperty(error, OUTAGE, { value: outage, configurable: true });
  }
  return error;
}

/** Returns null for other failures. */
export const outageIn = (error: unknown): StorageOutage | null =>
  typeof error === 'object' && error !== null ? ((error as { [OUTAGE]?: StorageOutage })[OUTAGE] ?? null) : null;
