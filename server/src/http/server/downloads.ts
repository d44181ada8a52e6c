import type { FastifyReply, FastifyRequest } from 'fastify';
import { DOWNLOAD_LIMIT_MS, STREAM_CHECK_MS } from '../../lib/limits/http.ts';
import { UNFINISHED_DOWNLOAD_LIMIT_MS } from '../../lib/limits/operate.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { createSharedCalls } from '../../lib/shared-calls.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { isStillAllowed, type OpenStream, type OpenStreams, type StreamServices } from '../open-streams.ts';
import { callerOf } from '../session-guard.ts';
import { departureOf } from './departure.ts';

export interface Download {
  /** Aborted on disconnection, timeout or loss of permission. */
  readonly end: AbortSignal;
  proceed(): Promise<void>;
}

interface TooManyDownloads {
  readonly kind: 'too-many-downloads';
}

export interface Downloads {
  /** Counts a download for its session and person until it is over. */
  enter(request: FastifyRequest, reply: FastifyReply): Result<OpenStream, TooManyDownloads>;
  /** Counts a download for its organization, if it has one, and in total, once the rights are checked. */
  countFor(owner: { readonly organizationId: number | null }, opened: OpenStream): Result<undefined, TooManyDownloads>;
  /** Checks session, permissions and `isThere` every 15 seconds, even if the client stops reading. */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    owners: Owner | readonly Owner[],
    isThere?: () => Promise<boolean>,
  ): Download;
}

export function createDownloads(
  services: StreamServices,
  open: OpenStreams,
  closing: AbortSignal,
  limitMs = DOWNLOAD_LIMIT_MS,
): Downloads {
  const { clock, log } = services.runtime;
  const underWay = new Set<() => void>();
  const endAll = () => {
    for (const end of underWay) end();
  };
  closing.addEventListener('abort', () => setTimeout(endAll, UNFINISHED_DOWNLOAD_LIMIT_MS).unref(), { once: true });

  return {
    enter(request, reply) {
      const opened = open.enter(callerOf(request).session, departureOf(request, reply));
      return opened === null ? TOO_MANY : ok(opened);
    },
    countFor: ({ organizationId }, opened) => (opened.countFor(organizationId) ? ok(undefined) : TOO_MANY),
    begin(request, reply, owners, isThere = async () => true) {
      const over = new AbortController();
      const left = departureOf(request, reply);
      const end = AbortSignal.any([left, over.signal]);
      let checkedAt = clock.now().getTime();
      const checks = createSharedCalls<'rights', void>();

      const stop = (reason: string) => {
        if (end.aborted) return;
        log.info({ reqId: request.id, reason }, 'a download was aborted');
        over.abort();
      };
      const check = (): Promise<void> =>
        checks('rights', () =>
          Promise.all([isThere(), ...[owners].flat().map((owner) => isStillAllowed(services, owner))]).then(
            (answers) => {
              if (answers.includes(false)) stop('no longer allowed');
              checkedAt = clock.now().getTime();
            },
            () => stop('could not check permissions'),
          ),
        );
      const limit = setTimeout(() => stop('took too long'), limitMs);
      const timer = setInterval(() => void check(), STREAM_CHECK_MS);
      const onClosing = () => stop('the service is stopping');
      underWay.add(onClosing);
      const clear = () => {
        underWay.delete(onClosing);
        clearTimeout(limit);
        clearInterval(timer);
      };
      end.addEventListener('abort', clear, { once: true });
      if (end.aborted) clear();

      return {
        end,
        proceed: async () => {
          // A clock set back causes a new check.
          if (Math.abs(clock.now().getTime() - checkedAt) >= STREAM_CHECK_MS) await check();
          end.throwIfAborted();
        },
      };
    },
  };
}

const TOO_MANY = refuse({ kind: 'too-many-downloads' } as const);
