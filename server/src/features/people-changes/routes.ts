import {
  type NoPreviewLine,
  type OrganizationPreviewLine,
  PREVIEW_PEOPLE_ACROSS,
  PREVIEW_PEOPLE_CHANGE,
  type PreviewAcrossRequest,
  START_PEOPLE_CHANGE,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { InstallationRecord } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners, signedInWithInstallations } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { createLists, type ListsDeps } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { createJobView } from '../../jobs/job-view.ts';
import type { StartJob } from '../../jobs/start-job.ts';
import { merged } from '../../lib/concurrency/merged.ts';
import { ORGANIZATIONS_AT_ONCE } from '../../lib/limits/people.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { LiveRights } from '../../sessions/live-rights.ts';
import { failureOf, ownedOrganizations, ownerIn } from '../../sessions/owned-organizations.ts';
import { ofPreview, ofPreviewAcross, ofStart } from './messages.ts';
import { createPreviewChange, type PreviewChangeDeps } from './preview-change.ts';
import { createReadPerson } from './read-person.ts';
import { createPlanChange, createStartPlanned } from './start-change.ts';

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

interface PreviewAcrossDeps {
  readonly preview: ReturnType<typeof createPreviewChange>;
  readonly liveRights: LiveRights;
}

interface PreviewCaller {
  readonly session: Session;
  readonly installations: readonly InstallationRecord[];
}

/** Previews a change in each organization as its own preview does. */
function createPreviewAcross({ preview, liveRights }: PreviewAcrossDeps) {
  return (
    { session, installations }: PreviewCaller,
    { change, logins, organizations }: PreviewAcrossRequest,
    end: AbortSignal,
  ): AsyncGenerator<OrganizationPreviewLine | NoPreviewLine, void> => {
    const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
    let limit: { readonly retryAt: Date | null } | null = null;
    const reads = { limit: () => limit };

    async function previewIn(id: number): Promise<OrganizationPreviewLine | NoPreviewLine> {
      const organization = owned.get(id);
      const owner =
        organization === undefined
          ? refuse({ kind: 'not-a-member' } as const)
          : await ownerIn(organization, { liveRights, reads, session, end });
      const previewed = owner.ok ? await preview(owner.value, { change, logins, left: end }) : owner;
      if (previewed.ok && owner.ok)
        return { kind: 'preview', organization: id, login: owner.value.organization, preview: previewed.value };
      const refusal = previewed.ok ? ({ kind: 'not-a-member' } as const) : previewed.refusal;
      if (refusal.kind === 'rate-limited') limit = { retryAt: refusal.retryAt };
      const failure =
        refusal.kind === 'no-team'
          ? ({ reason: 'no-team', words: null, retryAt: null, authorizeUrl: null } as const)
          : failureOf(refusal);
      return { kind: 'finished', organization: id, isComplete: false, failure };
    }

    return merged(new Set(organizations), ORGANIZATIONS_AT_ONCE, async function* (id) {
      yield await previewIn(id);
    });
  };
}
