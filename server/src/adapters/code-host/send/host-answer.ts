import type { HostRefusal } from '../../../ports/code-host/refusals.ts';

/** A complete answer of any status. */
export interface HostAnswer {
  /** Where it came from. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or whatever text came instead. */
  readonly body: unknown;
  /** The most specific message in the body, with the secrets of the request blotted out. */
  readonly message: string | null;
  /** By the code host's clock, or by ours when it does not say. */
  readonly answeredAt: Date;
  /** When asking again has a chance, as its headers say; null when they do not. */
  readonly retryAt: Date | null;
  /** What its status refuses, as REST has it; null when nothing. */
  readonly refusal: HostRefusal | null;
}
