import type { Outage } from '@orgdesk/contract';

/** Why a call has no data. */
export interface Failed {
  readonly data?: undefined;
  /** A sentence that may be shown to people. */
  readonly error: string;
  /** Null when no answer came. */
  readonly status: number | null;
  /** How long to wait before another try, null when the answer did not say. */
  readonly retryAfterSeconds: number | null;
  /** What does not answer, when nothing is wrong with the call; absent when the answer did not say. */
  readonly outage?: Outage | undefined;
  /** By what operators find what happened; absent unless the service itself failed and named its answer. */
  readonly requestId?: string | undefined;
}

/** What became of a call. A refusal or a broken connection is a value; only an aborted call throws. */
export type Outcome<Data> = { readonly data: Data; readonly error?: undefined; readonly status: number } | Failed;
