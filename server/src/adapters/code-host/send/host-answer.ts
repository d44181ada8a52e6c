import type { HostRefusal } from '../../../ports/code-host/refusals.ts';

export interface HostAnswer {
  readonly url: string;
  readonly status: number;
  /** Keys are lower-case header names. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
  /** Most specific message in the body, with the request's secrets redacted. */
  readonly message: string | null;
  /** Taken from the code host's clock, else from ours. */
  readonly answeredAt: Date;
  /** When a retry may succeed, by the headers; null if unknown. */
  readonly retryAt: Date | null;
  /** What the status refuses by REST rules; null if nothing. */
  readonly refusal: HostRefusal | null;
}
