import { createHash } from 'node:crypto';
import { request } from 'node:http';

const ANSWER_LIMIT_MS = 60_000;

export type Headers = Readonly<Record<string, string>>;

/** One request, and the text of it that the load sends. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
}

export const NUMBER_DIGITS = 16;
/** Where the load writes a number into a body. */
export const NUMBER_PLACEHOLDER = 'N'.repeat(NUMBER_DIGITS);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The request as it goes over the wire. */
export function wireText({ method, path, headers, body }: Request): string {
  const all: Headers = {
    host: 'localhost',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${Buffer.from(body ?? '').toString('latin1')}`;
}

/** Asks once, without undoing a compression: the bytes are what is compared. */
export function ask(port: number, { method, path, headers, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { host: 'localhost', ...headers },
      timeout: ANSWER_LIMIT_MS,
    });
    sent.once('timeout', () => sent.destroy(new Error(`${path} was not answered`)));
    sent.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Answer['headers'],
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Returns the headers about content, which references repeat. */
export function contentHeaders({ headers, body, status }: Answer): Headers {
  const kept = ['content-type', 'content-encoding', 'etag', 'vary'].filter((name) => headers[name] !== undefined);
  const length: Headers = status === 304 ? {} : { 'content-length': String(body.length) };
  return { ...Object.fromEntries(kept.map((name) => [name, headers[name] ?? ''])), ...length };
}

/** Headers that differ for each connection or answer. */
const NOT_REPEATED: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive']);

/** All headers of an answer that another one can repeat. */
export const repeatableHeaders = ({ headers }: Answer): Headers =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value = '']) => (NOT_REPEATED.has(name) ? [] : [[name, value]])),
  );

/** Ends the bench when the two sides do not do the same work. */
export function requireSameAnswer(name: string, ours: Answer, theirs: Answer): void {
  const digest = ({ body }: Answer) => createHash('sha256').update(body).digest('hex');
  if (ours.status === theirs.status && digest(ours) === digest(theirs)) return;
  const textOf = ({ status, body }: Answer) =>
    `${status}, ${body.length} bytes: ${body.toString('utf8').slice(0, 300)}`;
  throw new Error(`${name} does not answer as the service does.\n  ours: ${textOf(ours)}\n  its:  ${textOf(theirs)}`);
}
