/**
 * A limit per key and minute. Counts and returns null if allowed; otherwise returns the longest wait in milliseconds.
 */
export interface Allowance {
  (key: string): number | null;
  /** Checks without counting. */
  waitMs(key: string): number | null;
}
