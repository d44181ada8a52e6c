import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { NUMBER_DIGITS, NUMBER_PLACEHOLDER } from './requests.ts';

/*
 * The load: a program of its own that is told over its channel what to send. It speaks HTTP by hand, one request at a
 * time on each connection, because no client on npm keeps up with a bare server: this one counts the bytes of an answer
 * and looks at its status, nothing else.
 */

/** Holds the requests to send and the expected answer. */
export interface LoadOrder {
  readonly port: number;
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[];
  readonly status: number;
  /** The length of each body, or null where answers come in chunks. */
  readonly bodyBytes: number | null;
  readonly connections: number;
  /** Sends on each connection in this rhythm; what is late because the answer before it was late counts from when it was due. */
  readonly everyMs?: number;
  /** True if the time of each answer is recorded. */
  readonly times?: boolean;
  /** Each request has another number at `NUMBER_PLACEHOLDER` in its body, and is signed anew with this secret. */
  readonly signedAnew?: { readonly secret: string };
}

/** Ends after this time or this many answers, whichever is first. */
export interface Until {
  readonly ms?: number;
  readonly answers?: number;
}

/** Opens a channel, sends on it, or closes it. */
export type LoadMessage =
  | { readonly open: LoadOrder; readonly channel: number }
  | { readonly until: Until; readonly channel: number }
  | { readonly close: true; readonly channel: number };

export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds, in the order of the answers. */
  readonly times: readonly number[];
  /** Why it ended early. */
  readonly failure: string | null;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const SIGNATURE = 'sha256=';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const READ_BYTES = 256 * 1024;
const STATUS_AT = 9;
const SILENCE_LIMIT_MS = 30_000;
const TIMER_LATE_MS = 2;

const channels = new Map<number, ReturnType<typeof createChannel>>();
process.on('message', (message) => {
  const command = message as LoadMessage;
  if ('open' in command) channels.set(command.channel, createChannel(command.open));
  else if ('close' in command) {
    channels.get(command.channel)?.close();
    channels.delete(command.channel);
  } else
    void channels
      .get(command.channel)
      ?.run(command.until)
      .then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

/** One run on a channel. */
interface Run {
  readonly until: Until;
  readonly startedAt: number;
  readonly times: number[];
  begun: number;
  answers: number;
  busy: number;
  failure: string | null;
}

/** Writes a number into the body of the one request of an order, and the signature into its head. */
function signing(secret: string) {
  // Another start for each program, because a service remembers what it has received.
  const first = Date.now() * 100;
  let numberAt = -1;
  return (request: Buffer, count: number): void => {
    const bodyAt = request.indexOf(HEAD_END) + HEAD_END.length;
    // The number takes its place.
    if (numberAt === -1) numberAt = request.indexOf(NUMBER_PLACEHOLDER, bodyAt);
    const signatureAt = request.indexOf(SIGNATURE) + SIGNATURE.length;
    if (numberAt === -1 || signatureAt < SIGNATURE.length) throw new Error('a request has no placeholder');
    request.write(String(first + count).padStart(NUMBER_DIGITS, '0'), numberAt, 'latin1');
    const digest = createHmac('sha256', secret).update(request.subarray(bodyAt)).digest('hex');
    request.write(digest, signatureAt, 'latin1');
  };
}

/** Connections that stay open between runs, so that no run pays for opening them; the requests go on where they were. */
function createChannel(order: LoadOrder) {
  const requests = order.requests.map((request) => Buffer.from(request, 'latin1'));
  const status = Buffer.from(String(order.status));
  const signAnew = order.signedAnew === undefined ? () => {} : signing(order.signedAnew.secret);
  const connections = Array.from({ length: order.connections }, (_, index) => createConnection(index));
  let cursor = 0;
  let run: Run = { until: {}, startedAt: 0, times: [], begun: 0, answers: 0, busy: 0, failure: null };
  let settle = () => {};

  const isOver = ({ until, startedAt, begun, failure }: Run): boolean =>
    failure !== null ||
    begun >= (until.answers ?? Number.POSITIVE_INFINITY) ||
    performance.now() - startedAt >= (until.ms ?? Number.POSITIVE_INFINITY);
  // A program that sleeps is woken by who writes to it, at the cost of a few microseconds of the writer: those would be
  // paid by a server that keeps it waiting, and by no faster one.
  const stayAwake = () => {
    if (run.busy > 0) setImmediate(stayAwake);
  };

  function createConnection(index: number) {
    // Addresses of their own, so that the limit for one client address counts each and stops none.
    const localAddress = process.platform === 'linux' ? `127.0.0.${2 + index}` : '127.0.0.1';
    let socket: Socket | null = null;
    // Minus one: the head has not been read yet.
    let [left, sentAt, dueAt] = [-1, 0, 0];
    let tail = Buffer.alloc(0);
    let isWaiting = false;
    let isReused = false;

    const send = () => {
      if (isOver(run)) return rest();
      const now = performance.now();
      dueAt = order.everyMs === undefined ? now : dueAt + order.everyMs;
      if (dueAt > now) setTimeout(sendNow, dueAt - now);
      else sendNow();
    };
    const sendNow = () => {
      // A timer that comes late is the fault of this program.
      sentAt = dueAt < performance.now() - TIMER_LATE_MS ? dueAt : performance.now();
      run.begun += 1;
      left = -1;
      isWaiting = true;
      const request = requests[cursor % requests.length] as Buffer;
      signAnew(request, cursor);
      // A copy, because the bytes change while others wait to be sent.
      socket?.write(order.signedAnew === undefined ? request : Buffer.from(request));
      cursor += 1;
    };
    const rest = () => {
      isWaiting = false;
      run.busy -= 1;
      if (run.busy === 0) settle();
    };
    const fail = (reason: string) => {
      run.failure ??= reason;
      socket?.destroy();
    };
    const take = (count: number, buffer: Uint8Array): boolean => {
      let chunk = (buffer as Buffer).subarray(0, count);
      isReused = false;
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
      run.answers += 1;
      if (order.times === true) run.times.push(performance.now() - sentAt);
      send();
      return true;
    };
    const open = () => {
      tail = Buffer.alloc(0);
      const opened = connect({
        port: order.port,
        host: '127.0.0.1',
        localAddress,
        noDelay: true,
        onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: take },
      });
      socket = opened;
      opened.setTimeout(SILENCE_LIMIT_MS, () => (isWaiting ? fail('no answer') : opened.destroy()));
      opened.once('connect', send);
      opened.once('error', ({ message }) => {
        if (!isReused) run.failure ??= message;
      });
      opened.once('close', () => {
        socket = null;
        if (!isWaiting) return;
        // A server may close a connection that rested, in the moment in which it is used again.
        if (isReused) {
          run.begun -= 1;
          isReused = false;
          open();
        } else {
          run.failure ??= 'the server ended a connection';
          rest();
        }
      });
    };
    return {
      start() {
        dueAt = run.startedAt;
        isReused = socket !== null;
        if (socket !== null) return send();
        isWaiting = true;
        open();
      },
      close: () => socket?.destroy(),
    };
  }

  return {
    run(until: Until): Promise<LoadReport> {
      run = { until, startedAt: performance.now(), times: [], begun: 0, answers: 0, busy: 0, failure: null };
      const { promise, resolve } = Promise.withResolvers<LoadReport>();
      settle = () => {
        const { answers, times, failure, startedAt } = run;
        resolve({ answers, seconds: (performance.now() - startedAt) / 1000, times, failure });
      };
      run.busy = connections.length;
      for (const { start } of connections) start();
      // When times are measured, staying awake would take a processor from the servers.
      if (order.times !== true) stayAwake();
      return promise;
    },
    close: () => {
      for (const { close } of connections) close();
    },
  };
}
