import { START_ACCESS_EXPORT } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../../domain/result.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { owners } from '../../../http/rights/access.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import type { CodeHost } from '../../../ports/code-host/code-host.ts';
import { createJobView } from '../../../shared/jobs/job-view.ts';
import { ofStart } from './messages.ts';
import { createStartExport, type StartExportDeps } from './start-export.ts';

export interface AccessExportRoutesDeps extends StartExportDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations'>;
}

/** An addition to the specification. */
export const accessExportRoutes: FastifyPluginAsync<AccessExportRoutesDeps> = async (app, deps) => {
  const startExport = createStartExport(deps);
  const jobView = createJobView(deps.codeHost);
  const access = owners('export who has access');

  addEndpoint(app, START_ACCESS_EXPORT, { access, wireOf: ofStart }, async (request, owner) => {
    const started = await startExport(owner, requesterOf(request));
    return started.ok ? ok({ job: jobView(started.value) }) : started;
  });
};
