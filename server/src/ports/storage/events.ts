import type { Observation } from './installations.ts';

export interface FirstReceipt {
  readonly at: Date;
  readonly observation: Observation;
}

/** Stores hashes of event bodies. Delivery IDs are not signed, so only the body identifies a copy. */
export interface EventStore {
  /**
   * Returns now unless an instance saw the body within a year. Null, for unsigned bodies that anyone can vary, is
   * always new.
   */
  firstReceipt(bodyHash: string | null, now: Date): Promise<FirstReceipt>;
}
