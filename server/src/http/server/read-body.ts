import type { FastifyRequest } from 'fastify';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type Progress, watchProgress } from './watch-progress.ts';

/** `too-many`: there is no memory left for it beside the others. `too-slow`: it arrived below the minimum rate. */
export type BodyRefusal = 'too-large' | 'too-many' | 'too-slow';

/** Memory for bodies, in bytes that are held. */
export interface BodyBudget {
  /** What every body may take whatever the others do; only what goes beyond is counted. */
  readonly freeBytes: number;
  /** What all bodies may take together, those of one client address, and those of one person in all their sessions. */
  readonly totalBytes: number;
  readonly addressBytes: number;
  readonly personBytes: number;
  readonly progress: Progress;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the memory of the body that was read; null before one is. */
    releaseBody: (() => void) | null;
  }
}

/** Reads the whole body of a request into memory, up to a number of bytes. */
export type ReadBody = (request: FastifyRequest, maxBytes: number) => Promise<Result<Buffer, BodyRefusal>>;

/**
 * Reads bodies within one budget: memory is counted as bytes arrive, not as they are announced, so a client that sends
 * nothing keeps nobody out. It is given back when the handler has answered.
 */
export function createBodyReader(budget: BodyBudget): ReadBody {
  const { freeBytes, progress } = budget;
  const shares = createShares(budget);

  return async (request, maxBytes) => {
    const { raw } = request;
    const announced = Number(raw.headers['content-length'] ?? maxBytes);
    if (announced > maxBytes) return refuse('too-large');
    const share = shares.open(request);
    request.releaseBody = share.close;
    // Never read beyond what arrived, so what was in that memory before need not be wiped.
    let body = Buffer.allocUnsafe(Math.min(announced, freeBytes));
    let length = 0;

    /** Makes room in one piece, so that a body in a million chunks takes no more memory than one in a few. */
    const grow = (bytes: number): boolean => {
      if (bytes <= body.length) return true;
      const size = Math.min(announced, Math.max(bytes, 2 * body.length));
      if (!share.take(size - Math.max(body.length, freeBytes))) return false;
      const larger = Buffer.allocUnsafe(size);
      body.copy(larger, 0, 0, length);
      body = larger;
      return true;
    };

    return new Promise((resolve, reject) => {
      const settle = (result: Result<Buffer, BodyRefusal>) => {
        stopReading();
        if (!result.ok) release();
        resolve(result);
      };
      const onData = (chunk: Buffer) => {
        const bytes = length + chunk.length;
        if (bytes > maxBytes) return settle(refuse('too-large'));
        if (!grow(bytes)) return settle(refuse('too-many'));
        length += chunk.copy(body, length);
      };
      const onEnd = () => settle(ok(body.subarray(0, length)));
      const onError = (error: Error) => {
        stopReading();
        release();
        reject(Object.assign(error, { statusCode: 400 }));
      };
      const stopWatching = watchProgress(
        () => length,
        progress,
        () => settle(refuse('too-slow')),
      );
      const stopReading = () => {
        stopWatching();
        raw.off('data', onData).off('end', onEnd).off('error', onError);
      };
      const release = () => {
        body = Buffer.alloc(0);
        share.close();
      };
      raw.on('data', onData).once('end', onEnd).once('error', onError);
    });
  };
}

/** Memory that bodies take beyond what is free, counted in all, by client address and by person. */
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
    open: ({ ip, caller }: FastifyRequest) => {
      const limits = new Map([[`address ${ip}`, addressBytes]]);
      if (caller !== null) limits.set(`person ${caller.session.user.id}`, personBytes);
      const keys = [...limits.keys()];
      let mine = 0;
      return {
        /** False, and nothing taken, when it would be too much. */
        take: (bytes: number): boolean => {
          if (bytes <= 0) return true;
          if (taken + bytes > totalBytes) return false;
          for (const [key, most] of limits) if ((takenBy.get(key) ?? 0) + bytes > most) return false;
          mine += bytes;
          add(keys, bytes);
          return true;
        },
        /** Gives all of it back, once. */
        close: () => {
          add(keys, -mine);
          mine = 0;
        },
      };
    },
  };
}
