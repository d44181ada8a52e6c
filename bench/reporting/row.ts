import type { Simulator } from '@orgdesk/simulator';
import type { Thoroughness } from '../measuring/compare.ts';
import type { Load } from '../measuring/load-program.ts';

/** One line of the table. */
export interface Finding {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  /** What the target is about; null where nothing could be measured. */
  readonly ratio: number | null;
  readonly target: Target | null;
  /** Answers a second, where both sides were loaded. */
  readonly rates?: string;
}

/** What the ratio has to be at least, or at most. */
export type Target = { readonly least: number } | { readonly most: number };

/** What a row gets to measure with. What it opens it gives to `closing`. */
export interface Bench {
  readonly load: Load;
  readonly thoroughness: Thoroughness;
  readonly isBrief: boolean;
  readonly simulator: Simulator;
  /** Where a service has to listen, or have its address, for people to come back to from the code host. */
  readonly signInPort: number;
  /** An empty database of its own on the bench's PostgreSQL, which is started when it is first wanted. */
  postgresUrl(): Promise<string>;
  readonly folder: string;
  readonly closing: AsyncDisposableStack;
  /** What Node.js is told to profile the service with. */
  readonly profile: readonly string[];
}

export type Row = (bench: Bench) => Promise<readonly Finding[]>;
