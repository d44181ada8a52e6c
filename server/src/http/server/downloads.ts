import type { OrganizationParams } from '@orgdesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNFINISHED_DOWNLOAD_LIMIT_MS } from '../../domain/limits/process.ts';
import { DOWNLOAD_LIMIT_MS, STREAM_CHECK_MS } from '../../domain/limits/requests.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { OpenStreams } from '../../sessions/open-streams.ts';
import type { MaySee, StillAllowed } from '../../sessions/still-allowed.ts';
import { callerOf } from '../session/session-guard.ts';
import { departureOf } from './departure.ts';

export interface DownloadsDeps {
  readonly open: OpenStreams;
  readonly stillAllowed: StillAllowed;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the service closes: what is not sent soon after is cut off. */
  readonly closing: AbortSignal;
  /** How long one may take. Default: `DOWNLOAD_LIMIT_MS`. */
  readonly limitMs?: number | undefined;
}

/** A file that is being sent. */
export interface Download {
  /** Aborted when it has to end: with its reader, after its time, or with the rights of its reader. */
  readonly end: AbortSignal;
  /** Rejects when it has to end. */
  proceed(): Promise<void>;
}

/** Files that are being sent on this instance. */
export interface Downloads {
  /** Counts a download until its connection is gone; false when there are too many. */
  enter(request: FastifyRequest<{ Params: OrganizationParams }>, reply: FastifyReply): boolean;
  /** Begins one that was counted: session and rights are checked every 15 seconds, whether its reader reads or not. */
  begin(request: FastifyRequest, reply: FastifyReply, maySee: MaySee): Download;
}

export function createDownloads({ open, stillAllowed, clock, log, closing, limitMs }: DownloadsDeps): Downloads {
  /** Ends each download that is under way. */
  const underWay = new Set<() => void>();
  const endAll = () => {
    for (const end of underWay) end();
  };
  closing.addEventListener('abort', () => setTimeout(endAll, UNFINISHED_DOWNLOAD_LIMIT_MS).unref(), { once: true });

  return {
    enter: (request, reply) => open.enter(callerOf(request).session, departureOf(request, reply), request.params.login),
    begin(request, reply, maySee) {
      const { key } = callerOf(request).session;
      const over = new AbortController();
      const left = departureOf(request, reply);
      const end = AbortSignal.any([left, over.signal]);
      let checkedAt = clock.now().getTime();
      let checking: Promise<void> | null = null;

      const stop = (reason: string) => {
        if (end.aborted) return;
        log.info({ reqId: request.id, reason }, 'a download ended before its end');
        over.abort();
      };
      const check = (): Promise<void> => {
        checking ??= stillAllowed(key, maySee)
          .then(
            (allowed) => {
              if (!allowed) stop('not allowed any more');
              checkedAt = clock.now().getTime();
            },
            () => stop('rights could not be checked'),
          )
          .finally(() => {
            checking = null;
          });
        return checking;
      };
      const limit = setTimeout(() => stop('took too long'), limitMs ?? DOWNLOAD_LIMIT_MS);
      const checks = setInterval(() => void check(), STREAM_CHECK_MS);
      const onClosing = () => stop('the service closes');
      underWay.add(onClosing);
      const clear = () => {
        underWay.delete(onClosing);
        clearTimeout(limit);
        clearInterval(checks);
      };
      end.addEventListener('abort', clear, { once: true });
      if (end.aborted) clear();

      return {
        end,
        proceed: async () => {
          // A clock that was put back checks anew.
          if (Math.abs(clock.now().getTime() - checkedAt) >= STREAM_CHECK_MS) await check();
          end.throwIfAborted();
        },
      };
    },
  };
}
