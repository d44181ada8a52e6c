import { outcomeOf, parsed, UNREACHED, withoutData } from './answer.ts';
import { cancellationOf, throwIfAborted } from './cancel.ts';
import type { CallOptions, Client, EndpointId, PagedId } from './client.ts';
import { ADDRESSES, FILES, LINES, PAGES, READS } from './generated/addresses.ts';
import type { AuditTrailNews, Calls, GraphqlProxyAnswer, Job, JobAnswer } from './generated/contract.ts';
import { DOCUMENTS, type Queries } from './generated/queries.ts';
import { type Input, locate } from './locate.ts';
import { failureIn, type Outcome } from './outcome.ts';
import { cursorIn, pagesOf } from './pages.ts';
import { BROKEN_OFF, linesOf } from './read-lines.ts';
import { withRetries } from './retry.ts';
import { watch } from './watch.ts';

export interface ClientOptions {
  /** Origin such as `https://orgdesk.example.com`; empty on the service's own pages. */
  readonly baseUrl: string;
  /** Sent as a bearer token. Omit it in browsers, which send the session cookie. */
  readonly sessionToken?: string;
  /** Default: `globalThis.fetch`. May throw `UnusableAnswer`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How often a call that failed without an effect is repeated. Default: 2. */
  readonly retries?: number;
}

type Read<Data> = (answer: Response) => Promise<Outcome<Data>>;

export function createClient({ baseUrl, sessionToken, fetch: send, retries = 2 }: ClientOptions): Client {
  const authorization = sessionToken === undefined ? {} : { Authorization: `Bearer ${sessionToken}` };

  /** Reads the global on each call: pages may replace it, and browsers require it as a method of `globalThis`. */
  const sendNow: typeof globalThis.fetch = (address, request) => (send ?? globalThis.fetch)(address, request);

  const request = (id: EndpointId, accepted: string, input: Input): Promise<Response> => {
    const { body, signal } = input;
    const { method, address } = locate(baseUrl, id, input);
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return sendNow(address, {
      method,
      headers: { Accept: accepted, ...authorization, ...type },
      // No endpoint of the client redirects: elsewhere, others would get the body.
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  };

  const attempt = async <Data>(id: EndpointId, accepted: string, input: Input, read: Read<Data>) => {
    try {
      return await read(await request(id, accepted, input));
    } catch (thrown) {
      throwIfAborted(input.signal);
      return failureIn(thrown) ?? UNREACHED;
    }
  };

  const call = (id: EndpointId, input: Input = {}): Promise<Outcome<unknown>> =>
    withRetries({ retries, isRead: READS[id] === true, signal: input.signal }, () => readJson(id, input));

  const readJson = (id: EndpointId, input: Input): Promise<Outcome<unknown>> =>
    attempt(id, 'application/json', input, async (answer) => outcomeOf(answer, parsed(await answer.text())));

  /** The answer as it arrives, if its type is `type`. */
  const open = (id: EndpointId, type: string, input: Input = {}): Promise<Outcome<Response>> =>
    withRetries({ retries, isRead: READS[id] === true, signal: input.signal }, () =>
      attempt(id, type, input, async (answer) =>
        answer.ok && answer.headers.get('Content-Type')?.startsWith(type) === true
          ? { data: answer, status: answer.status }
          : withoutData(answer, parsed(await answer.text())),
      ),
    );

  async function* readLines(id: keyof typeof LINES, input: Input = {}): AsyncGenerator<Outcome<unknown>, void> {
    const leaving = cancellationOf(input.signal);
    try {
      throwIfAborted(input.signal);
      const opened = await open(id, 'application/x-ndjson', { ...input, signal: leaving.signal });
      if (opened.error !== undefined) return yield opened;
      let hasEnded = !LINES[id].hasEnd;
      for await (const line of linesOf(opened.data)) {
        hasEnded ||= Object(line).kind === 'end';
        yield { data: line, status: opened.status };
      }
      if (!hasEnded) yield BROKEN_OFF;
    } catch (thrown) {
      throwIfAborted(input.signal);
      yield failureIn(thrown) ?? BROKEN_OFF;
    } finally {
      leaving.release();
      leaving.abort();
    }
  }

  const openEvents = (id: EndpointId, sent: Input) => (signal: AbortSignal) =>
    request(id, 'text/event-stream', { ...sent, signal }).catch(() => null);

  const functionOf = (id: EndpointId) => (input?: Input) => {
    if (id in LINES) return readLines(id as keyof typeof LINES, input);
    return id in FILES ? open(id, 'text/csv', input) : call(id, input);
  };
  const ids = Object.keys(ADDRESSES) as EndpointId[];

  const query = async <Name extends keyof Queries>(
    operationName: Name,
    variables: Queries[Name]['variables'],
    options: CallOptions = {},
  ) => {
    const body = { query: DOCUMENTS[operationName], operationName, variables };
    const outcome = await call('runGraphqlOperation', { ...options, body });
    if (outcome.error !== undefined) return outcome;
    const { data, errors = [] } = outcome.data as GraphqlProxyAnswer;
    return { data: data as Queries[Name]['data'], withheld: errors, status: outcome.status };
  };

  return {
    // The types are derived from these generated tables.
    ...(Object.fromEntries(ids.map((id) => [id, functionOf(id)])) as unknown as Omit<Client, 'query'>),
    watchJob: (sent) =>
      watch<JobAnswer>({
        read: () => readJson('getJob', sent) as Promise<Outcome<JobAnswer>>,
        open: openEvents('watchJob', sent),
        event: 'job',
        newsIn: (job) => ({ job: job as Job }),
        isOver: ({ job }) => job.endedAt !== null,
        signal: sent.signal,
      }),
    watchAuditTrail: (sent) =>
      watch<AuditTrailNews>({
        read: async () => {
          const page = { ...sent, query: { limit: '1' } };
          const outcome = (await readJson('readAuditTrail', page)) as Outcome<AuditTrailNews>;
          return outcome.error === undefined ? { ...outcome, data: { newest: outcome.data.newest } } : outcome;
        },
        open: openEvents('watchAuditTrail', sent),
        event: 'trail',
        newsIn: (news) => news as AuditTrailNews,
        isOver: () => false,
        signal: sent.signal,
      }),
    addressOf: (id, ...[input]) => locate(baseUrl, id, input as Input | undefined).address,
    query,
    queryPages: (name, variables, options) =>
      pagesOf((after) => query(name, { ...variables, after } as Queries[typeof name]['variables'], options), cursorIn),
    pages: <Id extends PagedId>(id: Id, sent: Input) =>
      pagesOf<Paged, Outcome<Calls[Id]['answer'] & Paged>>(
        (cursor) => {
          const query = { ...sent.query, ...(cursor === undefined ? {} : { [PAGES[id]]: cursor }) };
          return call(id, { ...sent, query }) as Promise<Outcome<Calls[Id]['answer'] & Paged>>;
        },
        ({ next }) => (next === null ? null : String(next)),
      ),
  };
}

interface Paged {
  readonly next: number | null;
}
