import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { documentedAnswers } from './documented-answers.ts';

const CHECKED_TYPES = /^application\/(?:json|x-ndjson)\b/;

/** Compares each answer of a server with the document. The function it returns, for a closed server, lists the faults. */
export function watchAnswers(server: Server): () => Promise<readonly string[]> {
  const found: Promise<readonly string[]>[] = [];
  const closings: Promise<unknown>[] = [];
  server.on('connection', (socket) => closings.push(new Promise((resolve) => socket.once('close', resolve))));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const sent = recordAnswer(response);
    response.once('close', () => {
      if (response.headersSent) found.push(faultsOf(method, url, response.statusCode, sent, response.writableEnded));
    });
  });
  return async () => {
    // A server closes before its last connections do.
    await Promise.all(closings);
    return (await Promise.all(found)).flat();
  };
}

interface SentAnswer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly chunks: readonly Uint8Array[];
}

async function faultsOf(
  method: string,
  url: string,
  status: number,
  { headers, chunks }: SentAnswer,
  isWhole: boolean,
): Promise<readonly string[]> {
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
  const isText = contentType !== null && CHECKED_TYPES.test(contentType);
  const sent = Buffer.concat(chunks);
  const isZipped = headers['content-encoding'] === 'gzip' && isWhole && sent.length > 0;
  const text = (isZipped ? gunzipSync(sent) : sent).toString();
  const isList = contentType?.startsWith('application/x-ndjson') === true;
  // Of a list whose reader left, only whole lines count; another answer without its end says nothing.
  if (!isWhole && isText && !isList) return [];
  const body = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  const location = typeof headers.location === 'string' ? headers.location : null;
  const faults = (await documentedAnswers()).faultsAt(method, url, { status, contentType, location, body });
  return faults.map((fault) => `${method} ${url} ${status}: ${fault}`);
}

/** Records what is written to a response, but no body of a type that is not checked. */
function recordAnswer(response: ServerResponse): SentAnswer {
  const headers: Record<string, unknown> = {};
  const chunks: Uint8Array[] = [];
  const { writeHead, write, end } = response;
  response.writeHead = (...parameters: [number, ...unknown[]]) => {
    const last = parameters.at(-1);
    const own = typeof last === 'object' && last !== null && !Array.isArray(last) ? last : {};
    for (const [name, value] of Object.entries({ ...response.getHeaders(), ...(own as OutgoingHttpHeaders) })) {
      headers[name.toLowerCase()] = value;
    }
    return Reflect.apply(writeHead, response, parameters);
  };
  const record = (chunk: unknown) => {
    if (typeof headers['content-type'] === 'string' && !CHECKED_TYPES.test(headers['content-type'])) return;
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  };
  response.write = (...parameters: unknown[]) => {
    record(parameters[0]);
    return Reflect.apply(write, response, parameters);
  };
  response.end = (...parameters: unknown[]) => {
    record(parameters[0]);
    return Reflect.apply(end, response, parameters);
  };
  return { headers, chunks };
}
