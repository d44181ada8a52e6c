import {
  type NoPreviewLine,
  type OrganizationPreviewLine,
  PREVIEW_PEOPLE_ACROSS,
  PREVIEW_PEOPLE_CHANGE,
  type PreviewAcrossRequest,
  START_PEOPLE_CHANGE,
} from '@orgdesk/contract';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import type { InstallationRecord } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import { owners, signedInWithInstallations } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { jobLimitResponses, type RefusalResponse, TOO_MANY_CHANGES, TOO_MANY_LISTS } from '../../http/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { createLists } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session-guard.ts';
import type { Http } from '../../http/watching.ts';
import { approvalResponses, approvedVersion } from '../../jobs/approve.ts';
import { jobView } from '../../jobs/job-view.ts';
import { ORGANIZATIONS_AT_ONCE } from '../../lib/limits/people.ts';
import { ok, refuse } from '../../lib/result.ts';
import { merged } from '../../lib/shared-reads.ts';
import { failureOf, ownedOrganizations, ownerIn } from '../../sessions/live-rights.ts';
import type { Sessions } from '../../sessions/services.ts';
import { createPreviewChange, type PeopleChangeServices, type PreviewChange } from './preview-change.ts';
import { planChange, startPlanned } from './start-change.ts';

const ofPreview = {
  'no-team': { status: 404, error: 'Team not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const OTHER_CHANGE: RefusalResponse = {
  status: 409,
  error: 'This preview does not match this change. Please preview the changes again.',
};

const ofPreviewAcross = {
  'too-many-lists': TOO_MANY_LISTS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofStart = {
  invalid: OTHER_CHANGE,
  expired: { status: 409, error: 'This preview has expired. Please preview the changes again.' },
  unconfirmed: {
    status: 400,
    error: `Please type the organization's login to confirm a change of more than ${UNCONFIRMED_PEOPLE_MAX} people.`,
  },
  nobody: { status: 409, error: 'These previews change nobody. Please preview the changes again.' },
  'other-rows': OTHER_CHANGE,
  ...approvalResponses,
  ...jobLimitResponses('changes'),
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const peopleChangeRoutes: FastifyPluginAsync<PeopleChangeServices & { readonly http: Http }> = async (
  app,
  services,
) => {
  const { codeHost, sessions, jobs, http, limits } = services;
  const preview = createPreviewChange(services);
  const access = owners('change people');
  addEndpoint(app, PREVIEW_PEOPLE_CHANGE, { access, refusalResponses: ofPreview }, (request, owner, reply) =>
    preview(owner, { ...request.body, left: departureOf(request, reply) }),
  );

  const { openLists } = http;
  const lists = createLists(openLists, limits.stopping, limits.listMs);
  addEndpoint(
    app,
    PREVIEW_PEOPLE_ACROSS,
    { access: signedInWithInstallations, beforeRights: lists.open, refusalResponses: ofPreviewAcross },
    (request, caller, reply, list) =>
      lists.send(reply, { organizationId: null }, list, async (end) =>
        ok(previewAcross(sessions, preview, { ...caller, end }, request.body)),
      ),
  );

  addEndpoint(app, START_PEOPLE_CHANGE, { access, refusalResponses: ofStart }, async (request, owner) => {
    const { previews, confirmation = null } = request.body;
    const planned = await planChange(services, owner, { previews, confirmation });
    if (!planned.ok) return planned;
    const isAsked = request.body.continueAfterSignOut === true;
    const { key } = planned.value;
    const approved = await approvedVersion(services, owner, { kind: 'people-change', isAsked, key });
    if (!approved.ok) return approved;
    const job = await startPlanned(jobs, owner, requesterOf(request), planned.value, approved.value);
    return job.ok ? ok({ job: jobView(codeHost, job.value) }) : job;
  });
};

interface PreviewCaller {
  readonly session: Session;
  readonly installations: readonly InstallationRecord[];
  readonly end: AbortSignal;
}

/** Previews a change in each organization as its own preview does. */
function previewAcross(
  sessions: Sessions,
  preview: PreviewChange,
  { session, installations, end }: PreviewCaller,
  { change, logins, organizations }: PreviewAcrossRequest,
): AsyncGenerator<OrganizationPreviewLine | NoPreviewLine, void> {
  const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
  let limit: { readonly retryAt: Date | null } | null = null;
  const reads = { limit: () => limit };

  async function previewIn(id: number): Promise<OrganizationPreviewLine | NoPreviewLine> {
    const organization = owned.get(id);
    const owner =
      organization === undefined
        ? refuse({ kind: 'not-a-member' } as const)
        : await ownerIn(organization, { liveRights: sessions.rights, reads, session, end });
    const previewed = owner.ok ? await preview(owner.value, { change, logins, left: end }) : owner;
    if (previewed.ok && owner.ok)
      return { kind: 'preview', organization: id, login: owner.value.organization, preview: previewed.value };
    const refusal = previewed.ok ? ({ kind: 'not-a-member' } as const) : previewed.refusal;
    if (refusal.kind === 'rate-limited') limit = { retryAt: refusal.retryAt };
    const failure =
      refusal.kind === 'no-team'
        ? ({ reason: 'no-team', message: null, retryAt: null, authorizeUrl: null } as const)
        : failureOf(refusal);
    return { kind: 'finished', organization: id, isComplete: false, failure };
  }

  return merged(new Set(organizations), ORGANIZATIONS_AT_ONCE, async function* (id) {
    yield await previewIn(id);
  });
}
