import { RESERVED_SHARE } from '../../lib/limits/people.ts';
import { ok } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import type { HostClients } from '../client.ts';
import { NOT_MODIFIED } from './bounded-fetch.ts';
import { limitLeftIn } from './observed-send.ts';
import { rateLimited } from './refusals.ts';
import { type HostRequest, type HostSend, refusedUnsent } from './send.ts';
import type { HostAnswer } from './shapes.ts';

type Resource = CallCount['resource'];

interface CallMeter extends Pick<BudgetedReads, 'counts' | 'limit'> {
  metered(send: HostSend): HostSend;
}

/** Counts calls of one person, and sends none once the code host reports no more than the reserve. */
export function createCallMeter(clock: Clock): CallMeter {
  const counts = new Map<Resource, CallCount>([
    ['core', blankCount('core')],
    ['graphql', blankCount('graphql')],
  ]);
  const countOf = (resource: Resource): CallCount => counts.get(resource) ?? blankCount(resource);

  const isAtReserve = ({ remaining, reserve, resetAt }: CallCount): boolean =>
    remaining !== null && reserve !== null && remaining <= reserve && (resetAt === null || resetAt > clock.now());

  function note(resource: Resource, { etag = null }: HostRequest, answer: HostAnswer | null): void {
    const count = countOf(resource);
    const isUnchanged = etag !== null && answer?.status === NOT_MODIFIED;
    counts.set(resource, {
      ...count,
      used: count.used + Number(!isUnchanged),
      unchanged: count.unchanged + Number(isUnchanged),
      ...(answer === null ? {} : limitsAfter(count, answer)),
    });
  }

  return {
    counts: () => [...counts.values()].filter(({ used, unchanged }) => used + unchanged > 0),
    limit() {
      const reached = [...counts.values()].find(isAtReserve);
      return reached === undefined ? null : { retryAt: reached.resetAt };
    },
    metered: (send) => async (request, token) => {
      const resource = request.call.startsWith('graphql.') ? 'graphql' : 'core';
      const count = countOf(resource);
      if (isAtReserve(count))
        return ok(refusedUnsent(request.url.text, rateLimited({ retryAt: count.resetAt }), clock.now()));
      const answer = await send(request, token);
      note(resource, request, answer.ok ? answer.value : null);
      return answer;
    },
  };
}

const blankCount = (resource: Resource): CallCount => ({
  resource,
  used: 0,
  unchanged: 0,
  remaining: null,
  limit: null,
  reserve: null,
  resetAt: null,
});

/** Answers may overtake each other, so the lowest of an hour counts. */
function limitsAfter(count: CallCount, answer: HostAnswer): Partial<CallCount> {
  const left = limitLeftIn(answer);
  if (left === null || left.resource !== count.resource) return {};
  const resetAt = resetOf(answer);
  const isSameHour = resetAt?.getTime() === count.resetAt?.getTime();
  return {
    remaining: isSameHour ? Math.min(left.remaining, count.remaining ?? left.remaining) : left.remaining,
    limit: left.limit,
    reserve: Math.ceil(left.limit * RESERVED_SHARE),
    resetAt,
  };
}

function resetOf({ headers: { 'x-ratelimit-reset': reset } }: HostAnswer): Date | null {
  return typeof reset === 'string' && /^\d{1,11}$/.test(reset) ? new Date(Number(reset) * 1000) : null;
}

/** Numbers of the code host are null until it sends some. */
interface CallCount {
  readonly resource: 'core' | 'graphql';
  readonly used: number;
  /** Answered as unchanged, which the code host does not count. */
  readonly unchanged: number;
  readonly remaining: number | null;
  readonly limit: number | null;
  readonly reserve: number | null;
  readonly resetAt: Date | null;
}

/**
 * Reads of one person in many organizations. Calls are conditional on recent answers to the same token. At the reserve,
 * they are refused as `rate-limited` without being sent. Members have no names.
 */
export interface BudgetedReads {
  readonly codeHost: HostClients;
  counts(): readonly CallCount[];
  /** Not null at the reserve. */
  limit(): { readonly retryAt: Date | null } | null;
}
