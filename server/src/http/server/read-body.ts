import { errorCodes, type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isWithinJsonBounds } from '../../lib/bounds.ts';
import { clientNetworkOf } from '../../lib/client-network.ts';
import { BODIES_REFUSED_RETRY_SECONDS, JSON_BODIES, JSON_BODY_BOUNDS } from '../../lib/limits/http.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';

/** `too-many`: the memory budget is used up. `too-slow`: below the minimum speed. */
type BodyRefusal = 'too-large' | 'too-many' | 'too-slow';

interface BodyBudget {
  /** Free for every body; only bytes beyond it are counted. */
  readonly freeBytes: number;
  /** Limits in total, per client address and per user. */
  readonly totalBytes: number;
  readonly addressBytes: number;
  readonly personBytes: number;
  readonly progress: MinimumProgress;
}

declare module 'fastify' {
  interface FastifyRequest {
    releaseBody: (() => void) | null;
  }
}

/** Memory is taken in blocks of this size as bytes arrive. */
const BLOCK_BYTES = 64 * 1024;
const NO_BYTES = Buffer.alloc(0);
/** Blocks of complete bodies that are kept for reuse: 16 MB. */
const POOL_MAX_BLOCKS = 256;

type ReadBody = (request: FastifyRequest, maxBytes: number) => Promise<Result<Buffer, BodyRefusal>>;

/**
 * Counts received rather than announced bytes, so that idle clients do not block others. The response releases them.
 */
export function createBodyReader(budget: BodyBudget): ReadBody {
  const { freeBytes, progress } = budget;
  const shares = createShares(budget);
  /** Blocks for reuse, because new bytes arrive faster than garbage is collected. */
  const pool: Buffer[] = [];

  return async (request, maxBytes) => {
    const { raw } = request;
    const announced = Number(raw.headers['content-length'] ?? maxBytes);
    if (announced > maxBytes) return refuse('too-large');
    const share = shares.open(request);
    const closeShare = () => {
      share.close();
      // Between bursts the memory goes back to the system.
      if (shares.taken() === 0) pool.length = 0;
    };
    request.releaseBody = closeShare;
    let first: Buffer = NO_BYTES;
    let blocks: Buffer[] = [];
    let current: Buffer = first;
    /** Bytes of the current block that hold nothing yet. */
    let unfilled = 0;
    let length = 0;

    /** False if its memory is larger than what every body has for free. */
    const isOnePiece = (chunk: Buffer): boolean =>
      chunk.length === announced && announced <= freeBytes && chunk.buffer.byteLength <= freeBytes;
    const addBlock = (): boolean => {
      if (!share.take(Math.min(BLOCK_BYTES, announced - length))) return false;
      current = pool.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
      blocks.push(current);
      unfilled = BLOCK_BYTES;
      return true;
    };
    /** Copies, so that a million chunks use no more memory than a few. */
    const store = (chunk: Buffer): boolean => {
      if (length === 0) {
        if (isOnePiece(chunk)) {
          first = chunk;
          length = chunk.length;
          return true;
        }
        // Safe, since only received bytes are read.
        first = Buffer.allocUnsafeSlow(Math.min(announced, freeBytes));
        current = first;
        unfilled = first.length;
      }
      for (let copied = 0; copied < chunk.length; ) {
        if (unfilled === 0 && !addBlock()) return false;
        const bytes = chunk.copy(current, current.length - unfilled, copied);
        copied += bytes;
        unfilled -= bytes;
        length += bytes;
      }
      return true;
    };
    const joined = (): Buffer => {
      if (blocks.length === 0) return first.subarray(0, length);
      const body = Buffer.concat([first, ...blocks], length);
      // Bounded, since the body itself takes their place in the budget.
      pool.push(...blocks.slice(0, Math.max(0, POOL_MAX_BLOCKS - pool.length)));
      blocks = [];
      return body;
    };

    return new Promise((resolve, reject) => {
      const settle = (result: Result<Buffer, BodyRefusal>) => {
        stopReading();
        if (!result.ok) release();
        resolve(result);
      };
      const onData = (chunk: Buffer) => {
        if (length + chunk.length > announced) return settle(refuse('too-large'));
        if (!store(chunk)) settle(refuse('too-many'));
      };
      const onEnd = () => settle(ok(joined()));
      const onError = (error: Error) => {
        stopReading();
        release();
        reject(Object.assign(error, { statusCode: 400 }));
      };
      const stopWatching = raw.complete
        ? () => {}
        : watchProgress(
            () => length,
            progress,
            () => settle(refuse('too-slow')),
          );
      const stopReading = () => {
        stopWatching();
        raw.off('data', onData).off('end', onEnd).off('error', onError);
      };
      const release = () => {
        pool.push(...blocks);
        blocks = [];
        closeShare();
      };
      raw.on('data', onData).once('end', onEnd).once('error', onError);
    });
  };
}

function createShares({ totalBytes, addressBytes, personBytes }: BodyBudget) {
  const takenBy = new Map<string, number>();
  let taken = 0;
  const add = (keys: readonly string[], bytes: number) => {
    taken += bytes;
    for (const key of keys) {
      const now = (takenBy.get(key) ?? 0) + bytes;
      if (now === 0) takenBy.delete(key);
      else takenBy.set(key, now);
    }
  };
  return {
    taken: () => taken,
    open: ({ ip, caller }: FastifyRequest) => {
      const limits = new Map([[`address ${clientNetworkOf(ip)}`, addressBytes]]);
      if (caller !== null) limits.set(`person ${caller.session.user.id}`, personBytes);
      const keys = [...limits.keys()];
      let mine = 0;
      return {
        /** Returns false if a limit would be exceeded. */
        take: (bytes: number): boolean => {
          if (bytes <= 0) return true;
          if (taken + bytes > totalBytes) return false;
          for (const [key, most] of limits) if ((takenBy.get(key) ?? 0) + bytes > most) return false;
          mine += bytes;
          add(keys, bytes);
          return true;
        },
        /** Idempotent. */
        close: () => {
          add(keys, -mine);
          mine = 0;
        },
      };
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws the error for the client. */
    readBody(request: FastifyRequest): Promise<Buffer>;
  }
}

/** All routes share one memory budget. */
export const jsonBodies = fp(
  async (app) => {
    const readWithin = createBodyReader(JSON_BODIES);
    const readBody = async (request: FastifyRequest): Promise<Buffer> => {
      const body = await readWithin(request, request.routeOptions.bodyLimit);
      if (!body.ok) throw errorOf(body.refusal);
      return body.value;
    };
    app.decorate('readBody', readBody);
    app.decorateRequest('releaseBody', null);
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.releaseBody?.();
      done(null, payload);
    });

    const parse = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', (request, _payload, done) => {
      readBody(request).then((body) => {
        if (!isWithinJsonBounds(body, JSON_BODY_BOUNDS)) return done(errorOf('too-large'));
        parse(request, body.toString('utf8'), done);
      }, done);
    });
  },
  { name: 'json-bodies' },
);

function errorOf(refusal: BodyRefusal): Error {
  if (refusal === 'too-large') return errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  if (refusal === 'too-slow')
    return Object.assign(new Error('body too slow'), { statusCode: 408, code: 'BODY_TOO_SLOW' });
  const seconds = BODIES_REFUSED_RETRY_SECONDS;
  return Object.assign(new Error(`Too many requests. Please try again in ${seconds} seconds.`), {
    statusCode: 429,
    retryAfterSeconds: seconds,
  });
}

export interface MinimumProgress {
  readonly everyMs: number;
  readonly leastBytes: number;
}

/**
 * Calls `onStalled` once; the result stops watching. Checks after pending input, so that a busy process does not blame
 * the client.
 */
export function watchProgress(
  arrivedBytes: () => number,
  { everyMs, leastBytes }: MinimumProgress,
  onStalled: () => void,
): () => void {
  let before = arrivedBytes();
  let stopped = false;
  const check = () => {
    const now = arrivedBytes();
    if (stopped) return;
    if (now - before >= leastBytes) {
      before = now;
      return;
    }
    stop();
    onStalled();
  };
  const timer = setInterval(() => setImmediate(check), everyMs);
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return stop;
}
