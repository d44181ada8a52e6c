/**
 * Lets a key do something so many times in a minute. Null: it may, and that is counted. A number: it may not, and how many
 * milliseconds it has to wait at most.
 */
export type Allowance = (key: string) => number | null;
