import type { HostRefusal } from '../../domain/host-refusal.ts';

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

/** Stands for the answer to a call that is refused without being sent. */
export const refusedUnsent = (url: string, refusal: HostRefusal, answeredAt: Date): HostAnswer => ({
  url,
  status: refusal.kind === 'rejected' ? refusal.status : 403,
  headers: {},
  body: null,
  message: null,
  answeredAt,
  retryAt: refusal.kind === 'rate-limited' ? refusal.retryAt : null,
  refusal,
});
