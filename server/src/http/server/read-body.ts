import type { FastifyRequest } from 'fastify';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type Progress, watchProgress } from './watch-progress.ts';

/** `too-many`: the memory budget is used up. `too-slow`: below the minimum speed. */
export type BodyRefusal = 'too-large' | 'too-many' | 'too-slow';

export interface BodyBudget {
  /** Free for every body; only bytes beyond it are counted. */
  readonly freeBytes: number;
  /** Limits in total, per client address and per user. */
  readonly totalBytes: number;
  readonly addressBytes: number;
  readonly personBytes: number;
  readonly progress: Progress;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the memory of the body; null before reading. */
    releaseBody: (() => void) | null;
  }
}

export type ReadBody = (request: FastifyRequest, maxBytes: number) => Promise<Result<Buffer, BodyRefusal>>;

/**
 * Counts received rather than announced bytes, so that idle clients do not block others. The response releases them.
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
    // Safe, since only received bytes are read.
    let body = Buffer.allocUnsafe(Math.min(announced, freeBytes));
    let length = 0;

    /** One buffer, so that a million chunks use no more memory than a few. */
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
