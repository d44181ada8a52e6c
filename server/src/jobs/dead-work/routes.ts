import { type DeadWork as DeadWorkView, LIST_DEAD_WORK, RETRY_DEAD_WORK } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import type { RefusalResponse } from '../../http/refusals.ts';
import { owners } from '../../http/rights/access.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { WORK_DEAD_LISTED_MAX } from '../../lib/limits/due-work.ts';
import { ok } from '../../lib/result.ts';
import type { DeadWork } from '../due-work/store/due-work.ts';
import { type DeadWorkServices, retryDeadWork, workIdOf } from './dead-work.ts';

const ofWork = {
  'no-work': { status: 404, error: 'Work not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const deadWorkRoutes: FastifyPluginAsync<DeadWorkServices> = async (app, services) => {
  const access = owners('see failed background work');

  addEndpoint(app, LIST_DEAD_WORK, { access }, async (_request, { organizationId }) => {
    const work = await services.jobs.dueWork.dead(organizationId, WORK_DEAD_LISTED_MAX);
    return ok({ work: work.map(workView) });
  });

  addEndpoint(app, RETRY_DEAD_WORK, { access, wireOf: ofWork }, async (request, owner) => {
    const retried = await retryDeadWork(services, owner, requesterOf(request), request.params.id);
    return retried.ok ? ok({ retried: retried.value }) : retried;
  });
};

const workView = (work: DeadWork): DeadWorkView => ({
  id: workIdOf(work),
  kind: work.kind,
  attempts: work.attempts,
  reason: work.error,
  createdAt: work.createdAt.toISOString(),
  diedAt: work.diedAt.toISOString(),
});
