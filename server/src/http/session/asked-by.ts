import type { FastifyRequest } from 'fastify';
import type { Asked } from '../../ports/audit-trail.ts';
import { callerOf } from './session-guard.ts';

/** Who asks, as the audit trail names them: a browser has a cookie, a program sends its session in a header. */
export function askedBy(request: FastifyRequest): Asked {
  const { session, via } = callerOf(request);
  const { id, login } = session.user;
  return { actor: { id, login }, way: via === 'cookie' ? 'console' : 'api', requestId: request.id };
}
