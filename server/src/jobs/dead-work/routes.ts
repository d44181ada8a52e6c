import { type DeadWork as DeadWorkView, LIST_DEAD_WORK, RETRY_DEAD_WORK } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import type { RefusalResponse } from '../../http/refusals.ts';
import { owners } from '../../http/rights/access.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { ok } from '../../lib/result.ts';
import type { DeadWork } from '../due-work/store/due-work.ts';
import { createDeadWork, type DeadWorkDeps, workIdOf } from './dead-work.ts';

const ofWork = {
  'no-work': { status: 404, error: 'Work not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const deadWorkRoutes: FastifyPluginAsync<DeadWorkDeps> = async (app, deps) => {
  const { list, retry } = createDeadWork(deps);
  const access = owners('see failed background work');

  addEndpoint(app, LIST_DEAD_WORK, { access }, async (_request, owner) =>
    ok({ work: (await list(owner)).map(workView) }),
  );

  addEndpoint(app, RETRY_DEAD_WORK, { access, wireOf: ofWork }, async (request, owner) => {
    const retried = await retry(owner, requesterOf(request), request.params.id);
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
