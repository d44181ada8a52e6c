import { connect } from 'node:net';

/** An answer as it came over the wire. Header names in lower case, every line kept. */
export interface RawAnswer {
  /** Zero when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Everything that came, one byte a character. */
  readonly bytes: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Request target; strings are sent as UTF-8. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** A hang guard: nothing here measures how fast the service is. */
const ANSWER_LIMIT_MS = 20_000;

/** Sends bytes as they are on a connection of their own and reads until the service closes it. Rejects when it does not. */
export function sendBytes(serviceUrl: string, bytes: string, limitMs = ANSWER_LIMIT_MS): Promise<RawAnswer> {
  const { hostname, port } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    const chunks: string[] = [];
    const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');
    socket.setTimeout(limitMs, () => {
      socket.destroy();
      reject(new Error(`no answer to ${JSON.stringify(bytes.slice(0, 200))}`));
    });
    socket.on('data', (chunk: string) => chunks.push(chunk));
    // A reset ends a connection like any other end: what counts is what had been said by then.
    socket.on('error', () => {});
    socket.on('close', () => resolve(parseAnswer(chunks.join(''))));
    socket.write(bytes);
  });
}

/** Sends a request that nothing normalises, and closes the connection after the answer. */
export function sendRequest(serviceUrl: string, request: RawRequest, limitMs = ANSWER_LIMIT_MS): Promise<RawAnswer> {
  const { method = 'GET', target, headers = [], body } = request;
  const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
  const lines = [['host', new URL(serviceUrl).host] as const, ['connection', 'close'] as const, ...headers, ...length];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return sendBytes(serviceUrl, `${method} ${target} HTTP/1.1\r\n${head}\r\n${body ?? ''}`, limitMs);
}

/** The values of a header, in the order sent. */
export const headerLines = ({ headers }: RawAnswer, name: string): readonly string[] =>
  headers.filter(([key]) => key === name).map(([, value]) => value);

/** Splits an answer at its first empty line. */
function parseAnswer(bytes: string): RawAnswer {
  const split = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = (split === -1 ? bytes : bytes.slice(0, split)).split('\r\n');
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const body = split === -1 ? '' : bytes.slice(split + 4);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0), headers, body, bytes };
}

/** A header line cannot hold these; everything else goes out as the UTF-8 bytes it is. */
export const oneLine = (text: string): string => text.replace(/[\r\n\0]/g, ' ');
