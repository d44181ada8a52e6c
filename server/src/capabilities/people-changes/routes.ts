import { PREVIEW_PEOPLE_ACROSS, PREVIEW_PEOPLE_CHANGE, START_PEOPLE_CHANGE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../domain/result.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners, signedInWithInstallations } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { createLists, type ListsDeps } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { createJobView } from '../../shared/jobs/job-view.ts';
import type { StartJob } from '../../shared/jobs/start-job.ts';
import { createReadPerson } from '../../shared/people-changes/read-person.ts';
import { createPlanChange, createStartPlanned } from '../../shared/people-changes/start-change.ts';
import type { LiveRights } from '../../shared/sessions/live-rights.ts';
import { ofPreview, ofPreviewAcross, ofStart } from './messages.ts';
import { createPreviewAcross } from './preview-across.ts';
import { createPreviewChange, type PreviewChangeDeps } from './preview-change.ts';

export interface PeopleChangeRoutesDeps extends Omit<PreviewChangeDeps, 'readPerson'>, ListsDeps {
  readonly codeHost: PreviewChangeDeps['codeHost'] & Parameters<typeof createReadPerson>[0];
  readonly liveRights: LiveRights;
  readonly startJob: StartJob;
}

/** An addition to the specification. */
export const peopleChangeRoutes: FastifyPluginAsync<PeopleChangeRoutesDeps> = async (app, deps) => {
  const { codeHost } = deps;
  const preview = createPreviewChange({ ...deps, readPerson: createReadPerson(codeHost) });
  const access = owners('change people');
  addEndpoint(app, PREVIEW_PEOPLE_CHANGE, { access, wireOf: ofPreview }, (request, owner, reply) =>
    preview(owner, { ...request.body, left: departureOf(request, reply) }),
  );

  const lists = createLists(deps);
  const previewAcross = createPreviewAcross({ preview, liveRights: deps.liveRights });
  addEndpoint(
    app,
    PREVIEW_PEOPLE_ACROSS,
    { access: signedInWithInstallations, beforeRights: lists.open, wireOf: ofPreviewAcross },
    (request, caller, reply, list) =>
      lists.send(reply, { organizationId: null }, list, async (end) => ok(previewAcross(caller, request.body, end))),
  );

  const plan = createPlanChange(deps.previews);
  const start = createStartPlanned(deps.startJob);
  const jobView = createJobView(codeHost);
  addEndpoint(app, START_PEOPLE_CHANGE, { access, wireOf: ofStart }, async (request, owner) => {
    const { previews, confirmation = null } = request.body;
    const planned = await plan(owner, { previews, confirmation });
    if (!planned.ok) return planned;
    const job = await start(owner, requesterOf(request), planned.value);
    return job.ok ? ok({ job: jobView(job.value) }) : job;
  });
};
