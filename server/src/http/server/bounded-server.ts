import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { SIGN_OUT } from '@orgdesk/contract';
import { Bag } from '../../lib/bounds.ts';
import { clientNetworkOf } from '../../lib/client-network.ts';
import {
  ACCEPTED_BEFORE_TURN,
  CONNECTIONS_MAX,
  IDLE_CONNECTION_LIMIT_MS,
  REQUEST_HEADERS_LIMIT_MS,
  REQUEST_HEADERS_MAX_BYTES,
  REQUEST_LIMIT_MS,
  REQUESTS_AT_ONCE,
  REQUESTS_OF_SESSION_AT_ONCE,
  REQUESTS_WAITING_MAX,
  REQUESTS_WAITING_ON_CONNECTION_MAX,
  TURN_MS,
  UNREAD_ANSWER_LIMIT_MS,
  UNSENT_CHECK_MS,
  UNSENT_CHECK_REQUESTS,
  UNSENT_MAX_BYTES,
} from '../../lib/limits/http.ts';
import { credentialOf } from '../session-guard.ts';

/** What waits on one connection. */
export interface ConnectionQueue {
  readonly starts: (() => void)[];
}

interface RequestQueue {
  createConnectionQueue(): ConnectionQueue;
  start(queue: ConnectionQueue, work: () => void): void;
  /** Reports that a connection was accepted, so that further ones may wait. */
  noteConnection(): void;
}

/**
 * Starts work for at most `TURN_MS`, then accepts up to `ACCEPTED_BEFORE_TURN` connections, because an iteration of the
 * event loop accepts only one. Connections take turns.
 */
export function createRequestQueue(now: () => number = () => performance.now()): RequestQueue {
  /** Queues with something to start, in the order of their turns. */
  const waiting: ConnectionQueue[] = [];
  let endsAt = 0;
  let isOpen = false;
  let hasNewConnection = false;
  let acceptedCount = 0;

  const next = () => {
    const queue = waiting.shift();
    const start = queue?.starts.shift();
    if (queue !== undefined && queue.starts.length > 0) waiting.push(queue);
    return start;
  };
  const startNext = () => {
    const start = next();
    if (start === undefined) {
      isOpen = false;
      return;
    }
    start();
    // Whatever a request does without waiting for a socket or file ends after the pending promises.
    queueMicrotask(() => process.nextTick(goOn));
  };
  const goOn = () => {
    if (now() < endsAt) return startNext();
    setImmediate(open);
  };
  const open = () => {
    if (hasNewConnection && acceptedCount < ACCEPTED_BEFORE_TURN) {
      hasNewConnection = false;
      acceptedCount += 1;
      setImmediate(open);
      return;
    }
    acceptedCount = 0;
    endsAt = now() + TURN_MS;
    startNext();
  };

  return {
    createConnectionQueue: () => ({ starts: [] }),
    start(queue, start) {
      queue.starts.push(start);
      if (queue.starts.length === 1) waiting.push(queue);
      if (isOpen) return;
      isOpen = true;
      process.nextTick(open);
    },
    noteConnection() {
      hasNewConnection = true;
    },
  };
}

const OPTIONS: ServerOptions = {
  maxHeaderSize: REQUEST_HEADERS_MAX_BYTES,
  headersTimeout: REQUEST_HEADERS_LIMIT_MS,
  requestTimeout: REQUEST_LIMIT_MS,
  keepAliveTimeout: IDLE_CONNECTION_LIMIT_MS,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

interface Work {
  readonly network: string;
  /** Sequence number over all connections. */
  lastUse: number;
  readonly active: Bag<InProgress>;
  readonly waiting: (() => void)[];
  readonly queue: ConnectionQueue;
}

interface InProgress {
  readonly response: ServerResponse;
  /** Null without a session. */
  slot: Slot | null;
}

export interface ServerBounds {
  readonly connectionsMax: number;
  readonly unsentMaxBytes: number;
}

/**
 * An HTTP server whose memory does not depend on what clients leave unread. Pipelined requests take turns, a few at
 * once per connection, and clients that do not read are disconnected.
 *
 * A new connection always finds room: the network with the most connections loses the one used longest ago. If all hold
 * too many unsent bytes, those holding the most are closed.
 */
export function createBoundedServer(
  answer: RequestListener,
  { connectionsMax = CONNECTIONS_MAX, unsentMaxBytes = UNSENT_MAX_BYTES }: Partial<ServerBounds> = {},
): Server {
  const works = new Map<Socket, Work>();
  const requestQueue = createRequestQueue();
  const slots = createSessionSlots(REQUESTS_OF_SESSION_AT_ONCE);
  let waitingInAll = 0;
  let uses = 0;
  let startedCount = 0;

  const open = (socket: Socket): void => {
    uses += 1;
    const work: Work = {
      network: clientNetworkOf(socket.remoteAddress ?? ''),
      lastUse: uses,
      active: new Bag(),
      waiting: [],
      queue: requestQueue.createConnectionQueue(),
    };
    works.set(socket, work);
    socket.once('close', () => forget(socket, work));
  };
  const forget = (socket: Socket, work: Work) => {
    waitingInAll -= work.waiting.splice(0).length;
    works.delete(socket);
    for (const { slot } of work.active) if (slot !== null) slots.leave(slot);
  };
  const end = (socket: Socket) => {
    const work = works.get(socket);
    cut(socket);
    if (work !== undefined) forget(socket, work);
  };

  const boundUnsent = () => {
    const held = [...works].map(([socket, { active }]) => [socket, unsentBytesOf(socket, active)] as const);
    for (const socket of holdingMost(held, unsentMaxBytes)) end(socket);
  };

  const begin = (work: Work, request: IncomingMessage, response: ServerResponse) => {
    const inProgress: InProgress = { response, slot: null };
    work.active.add(inProgress);
    response.on('close', afterAnswer);
    startedCount += 1;
    if (startedCount % UNSENT_CHECK_REQUESTS === 0) boundUnsent();
    const { socket } = request;
    const start = () =>
      requestQueue.start(work.queue, () => {
        if (!socket.destroyed) answer(request, response);
      });
    const session = credentialOf(request)?.id ?? null;
    if (session === null || isSignOut(request)) start();
    else inProgress.slot = slots.enter(session, response, start);
  };
  /** Shared, because a listener per response costs more than this function. */
  function afterAnswer(this: ServerResponse): void {
    const { socket } = this.req;
    const work = works.get(socket);
    if (work === undefined) return;
    for (const inProgress of work.active) {
      if (inProgress.response !== this) continue;
      work.active.remove(inProgress);
      if (inProgress.slot !== null) slots.leave(inProgress.slot);
      break;
    }
    uses += 1;
    work.lastUse = uses;
    const next = work.waiting.shift();
    if (next === undefined) return;
    waitingInAll -= 1;
    if (!socket.destroyed) next();
  }

  const server = createServer(OPTIONS, (request: IncomingMessage, response) => {
    const { socket } = request;
    const work = works.get(socket);
    if (work === undefined) return cut(socket);
    if (work.active.size < REQUESTS_AT_ONCE) return begin(work, request, response);
    // A closed connection stays in memory until the next event loop iteration.
    const waitingHere = work.waiting.length;
    if (waitingHere >= REQUESTS_WAITING_ON_CONNECTION_MAX || waitingInAll >= REQUESTS_WAITING_MAX) return end(socket);
    work.waiting.push(() => begin(work, request, response));
    waitingInAll += 1;
  });

  const checks = setInterval(() => {
    boundUnsent();
    slots.check();
  }, UNSENT_CHECK_MS).unref();
  server.once('close', () => clearInterval(checks));
  server.on('connection', (socket) => {
    requestQueue.noteConnection();
    open(socket);
    if (works.size > connectionsMax) end(leastNeeded(works) ?? socket);
  });
  server.setTimeout(UNREAD_ANSWER_LIMIT_MS, (socket) => {
    // While a request is in progress and nothing is unsent, the client is waiting.
    if (socket.writableLength > 0 || (works.get(socket)?.active.size ?? 0) === 0) socket.destroy();
  });
  return server;
}

/** Signing out must work while the session's other requests wait for the code host. */
const isSignOut = ({ method, url = '' }: IncomingMessage): boolean =>
  method === SIGN_OUT.method && (url === SIGN_OUT.path || url.startsWith(`${SIGN_OUT.path}?`));

/**
 * Returns the connection used longest ago of the network with the most; undefined without any. Scans all, because
 * keeping an order would cost every request.
 */
function leastNeeded(works: ReadonlyMap<Socket, Work>): Socket | undefined {
  const byNetwork = Map.groupBy(works, ([, { network }]) => network);
  let most: readonly (readonly [Socket, Work])[] = [];
  for (const connections of byNetwork.values()) if (connections.length > most.length) most = connections;
  let least = most[0];
  for (const connection of most) if (connection[1].lastUse < (least?.[1].lastUse ?? 0)) least = connection;
  return least?.[0];
}

/**
 * Skips requests already received, which could be thousands: 2 tells the parser that another protocol follows. `parser`
 * is undocumented.
 */
function cut(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

/** Queued responses are not part of the socket yet. */
function unsentBytesOf(socket: Socket, answers: Iterable<{ readonly response: ServerResponse }>): number {
  let bytes = socket.writableLength;
  for (const { response } of answers) if (response.socket === null) bytes += response.writableLength;
  return bytes;
}

/** Largest first, until the rest fits. */
function holdingMost(held: readonly (readonly [Socket, bytes: number])[], maxBytes: number): readonly Socket[] {
  let left = held.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (left <= maxBytes) return [];
  const closed: Socket[] = [];
  for (const [socket, bytes] of held.toSorted(([, a], [, b]) => b - a)) {
    if (left <= maxBytes) break;
    left -= bytes;
    closed.push(socket);
  }
  return closed;
}

/** A request among those of its session; while it waits, part of a linked list in the order of arrival. */
interface Slot {
  readonly session: SlotsOfSession;
  readonly response: ServerResponse;
  readonly start: () => void;
  state: 'waiting' | 'active' | 'left';
  before: Slot | null;
  after: Slot | null;
}

interface SessionSlots {
  /** Starts a request as soon as fewer than the limit of its session are without an answer. */
  enter(session: string, response: ServerResponse, start: () => void): Slot;
  /** Removes a request, and gives its slot to the next. */
  leave(slot: Slot): void;
  /** Frees the slots of responses that have begun, since streams and unread answers do not end; forgets idle sessions. */
  check(): void;
}

interface SlotsOfSession {
  readonly active: Bag<Slot>;
  first: Slot | null;
  last: Slot | null;
}

/**
 * Limits concurrent requests per session. With hundreds in progress, one iteration of the event loop handles the code host's
 * answers for all of them, and accepts a single new connection.
 */
function createSessionSlots(limit: number): SessionSlots {
  const bySession = new Map<string, SlotsOfSession>();

  const fill = (session: SlotsOfSession): void => {
    const { active } = session;
    active.removeWhere(({ response }) => response.headersSent);
    while (active.size < limit && session.first !== null) {
      const slot = session.first;
      unlink(slot);
      slot.state = 'active';
      active.add(slot);
      slot.start();
    }
  };

  return {
    enter(key, response, start) {
      let session = bySession.get(key);
      if (session === undefined) {
        session = { active: new Bag(), first: null, last: null };
        bySession.set(key, session);
      }
      const slot: Slot = { session, response, start, state: 'waiting', before: session.last, after: null };
      if (session.last === null) session.first = slot;
      else session.last.after = slot;
      session.last = slot;
      fill(session);
      return slot;
    },
    leave(slot) {
      const { session, state } = slot;
      slot.state = 'left';
      if (state === 'waiting') unlink(slot);
      if (state === 'active') session.active.remove(slot);
      if (state !== 'left') fill(session);
    },
    check() {
      for (const [key, session] of bySession) {
        fill(session);
        if (session.active.size === 0 && session.first === null) bySession.delete(key);
      }
    },
  };
}

function unlink(slot: Slot): void {
  const { session, before, after } = slot;
  if (before === null) session.first = after;
  else before.after = after;
  if (after === null) session.last = before;
  else after.before = before;
  slot.before = null;
  slot.after = null;
}
