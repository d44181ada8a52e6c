import { randomBytes } from 'node:crypto';

/** The only source of time for rules. */
export interface Clock {
  now(): Date;
}

/** Cryptographically secure randomness. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}

/** Structured log with a constant message. Never log a token, code, state or session ID. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const systemClock: Clock = { now: () => new Date() };

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };
