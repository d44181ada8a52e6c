import type {
  AuditTrailNews,
  GraphqlProxyAnswer,
  InvitationJob,
  InvitationJobAnswer,
  Outage,
  WithheldData,
} from '@orgdesk/contract';
import type { Calls } from '@orgdesk/contract/endpoints';
import { ADDRESSES, LINES } from './generated/addresses.ts';
import { DOCUMENTS, type Queries } from './generated/queries.ts';
import type { Failed, Outcome } from './outcome.ts';
import { BROKEN_OFF, linesIn } from './read-lines.ts';
import { watch } from './watch.ts';

export interface ClientOptions {
  /** Origin such as `https://orgdesk.example.com`; empty on the service's own pages. */
  readonly baseUrl: string;
  /** Sent as a bearer token. Omit it in browsers, which send the session cookie. */
  readonly sessionToken?: string;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

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

type EndpointId = keyof Calls;
type CallInput<Id extends EndpointId> = Calls[Id]['sent'];
type Optional<Input, Value> = Record<never, never> extends Input ? [sent?: Value] : [sent: Value];

/** Excludes endpoints that only redirect a browser. */
type Functions = {
  readonly [Id in EndpointId as [Calls[Id]['answer']] extends [never] ? never : Id]: (
    ...input: Optional<CallInput<Id>, CallInput<Id> & CallOptions>
  ) => Promise<Outcome<Calls[Id]['answer']>>;
};

/**
 * Yields lines as they arrive. A refusal is the only item; a list that breaks off ends with a failure. Ending the
 * iteration cancels the request. Throws when aborted.
 */
export type Lines<Id extends EndpointId> = AsyncGenerator<Outcome<Calls[Id]['line']>, void>;

type LineReaders = {
  readonly [Id in EndpointId as [Calls[Id]['line']] extends [never] ? never : Id]: (
    ...input: Optional<CallInput<Id>, CallInput<Id> & CallOptions>
  ) => Lines<Id>;
};

/** One function per endpoint, named by the endpoint's ID. */
export interface Client extends Functions, LineReaders {
  /** Runs an allowed operation with its stored document. */
  query<Name extends keyof Queries>(
    name: Name,
    variables: Queries[Name]['variables'],
    options?: CallOptions,
  ): Promise<QueryOutcome<Queries[Name]['data']>>;
  /**
   * Yields the job now and after each change, until it ends or is no longer visible. Polls when events do not arrive.
   * Reports broken connections and retries. Throws when aborted.
   */
  watchInvitationJob(sent: CallInput<'watchInvitationJob'> & CallOptions): AsyncGenerator<Outcome<InvitationJobAnswer>>;
  /**
   * Yields the newest position now and after each added or completed entry, while the trail is visible. Polls when
   * events do not arrive. Reports broken connections and retries. Throws when aborted.
   */
  watchAuditTrail(sent: CallInput<'watchAuditTrail'> & CallOptions): AsyncGenerator<Outcome<AuditTrailNews>>;
  /** URL for a redirect: `addressOf('startSignIn', { query: { returnTo: '/x' } })`. */
  addressOf<Id extends EndpointId>(id: Id, ...input: Optional<CallInput<Id>, CallInput<Id>>): string;
}

interface Input extends CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** Creates a stateless client for browsers and Node.js. */
export function createClient({ baseUrl, sessionToken, fetch: send }: ClientOptions): Client {
  const authorization = sessionToken === undefined ? {} : { Authorization: `Bearer ${sessionToken}` };

  /** Reads the global on each call: pages may replace it, and browsers require it as a method of `globalThis`. */
  const sendNow: typeof globalThis.fetch = (address, request) => (send ?? globalThis.fetch)(address, request);

  const call = async (id: EndpointId, input: Input = {}): Promise<Outcome<unknown>> => {
    const { body, signal } = input;
    const { method, address } = locate(baseUrl, id, input);
    const request: RequestInit = {
      method,
      headers: {
        Accept: 'application/json',
        ...authorization,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    };
    try {
      const response = await sendNow(address, request);
      return outcomeOf(response, parsed(await response.text()));
    } catch {
      signal?.throwIfAborted();
      return UNREACHED;
    }
  };

  async function* readLines(id: keyof typeof LINES, input: Input = {}): AsyncGenerator<Outcome<unknown>, void> {
    const leaving = new AbortController();
    const signal = input.signal === undefined ? leaving.signal : AbortSignal.any([input.signal, leaving.signal]);
    const { address } = locate(baseUrl, id, input);
    let answer: Response | null = null;
    try {
      answer = await sendNow(address, { headers: { Accept: 'application/x-ndjson', ...authorization }, signal });
      const { ok, status, body, headers } = answer;
      if (!ok || body === null || headers.get('Content-Type')?.startsWith('application/x-ndjson') !== true) {
        return yield withoutData(answer, parsed(await answer.text()));
      }
      let hasEnded = !LINES[id].hasEnd;
      for await (const line of linesIn(body)) {
        hasEnded ||= Object(line).kind === 'end';
        yield { data: line, status };
      }
      if (!hasEnded) yield BROKEN_OFF;
    } catch {
      input.signal?.throwIfAborted();
      yield answer === null ? UNREACHED : BROKEN_OFF;
    } finally {
      leaving.abort();
    }
  }

  const openEvents = (id: EndpointId, sent: Input) => async (signal: AbortSignal) => {
    const { address } = locate(baseUrl, id, sent);
    const headers = { Accept: 'text/event-stream', ...authorization };
    return sendNow(address, { headers, signal }).catch(() => null);
  };

  const functions = Object.keys(ADDRESSES).map((id) => [
    id,
    (input?: Input) => (id in LINES ? readLines(id as keyof typeof LINES, input) : call(id as EndpointId, input)),
  ]);
  return {
    // The types are derived from these generated tables.
    ...(Object.fromEntries(functions) as Functions & LineReaders),
    watchInvitationJob: (sent) =>
      watch<InvitationJobAnswer>({
        read: () => call('getInvitationJob', sent) as Promise<Outcome<InvitationJobAnswer>>,
        open: openEvents('watchInvitationJob', sent),
        event: 'job',
        newsIn: (job) => ({ job: job as InvitationJob }),
        isOver: ({ job }) => job.endedAt !== null,
        signal: sent.signal,
      }),
    watchAuditTrail: (sent) =>
      watch<AuditTrailNews>({
        read: async () => {
          const outcome = (await call('readAuditTrail', { ...sent, query: { limit: '1' } })) as Outcome<AuditTrailNews>;
          return outcome.error === undefined ? { ...outcome, data: { newest: outcome.data.newest } } : outcome;
        },
        open: openEvents('watchAuditTrail', sent),
        event: 'trail',
        newsIn: (news) => news as AuditTrailNews,
        isOver: () => false,
        signal: sent.signal,
      }),
    addressOf: (id, ...[input]) => locate(baseUrl, id, input as Input | undefined).address,
    query: async <Name extends keyof Queries>(
      operationName: Name,
      variables: Queries[Name]['variables'],
      options: CallOptions = {},
    ) => {
      const body = { query: DOCUMENTS[operationName], operationName, variables };
      const outcome = await call('runGraphqlOperation', { ...options, body });
      if (outcome.error !== undefined) return outcome;
      const { data, errors = [] } = outcome.data as GraphqlProxyAnswer;
      return { data: data as Queries[Name]['data'], withheld: errors, status: outcome.status };
    },
  };
}

function locate(baseUrl: string, id: EndpointId, { path = {}, query = {} }: Input = {}) {
  const [method = '', pattern = ''] = ADDRESSES[id].split(' ');
  const pathname = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const search = new URLSearchParams(parameters).toString();
  return { method, address: `${baseUrl.replace(/\/+$/, '')}${pathname}${search === '' ? '' : `?${search}`}` };
}

const UNREACHED: Failed = {
  error: 'The service could not be reached. Please check your connection and try again.',
  status: null,
  retryAfterSeconds: null,
};

const outcomeOf = (answer: Response, body: unknown): Outcome<unknown> =>
  answer.ok && body !== undefined ? { data: body, status: answer.status } : withoutData(answer, body);

function withoutData({ ok, status, headers }: Response, body: unknown): Failed {
  const retryAfterSeconds = wholeSeconds(headers.get('Retry-After'));
  const requestId = status >= 500 ? headers.get('X-Request-Id') : null;
  const outage = outageIn(headers.get('Orgdesk-Outage'));
  if (!ok) {
    const error = messageIn(body) ?? generalMessage(status);
    const details = { ...(outage !== null && { outage }), ...(requestId !== null && { requestId }) };
    return { error, status, retryAfterSeconds, ...details };
  }
  return { error: 'The service sent an answer that cannot be read.', status, retryAfterSeconds };
}

const OUTAGES: Readonly<Record<Outage, true>> = {
  'database-away': true,
  overloaded: true,
  'code-host-away': true,
  'code-host-limited': true,
  'app-refused': true,
};

/** Null for outages this version does not know. */
const outageIn = (name: string | null): Outage | null =>
  name !== null && Object.hasOwn(OUTAGES, name) ? (name as Outage) : null;

/** Null for a date, which proxies may send. */
const wholeSeconds = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Undefined when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  return typeof body.error === 'string' && body.error !== '' ? body.error : null;
}

function generalMessage(status: number): string {
  if (status === 401) return 'Please sign in to continue.';
  return status >= 500
    ? `The service has a problem at the moment (status ${status}). Please try again.`
    : `The service refused the request (status ${status}).`;
}
