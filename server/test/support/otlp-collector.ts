import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived. IDs are hexadecimal; a span without a parent has an empty one. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Takes traces by OTLP over HTTP, in protobuf. */
export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Attributes of whoever sent them. */
  readonly resource: Readonly<Record<string, string>>;
  /** Everything that came, as it came. */
  readonly bytes: () => Buffer;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const resource: Record<string, string> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body);
      for (const resourceSpans of fieldsOf(body).get(1) ?? []) {
        const parts = fieldsOf(resourceSpans);
        for (const one of parts.get(1) ?? []) Object.assign(resource, attributesIn(fieldsOf(one).get(1)));
        for (const scope of parts.get(2) ?? []) {
          for (const span of fieldsOf(scope).get(2) ?? []) spans.push(spanOf(span));
        }
      }
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resource,
    bytes: () => Buffer.concat(bodies),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spanOf(bytes: Buffer): CollectedSpan {
  const fields = fieldsOf(bytes);
  const first = (field: number) => fields.get(field)?.[0] ?? Buffer.alloc(0);
  return {
    traceId: first(1).toString('hex'),
    spanId: first(2).toString('hex'),
    parentSpanId: first(4).toString('hex'),
    name: first(5).toString(),
    attributes: attributesIn(fields.get(9)),
  };
}

function attributesIn(entries: readonly Buffer[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.map((entry) => {
      const fields = fieldsOf(entry);
      const value = fieldsOf(fields.get(2)?.[0] ?? Buffer.alloc(0));
      const text =
        value.get(1)?.[0]?.toString() ?? value.get(3)?.[0]?.toString() ?? value.get(2)?.[0]?.toString() ?? '';
      return [fields.get(1)?.[0]?.toString() ?? '', text];
    }),
  );
}

/** The fields of a protobuf message: of bytes as they are, of a number its digits. */
function fieldsOf(message: Buffer): ReadonlyMap<number, readonly Buffer[]> {
  const fields = new Map<number, Buffer[]>();
  let at = 0;
  const number = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = message[at] ?? 0;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  const bytes = (length: number): Buffer => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(number());
    const kind = key & 7;
    const value =
      kind === 0 ? Buffer.from(String(number())) : kind === 2 ? bytes(Number(number())) : bytes(kind === 1 ? 8 : 4);
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}
