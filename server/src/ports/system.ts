/** The current time. The only way a rule learns it, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** Randomness fit for secrets. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}

/** Structured log: an object of searchable fields, then a constant sentence. Never a token, code, state or session ID. */
export interface Log {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
}
