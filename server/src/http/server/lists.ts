import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type ListLines, listStream } from '../answers/line-stream.ts';
import { callerOf } from '../session/session-guard.ts';
import type { OpenStream, OpenStreams } from '../streams/open-streams.ts';
import { endOfList } from './departure.ts';

export interface ListsDeps {
  /** Shared by all features. */
  readonly openLists: OpenStreams;
  readonly stopping: AbortSignal;
  /** Per list. Default: `LIST_LIMIT_MS`. */
  readonly listLimitMs?: number | undefined;
}

interface OpenList {
  readonly end: AbortSignal;
  readonly opened: OpenStream;
}

export function createLists({ openLists, stopping, listLimitMs }: ListsDeps) {
  return {
    /** Counts a list for its session and person, before the rights are checked. */
    open(request: FastifyRequest, reply: FastifyReply): Result<OpenList, typeof TOO_MANY.refusal> {
      const end = endOfList(request, reply, stopping, listLimitMs);
      const opened = openLists.enter(callerOf(request).session, end);
      return opened === null ? TOO_MANY : ok({ end, opened });
    },
    /** Counts a list for its organization, if it has one, and in total, then sends it. */
    async send<Line extends { readonly kind: string }, Refusal>(
      reply: FastifyReply,
      { organizationId }: { readonly organizationId: number | null },
      { end, opened }: OpenList,
      read: (end: AbortSignal) => Promise<Result<ListLines<Line>, Refusal>>,
    ) {
      if (!opened.countFor(organizationId)) return TOO_MANY;
      const lines = await read(end);
      return lines.ok ? listStream(reply, lines.value) : lines;
    },
  };
}

const TOO_MANY = refuse({ kind: 'too-many-lists' } as const);
