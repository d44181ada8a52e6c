import { OUTAGE_HEADER, type Outage } from '@orgdesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OUTAGE_RETRY_SECONDS } from '../../domain/limits/storage.ts';
import type { StorageOutage } from '../../ports/storage/outages.ts';
import { wantsPage } from './accepts.ts';
import { sendOutcomePage } from './outcome-page.ts';

/** What `Retry-After` says where an outage is answered. */
export const RETRY_AFTER_OUTAGE = 'Seconds to wait.';

/** What is answered while the database cannot be worked with, where the specification names no status (decision W7). */
export const STORAGE_OUTAGES = {
  away: {
    status: 503,
    error: 'The database of this service does not answer at the moment. Please try again.',
    outage: 'database-away',
    retryAfter: RETRY_AFTER_OUTAGE,
  },
  busy: {
    status: 503,
    error: 'This service has too much to do at the moment. Please try again.',
    outage: 'overloaded',
    retryAfter: RETRY_AFTER_OUTAGE,
  },
} as const satisfies Readonly<Record<StorageOutage, object>>;

/** A refusal because of an outage: named in the header with every status, in the body where that is the service's own. */
interface OutageWire {
  readonly status: number;
  readonly error: string;
  readonly outage: Outage;
}

/** Answers with it, and when to come back. */
export function sendOutage(reply: FastifyReply, wire: OutageWire, retryAfterSeconds: number | null = null) {
  const { status, error, outage: code } = wire;
  nameOutage(reply, wire, retryAfterSeconds);
  return reply.code(status).send(status === 503 ? { error, code } : { error });
}

/** The same for a surprise that is one: a page for who was sent here by a link, since they see what is answered. */
export function answerOutage(request: FastifyRequest, reply: FastifyReply, outage: StorageOutage) {
  const wire = STORAGE_OUTAGES[outage];
  const isLink = request.routeOptions.config.endpoint?.answers[302] !== undefined;
  if (!isLink || !wantsPage(request)) return sendOutage(reply, wire);
  nameOutage(reply, wire, null);
  return sendOutcomePage(reply, {
    status: wire.status,
    title: 'Not at this moment',
    message: wire.error,
    advice: 'Nothing is wrong with your sign-in or with the App. Whoever runs this service sees the reason in its log.',
    wayBack: '/',
  });
}

function nameOutage(reply: FastifyReply, { status, outage }: OutageWire, retryAfterSeconds: number | null): void {
  reply.header(OUTAGE_HEADER, outage);
  const seconds = retryAfterSeconds ?? (status === 503 ? OUTAGE_RETRY_SECONDS : null);
  if (seconds !== null) reply.header('Retry-After', seconds);
}
