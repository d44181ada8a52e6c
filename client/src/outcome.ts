/**
 * What became of a call: data, or a sentence that may be shown to people. `status` is null when no answer came.
 * `retryAfterSeconds` is how long to wait before another try, null when the answer did not say. `requestId`, by which
 * operators find what happened, is there when the service itself failed and named its answer. A refusal or a broken
 * connection is a value; only an aborted call throws.
 */
export type Outcome<Data> =
  | { readonly data: Data; readonly error?: undefined; readonly status: number }
  | {
      readonly data?: undefined;
      readonly error: string;
      readonly status: number | null;
      readonly retryAfterSeconds: number | null;
      readonly requestId?: string;
    };
