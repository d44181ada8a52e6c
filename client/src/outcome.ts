import type { Outage } from './generated/contract.ts';

export interface Failed {
  readonly data?: undefined;
  readonly error: string;
  /** Null when no answer arrived. */
  readonly status: number | null;
  /** Seconds until a retry makes sense; null when unknown. */
  readonly retryAfterSeconds: number | null;
  /** Names the refusal, where an endpoint has several. */
  readonly code?: string | undefined;
  /** Why the service cannot answer a valid request. */
  readonly outage?: Outage | undefined;
  /** Set for a failure of the service, to find it in the log. */
  readonly requestId?: string | undefined;
}

/** A refusal or broken connection is a value; only an aborted call throws. */
export type Outcome<Data> = { readonly data: Data; readonly error?: undefined; readonly status: number } | Failed;
