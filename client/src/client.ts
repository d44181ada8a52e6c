import type { FILES, PAGES } from './generated/addresses.ts';
import type { AuditTrailNews, Calls, JobAnswer, WithheldData } from './generated/contract.ts';
import type { Queries } from './generated/queries.ts';
import type { Failed, Outcome } from './outcome.ts';

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** `withheld` lists what the code host left out of the data. */
export type QueryOutcome<Data> =
  | {
      readonly data: Data;
      readonly withheld: readonly WithheldData[];
      readonly error?: undefined;
      readonly status: number;
    }
  | (Failed & { readonly withheld?: undefined });

export type EndpointId = keyof Calls;
type CallInput<Id extends EndpointId> = Calls[Id]['sent'];
type Optional<Input, Value> = Record<never, never> extends Input ? [sent?: Value] : [sent: Value];
type Parameters<Id extends EndpointId> = Optional<CallInput<Id>, CallInput<Id> & CallOptions>;

/** Excludes endpoints that only redirect a browser. */
type Functions = {
  readonly [Id in EndpointId as [Calls[Id]['answer']] extends [never] ? never : Id]: (
    ...input: Parameters<Id>
  ) => Promise<Outcome<Calls[Id]['answer']>>;
};

/**
 * Yields lines as they arrive. A refusal is the only item; a list that ends early ends with a failure. Ending the
 * iteration cancels the request. Throws when aborted.
 */
export type Lines<Id extends EndpointId> = AsyncGenerator<Outcome<Calls[Id]['line']>, void>;

type LineReaders = {
  readonly [Id in EndpointId as [Calls[Id]['line']] extends [never] ? never : Id]: (
    ...input: Parameters<Id>
  ) => Lines<Id>;
};

/** The answer is given as it arrives: read its `body`, `text()` or `blob()`, which fail when the file breaks off. */
type Downloads = {
  readonly [Id in keyof typeof FILES]: (...input: Parameters<Id>) => Promise<Outcome<Response>>;
};

export type PagedId = keyof typeof PAGES;
type PagedQuery = {
  [Name in keyof Queries]: 'after' extends keyof Queries[Name]['variables'] ? Name : never;
}[keyof Queries];

/** Yields pages until the last. A failure is the last item. Throws when aborted. */
export type Pages<Data> = AsyncGenerator<Outcome<Data>, void>;

/** One function per endpoint, named by the endpoint's ID. */
export interface Client extends Functions, LineReaders, Downloads {
  /** Runs an allowed operation with its stored document. */
  query<Name extends keyof Queries>(
    name: Name,
    variables: Queries[Name]['variables'],
    options?: CallOptions,
  ): Promise<QueryOutcome<Queries[Name]['data']>>;
  /** Yields each page of an operation. */
  queryPages<Name extends PagedQuery>(
    name: Name,
    variables: Omit<Queries[Name]['variables'], 'after'>,
    options?: CallOptions,
  ): AsyncGenerator<QueryOutcome<Queries[Name]['data']>, void>;
  /** Yields each page of an endpoint that answers pages. */
  pages<Id extends PagedId>(id: Id, sent: CallInput<Id> & CallOptions): Pages<Calls[Id]['answer']>;
  /**
   * Yields the job now and after each change, until it ends or is no longer visible. Polls when events do not arrive.
   * Reports broken connections and retries. Throws when aborted.
   */
  watchJob(sent: CallInput<'watchJob'> & CallOptions): AsyncGenerator<Outcome<JobAnswer>>;
  /**
   * Yields the newest position now and after each added or completed entry, while the trail is visible. Polls when
   * events do not arrive. Reports broken connections and retries. Throws when aborted.
   */
  watchAuditTrail(sent: CallInput<'watchAuditTrail'> & CallOptions): AsyncGenerator<Outcome<AuditTrailNews>>;
  /** URL for a redirect: `addressOf('startSignIn', { query: { returnTo: '/x' } })`. */
  addressOf<Id extends EndpointId>(id: Id, ...input: Optional<CallInput<Id>, CallInput<Id>>): string;
}
