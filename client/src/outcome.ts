import type { Outage } from './generated/contract.ts';

export interface Failed {
  readonly data?: undefined;
  readonly error: string;
  /** Null when no answer arrived, or none that is whole. */
  readonly status: number | null;
  /** Seconds until a retry makes sense; null when unknown. */
  readonly retryAfterSeconds: number | null;
  /** Names the refusal, where an endpoint has several; without a status, why the answer is of no use. */
  readonly code?: string | undefined;
  /** Why the service cannot answer a valid request. */
  readonly outage?: Outage | undefined;
  /** Set for a failure of the service, to find it in the log. */
  readonly requestId?: string | undefined;
}

/** A refusal or broken connection is a value; only an aborted call throws. */
export type Outcome<Data> = { readonly data: Data; readonly error?: undefined; readonly status: number } | Failed;

/**
 * Thrown by the caller's own `fetch`, or by the body that it answers, to end a call with this message and code. Such a
 * call is not repeated.
 */
export class UnusableAnswer extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.name = 'UnusableAnswer';
    this.code = code;
  }
}

/** The failure that was thrown; null for anything else. */
export const failureIn = (thrown: unknown): Failed | null =>
  thrown instanceof UnusableAnswer
    ? { error: thrown.message, status: null, retryAfterSeconds: null, code: thrown.code }
    : null;
