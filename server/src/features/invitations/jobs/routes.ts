import { START_INVITATION_JOB } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { CodeHost } from '../../../code-host/code-host.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { owners } from '../../../http/rights/access.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import { createJobView } from '../../../jobs/job-view.ts';
import { ok } from '../../../lib/result.ts';
import { ofRequests } from './messages.ts';
import { parseJob } from './parse-job.ts';
import type { StartInvitations } from './start-invitations.ts';

export interface InvitationJobRoutesDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations'>;
  readonly startInvitations: StartInvitations;
}

/** An addition to the specification. */
export const invitationJobRoutes: FastifyPluginAsync<InvitationJobRoutesDeps> = async (
  app,
  { codeHost, startInvitations },
) => {
  const jobView = createJobView(codeHost);
  const access = owners('send invitations');

  addEndpoint(
    app,
    START_INVITATION_JOB,
    { access, beforeRights: ({ body }) => parseJob(body), wireOf: ofRequests },
    async (request, owner, _reply, invitations) => {
      const job = await startInvitations(owner, requesterOf(request), invitations);
      return job.ok ? ok({ job: jobView(job.value) }) : job;
    },
  );
};
