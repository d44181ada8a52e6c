import type { HostRefusal } from '../../../ports/code-host/refusals.ts';

export interface HostAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly message: string | null;
  /** Taken from the code host's clock, else from ours. */
  readonly answeredAt: Date;
  readonly retryAt: Date | null;
  readonly refusal: HostRefusal | null;
}
