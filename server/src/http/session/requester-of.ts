import type { FastifyRequest } from 'fastify';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { callerOf } from './session-guard.ts';

/**
 * The console may send a header instead of a cookie. Browsers mark its requests as same-origin in a header that scripts
 * cannot set.
 */
export function requesterOf(request: FastifyRequest): AuditOrigin {
  const { session, via } = callerOf(request);
  const { id, login } = session.user;
  const isConsole = via === 'cookie' || request.headers['sec-fetch-site'] === 'same-origin';
  return { actor: { id, login }, way: isConsole ? 'console' : 'api', requestId: request.id };
}
