/** Why storage could not do what it was asked: nobody answers there, or it has too much to do. */
export type StorageOutage = 'away' | 'busy';

/** A property, not a class: the error stays what the driver threw, with its words, code and place. */
const OUTAGE = Symbol('outage');

/** Notes on an error that it means an outage; the adapter knows, whoever answers does not. */
export function markOutage<Thrown>(error: Thrown, outage: StorageOutage): Thrown {
  if (typeof error === 'object' && error !== null && !Object.isFrozen(error)) {
    Object.defineProperty(error, OUTAGE, { value: outage, configurable: true });
  }
  return error;
}

/** The outage that something thrown stands for; null when it is a failure of another kind. */
export const outageIn = (thrown: unknown): StorageOutage | null =>
  typeof thrown === 'object' && thrown !== null ? ((thrown as { [OUTAGE]?: StorageOutage })[OUTAGE] ?? null) : null;
