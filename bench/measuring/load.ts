import { connect } from 'node:net';

/*
 * The load: a program of its own that is told over its channel what to send. It speaks HTTP by hand, one request at a
 * time on each connection, because no client on npm keeps up with a bare server: this one counts the bytes of an answer
 * and looks at its status, nothing else.
 */

/** What to send, and what every answer has to look like. */
export interface LoadOrder {
  readonly port: number;
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[];
  readonly status: number;
  /** The length of each body, or null where answers come in chunks. */
  readonly bodyBytes: number | null;
  readonly connections: number;
  /** Ends after this time or this many answers, whichever is first. */
  readonly until: { readonly ms?: number; readonly answers?: number };
  /** Sends on each connection in this rhythm; what is late because the answer before it was late counts from when it was due. */
  readonly everyMs?: number;
  /** Whether the time of each answer is wanted. */
  readonly times?: boolean;
}

/** What came back. */
export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds, in the order of the answers. */
  readonly times: readonly number[];
  /** Why it ended early. */
  readonly failure: string | null;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const READ_BYTES = 256 * 1024;
const STATUS_AT = 9;
const SILENCE_LIMIT_MS = 30_000;
const TIMER_LATE_MS = 2;

process.on('message', (order) => {
  run(order as LoadOrder).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ answers: 0, seconds: 0, times: [], failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

function run(order: LoadOrder): Promise<LoadReport> {
  const requests = order.requests.map((request) => Buffer.from(request, 'latin1'));
  const status = Buffer.from(String(order.status));
  const { ms: endMs = Number.POSITIVE_INFINITY, answers: most = Number.POSITIVE_INFINITY } = order.until;
  const times: number[] = [];
  let [begun, answers, open, failure] = [0, 0, order.connections, null as string | null];
  const { promise, resolve } = Promise.withResolvers<LoadReport>();
  const startedAt = performance.now();
  const isOver = () => failure !== null || begun >= most || performance.now() - startedAt >= endMs;

  // A program that sleeps is woken by who writes to it, at the cost of a few microseconds of the writer: those would be
  // paid by a server that keeps it waiting, and by no faster one.
  const stayAwake = () => {
    if (open > 0) setImmediate(stayAwake);
  };
  const runConnection = (index: number) => {
    // Addresses of their own, so that the limit for one client address counts each and stops none.
    const localAddress = process.platform === 'linux' ? `127.0.0.${2 + index}` : '127.0.0.1';
    // Minus one: the head has not been read yet.
    let [left, sentAt] = [-1, 0];
    let tail = Buffer.alloc(0);
    let dueAt = startedAt;
    const send = () => {
      if (isOver()) {
        socket.end();
        return;
      }
      const now = performance.now();
      dueAt = order.everyMs === undefined ? now : dueAt + order.everyMs;
      if (dueAt > now) setTimeout(sendNow, dueAt - now);
      else sendNow();
    };
    const sendNow = () => {
      // A timer that comes late is the fault of this program.
      sentAt = dueAt < performance.now() - TIMER_LATE_MS ? dueAt : performance.now();
      socket.write(requests[begun % requests.length] as Buffer);
      begun += 1;
      left = -1;
    };
    const fail = (reason: string) => {
      failure ??= reason;
      socket.destroy();
    };
    const take = (count: number, buffer: Uint8Array): boolean => {
      let chunk = (buffer as Buffer).subarray(0, count);
      if (left === -1) {
        if (tail.length > 0) chunk = Buffer.concat([tail, chunk]);
        const headEnd = chunk.indexOf(HEAD_END);
        tail = headEnd === -1 ? Buffer.from(chunk) : Buffer.alloc(0);
        if (headEnd === -1) return true;
        if (chunk.compare(status, 0, 3, STATUS_AT, STATUS_AT + 3) !== 0) {
          fail(`an answer other than ${order.status}: ${chunk.toString('latin1', 0, 600)}`);
          return false;
        }
        left = order.bodyBytes ?? Number.POSITIVE_INFINITY;
        chunk = chunk.subarray(headEnd + HEAD_END.length);
      }
      if (order.bodyBytes === null) left = chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? 0 : left;
      else left -= chunk.length;
      if (left > 0) return true;
      if (left < 0) fail('an answer is longer than the one that was checked');
      answers += 1;
      if (order.times === true) times.push(performance.now() - sentAt);
      send();
      return true;
    };
    const socket = connect({
      port: order.port,
      host: '127.0.0.1',
      localAddress,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: take },
    });
    socket.setTimeout(SILENCE_LIMIT_MS, () => fail('no answer'));
    socket.once('connect', send);
    socket.once('error', ({ message }) => fail(message));
    socket.once('close', () => {
      if (!isOver()) fail('the server ended a connection');
      open -= 1;
      if (open === 0) resolve({ answers, seconds: (performance.now() - startedAt) / 1000, times, failure });
    });
  };
  for (let index = 0; index < order.connections; index += 1) runConnection(index);
  if (order.everyMs === undefined) stayAwake();
  return promise;
}
