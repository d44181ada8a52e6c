/** One line of the table: what was looked at, what it has to be, and what it was. */
export interface Finding {
  readonly what: string;
  readonly bound: string;
  readonly seen: string;
  readonly ok: boolean;
}

/** One kind of fault, tried on programs of its own that are gone when it resolves. */
export type Part = () => Promise<readonly Finding[]>;
