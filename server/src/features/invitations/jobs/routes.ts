import { START_INVITATION_JOB } from '@orgdesk/contract';
import { JOB_KEY_MAX_CHARACTERS, JOB_ROWS_MAX, JOB_TITLE_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { jobLimitResponses, type RefusalResponse, TOO_MANY_CHANGES } from '../../../http/refusals.ts';
import { owners } from '../../../http/rights/access.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import { createJobView } from '../../../jobs/job-view.ts';
import { ok } from '../../../lib/result.ts';
import { parseJob, WRONG_ROWS } from './parse-job.ts';
import { CANNOT_BE_ADDED, type InvitationJobServices, startInvitations } from './start-invitations.ts';

const bad = (error: string): RefusalResponse => ({ status: 400, error });

/** Refusals of what was sent to begin a job. */
const ofRequests = {
  'bad-key': bad(`The key must have 1 to ${JOB_KEY_MAX_CHARACTERS} letters, digits, dashes and underscores.`),
  'bad-title': bad(`The title must have 1 to ${JOB_TITLE_MAX_CHARACTERS} characters.`),
  'no-rows': bad('Please add at least one person to invite.'),
  'too-many-rows': bad(`You can invite up to ${JOB_ROWS_MAX} people in one batch.`),
  'wrong-row': bad(`Row N: ${Object.values(WRONG_ROWS).join(' Row N: ')}`),
  'same-person': bad('Row N: duplicate of row M.'),
  'cannot-be-added': { status: 409, error: `Row N: ${CANNOT_BE_ADDED}` },
  'other-rows': {
    status: 409,
    error: 'A batch with this key and different people already exists. Please use another key.',
  },
  ...jobLimitResponses('batches'),
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const invitationJobRoutes: FastifyPluginAsync<InvitationJobServices> = async (app, services) => {
  const jobView = createJobView(services.codeHost);
  const access = owners('send invitations');

  addEndpoint(
    app,
    START_INVITATION_JOB,
    { access, beforeRights: ({ body }) => parseJob(body), wireOf: ofRequests },
    async (request, owner, _reply, invitations) => {
      const job = await startInvitations(services, owner, requesterOf(request), invitations);
      return job.ok ? ok({ job: jobView(job.value) }) : job;
    },
  );
};
