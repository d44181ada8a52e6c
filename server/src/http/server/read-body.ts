import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type Progress, watchProgress } from './watch-progress.ts';

/** `too-many`: there is no memory left for it beside the others. `too-slow`: it did not go on arriving. */
export type BodyRefusal = 'too-large' | 'too-many' | 'too-slow';

export interface BodyLimits {
  readonly maxBytes: number;
  /** What every body may take whatever the others do; only what goes beyond is counted. */
  readonly freeBytes: number;
  /** What all bodies may take together, and those of one client address. */
  readonly totalBytes: number;
  readonly addressBytes: number;
  readonly progress: Progress;
}

/**
 * Reads whole bodies into memory, and keeps them from filling it: memory is taken as bytes arrive, not as they are
 * announced, so a client that sends nothing keeps nobody out. It is given back with the answer.
 */
export function createBodyReader(limits: BodyLimits) {
  const { maxBytes, freeBytes } = limits;
  const shares = createShares(limits);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Result<Buffer, BodyRefusal>> => {
    const { raw } = request;
    const announced = Number(raw.headers['content-length'] ?? maxBytes);
    if (announced > maxBytes) return refuse('too-large');
    const share = shares.open(request.ip);
    // An answer that never had its turn on the connection is not told that this is gone.
    const release = () => {
      share.close();
      reply.raw.off('close', release);
      raw.socket.off('close', release);
    };
    reply.raw.once('close', release);
    raw.socket.once('close', release);
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
        stopWatching();
        raw.off('data', onData).off('end', onEnd);
        if (!result.ok) {
          body = Buffer.alloc(0);
          share.close();
        }
        resolve(result);
      };
      const onData = (chunk: Buffer) => {
        const bytes = length + chunk.length;
        if (bytes > maxBytes) return settle(refuse('too-large'));
        if (!grow(bytes)) return settle(refuse('too-many'));
        length += chunk.copy(body, length);
      };
      const onEnd = () => settle(ok(body.subarray(0, length)));
      const stopWatching = watchProgress(
        () => length,
        limits.progress,
        () => settle(refuse('too-slow')),
      );
      raw
        .on('data', onData)
        .once('end', onEnd)
        .once('error', (error) => {
          stopWatching();
          reject(Object.assign(error, { statusCode: 400 }));
        });
    });
  };
}

/** Memory that bodies take beyond what is free, counted in all and by client address. */
function createShares({ totalBytes, addressBytes }: BodyLimits) {
  const takenBy = new Map<string, number>();
  let taken = 0;
  const add = (address: string, bytes: number) => {
    taken += bytes;
    const now = (takenBy.get(address) ?? 0) + bytes;
    if (now === 0) takenBy.delete(address);
    else takenBy.set(address, now);
  };
  return {
    open: (address: string) => {
      let mine = 0;
      return {
        /** False, and nothing taken, when it would be too much. */
        take: (bytes: number): boolean => {
          if (bytes <= 0) return true;
          if (taken + bytes > totalBytes || (takenBy.get(address) ?? 0) + bytes > addressBytes) return false;
          mine += bytes;
          add(address, bytes);
          return true;
        },
        /** Gives all of it back, once. */
        close: () => {
          add(address, -mine);
          mine = 0;
        },
      };
    },
  };
}
