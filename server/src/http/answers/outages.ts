import { type Answers, OUTAGE_HEADER, type Outage } from '@orgdesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StorageOutage } from '../../database/outages.ts';
import { OUTAGE_RETRY_SECONDS } from '../../lib/limits/storage.ts';
import { wantsPage } from './accepts.ts';
import { sendOutcomePage } from './outcome-page.ts';

const RETRY_AFTER_OUTAGE = 'Seconds to wait.';

/** Used where the specification defines no status (decision W7). */
export const STORAGE_OUTAGES = {
  away: {
    status: 503,
    error: 'The database of this service is not responding. Please try again.',
    outage: 'database-away',
    retryAfter: RETRY_AFTER_OUTAGE,
  },
  busy: {
    status: 503,
    error: 'The service is overloaded. Please try again.',
    outage: 'overloaded',
    retryAfter: RETRY_AFTER_OUTAGE,
  },
} as const satisfies Readonly<Record<StorageOutage, object>>;

/** `outage` is sent in a header, and with 503 in the body too. */
interface OutageWire {
  readonly status: number;
  readonly error: string;
  readonly outage: Outage;
}

export function sendOutage(reply: FastifyReply, wire: OutageWire, retryAfterSeconds: number | null = null) {
  const { status, error, outage: code } = wire;
  nameOutage(reply, wire, retryAfterSeconds);
  return reply.code(status).send(status === 503 ? { error, code } : { error });
}

/** Browsers follow links to endpoints that redirect. */
export const isLink = (answers: Answers): boolean => 302 in answers;

/** Requests that follow a link get a page. */
export function answerOutage(request: FastifyRequest, reply: FastifyReply, outage: StorageOutage) {
  const wire = STORAGE_OUTAGES[outage];
  const { answers = {} } = request.routeOptions.config.endpoint ?? {};
  if (!isLink(answers) || !wantsPage(request)) return sendOutage(reply, wire);
  nameOutage(reply, wire, null);
  return sendOutcomePage(reply, {
    status: wire.status,
    title: 'Temporarily unavailable',
    message: wire.error,
    advice: "Your sign-in and the App are fine. The service's operator can find the cause in its log.",
    returnHref: '/',
  });
}

function nameOutage(reply: FastifyReply, { status, outage }: OutageWire, retryAfterSeconds: number | null): void {
  reply.header(OUTAGE_HEADER, outage);
  const seconds = retryAfterSeconds ?? (status === 503 ? OUTAGE_RETRY_SECONDS : null);
  if (seconds !== null) reply.header('Retry-After', seconds);
}
