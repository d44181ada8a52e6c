/**
 * Lets a key do something so many times in a minute. Null: it may, and that is counted. A number: it may not, and how many
 * milliseconds it has to wait at most.
 */
export interface Allowance {
  (key: string): number | null;
  /** The same, and nothing is counted. */
  waitMs(key: string): number | null;
}
