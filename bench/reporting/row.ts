import type { Thoroughness } from '../measuring/compare.ts';
import type { Load } from '../measuring/load-program.ts';
import type { CodeHost } from '../servers/code-host.ts';

/** One line of the table. */
export interface Finding {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  /** Value compared with the target; null if nothing could be measured. */
  readonly ratio: number | null;
  readonly target: Target | null;
  /** True if measured in elapsed time, which other programs lengthen. */
  readonly byClock?: true;
  /** True if it is a maximum with a fixed bound, so that two runs are not compared. */
  readonly greatest?: true;
  /** Answers a second, where both sides were loaded. */
  readonly rates?: string;
  /** Costs of the best reachable result in the same run, shown if the target is missed. */
  readonly limit?: readonly string[];
}

export type Target = { readonly least: number } | { readonly most: number };

/** Tools of a row. It passes what it opens to `closing`. */
export interface Bench {
  readonly load: Load;
  readonly thoroughness: Thoroughness;
  readonly isBrief: boolean;
  readonly codeHost: CodeHost;
  /** Port of the callback URL, where a service must listen. */
  readonly signInPort: number;
  /** An empty database of its own on the bench's PostgreSQL, which is started when it is first wanted. */
  postgresUrl(): Promise<string>;
  /** Processor time that PostgreSQL used so far. */
  postgresCpuMicros(): Promise<number>;
  readonly folder: string;
  readonly closing: AsyncDisposableStack;
  /** Node.js options for profiling the service. */
  readonly profile: readonly string[];
}

export type Row = (bench: Bench) => Promise<readonly Finding[]>;
