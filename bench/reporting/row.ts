import type { Thoroughness } from '../measuring/compare.ts';
import type { Load } from '../measuring/load-program.ts';
import type { CodeHost } from '../servers/code-host.ts';

/** One line of the table. */
export interface Finding {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  /** What the target is about; null where nothing could be measured. */
  readonly ratio: number | null;
  readonly target: Target | null;
  /** That it was taken by the clock, which other programs of a busy machine make longer. */
  readonly byClock?: true;
  /** That it is the greatest value that was seen, beside a fixed bound: two runs keep to the bound, or not. */
  readonly greatest?: true;
  /** Answers a second, where both sides were loaded. */
  readonly rates?: string;
  /** What the best reachable here costs, measured in the same run; shown where the target is not met. */
  readonly limit?: readonly string[];
}

/** What the ratio has to be at least, or at most. */
export type Target = { readonly least: number } | { readonly most: number };

/** What a row gets to measure with. What it opens it gives to `closing`. */
export interface Bench {
  readonly load: Load;
  readonly thoroughness: Thoroughness;
  readonly isBrief: boolean;
  readonly codeHost: CodeHost;
  /** Where a service has to listen, or have its address, for people to come back to from the code host. */
  readonly signInPort: number;
  /** An empty database of its own on the bench's PostgreSQL, which is started when it is first wanted. */
  postgresUrl(): Promise<string>;
  /** Processor time that PostgreSQL used so far. */
  postgresCpuMicros(): Promise<number>;
  readonly folder: string;
  readonly closing: AsyncDisposableStack;
  /** What Node.js is told to profile the service with. */
  readonly profile: readonly string[];
}

export type Row = (bench: Bench) => Promise<readonly Finding[]>;
