import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type ListLines, listStream } from '../answers/in-pieces.ts';
import type { OpenStream, OpenStreams } from '../open-streams.ts';
import { callerOf } from '../session-guard.ts';
import { endOfList } from './departure.ts';

interface OpenList {
  readonly end: AbortSignal;
  readonly opened: OpenStream;
}

/** Lists of all features together have room in `openLists`. A list takes `limitMs` at most. */
export function createLists(openLists: OpenStreams, stopping: AbortSignal, limitMs: number) {
  return {
    /** Counts a list for its session and person, before the rights are checked. */
    open(request: FastifyRequest, reply: FastifyReply): Result<OpenList, typeof TOO_MANY.refusal> {
      const end = endOfList(request, reply, stopping, limitMs);
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
