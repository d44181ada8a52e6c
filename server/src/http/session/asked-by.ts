import type { FastifyRequest } from 'fastify';
import type { Asked } from '../../ports/storage/audit-trail.ts';
import { callerOf } from './session-guard.ts';

/**
 * Who asks, as the audit trail names them. The console changes things in the session in which they were confirmed, which
 * it sends in a header as a program does; but of a page, the browser says so, in a header that no script can set.
 */
export function askedBy(request: FastifyRequest): Asked {
  const { session, via } = callerOf(request);
  const { id, login } = session.user;
  const isConsole = via === 'cookie' || request.headers['sec-fetch-site'] === 'same-origin';
  return { actor: { id, login }, way: isConsole ? 'console' : 'api', requestId: request.id };
}
