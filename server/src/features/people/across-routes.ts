import {
  FINDING_NAMES,
  GET_PERSON_ACROSS,
  type LastReview,
  LIST_LAST_REVIEWS,
  LIST_PEOPLE_ACROSS,
  type PeopleAcrossLine,
  REVIEW_ACROSS,
  type ReviewAcrossLine,
  type UnreadReason,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import pLimit from 'p-limit';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { RequestLimits } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import { signedInWithInstallations } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { columnOf, type RefusalResponse, SIGN_IN_FIRST, TOO_MANY_LISTS } from '../../http/refusals.ts';
import { createLists } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session-guard.ts';
import type { Http } from '../../http/watching.ts';
import { RUN_CHECKS_AT_ONCE } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { failureOf, type Owner, ownedOrganizations, ownerIn } from '../../sessions/live-rights.ts';
import { type PersonLines, type PersonRefusal, readPersonAcross } from './person-across.ts';
import { type AcrossCaller, type AcrossServices, createInvitedLines, readAcross } from './read-across.ts';
import { type PeopleReading, peopleLines, readPeople } from './read-people.ts';
import { reviewPeople } from './review-people.ts';
import { createSecondFactors } from './second-factors.ts';
import type { LastAccessReview } from './store.ts';

const ofPeopleAcross = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-session': SIGN_IN_FIRST,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const { missing: _isNoPerson, ...ofHost } = columnOf('ownersOnly');

const ofPersonAcross = {
  ...ofPeopleAcross,
  ...ofHost,
  'no-person': { status: 404, error: 'Person not found on the code host.' },
  'other-person': { status: 409, error: 'This username now belongs to another account.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

interface AcrossRoutesServices extends AcrossServices {
  readonly http: Http;
  readonly limits: RequestLimits;
}

type NoSession = { readonly kind: 'no-session' };

const ALL = { organizationId: null };

export const acrossRoutes: FastifyPluginAsync<AcrossRoutesServices> = async (app, services) => {
  const { http, limits, sessions } = services;
  const lists = createLists(http.openLists, limits.stopping, limits.listMs);
  const access = signedInWithInstallations;
  const fresh = async (session: Session): Promise<Result<Session, NoSession>> => {
    const current = await sessions.fresh(session);
    return current.ok ? current : refuse({ kind: 'no-session' });
  };

  addEndpoint(
    app,
    LIST_PEOPLE_ACROSS,
    { access, beforeRights: lists.open, refusalResponses: ofPeopleAcross },
    (request, { session, installations }, reply, list) =>
      lists.send(reply, ALL, list, async (end) => {
        const current = await fresh(session);
        if (!current.ok) return current;
        const withTeams = request.query.teams === 'true';
        const withInvitations = request.query.invitations === 'true';
        const reading = { withTeams, withInvitations, requester: requesterOf(request), end };
        return ok(listAcross(services, { session: current.value, installations }, reading));
      }),
  );

  addEndpoint(
    app,
    REVIEW_ACROSS,
    { access, beforeRights: lists.open, refusalResponses: ofPeopleAcross },
    (request, { session, installations }, reply, list) =>
      lists.send(reply, ALL, list, async (end) => {
        const current = await fresh(session);
        if (!current.ok) return current;
        return ok(
          reviewAcross(services, { session: current.value, installations }, { requester: requesterOf(request), end }),
        );
      }),
  );

  addEndpoint(app, LIST_LAST_REVIEWS, { access }, async (_request, caller) =>
    ok({ reviews: [...(await listLastReviews(services, caller))] }),
  );

  addEndpoint(
    app,
    GET_PERSON_ACROSS,
    { access, beforeRights: lists.open, refusalResponses: ofPersonAcross },
    (request, { session, installations }, reply, list) =>
      lists.send(reply, ALL, list, async (end): Promise<Result<PersonLines, NoSession | PersonRefusal>> => {
        const current = await fresh(session);
        if (!current.ok) return current;
        const { id, report } = request.query;
        const person = { login: request.params.person, id: id === undefined ? null : Number(id) };
        return readPersonAcross(
          services,
          { session: current.value, installations },
          { ...person, hasReport: report === 'true', requester: requesterOf(request), end },
        );
      }),
  );
};

interface AcrossRequest {
  readonly withTeams: boolean;
  readonly withInvitations: boolean;
  readonly requester: AuditOrigin;
  /** Aborted when reading must end. */
  readonly end: AbortSignal;
}

type PeopleLine = Exclude<PeopleAcrossLine, { readonly kind: 'end' }>;
type ReviewLine = Exclude<ReviewAcrossLine, { readonly kind: 'end' }>;

/** Reads each organization as its own list does. */
const listAcross = (
  services: AcrossServices,
  caller: AcrossCaller,
  { withTeams, withInvitations, requester, end }: AcrossRequest,
): AsyncGenerator<PeopleLine, void> =>
  readAcross(services, caller, end, (reading) => {
    const readSecondFactors = createSecondFactors(reading);
    const invitedLines = createInvitedLines(reading);

    async function* partsOf(owner: Owner, { read, parts }: PeopleReading) {
      for await (const line of peopleLines(read)) if (line.kind !== 'joined') yield line;
      if (withInvitations) yield* parts.unlessRefused('invitations', () => invitedLines(owner, parts, end));
    }

    return async (owner) => {
      const requested = { withTeams, withJoined: false, requester, end };
      const people = await readPeople(reading, readSecondFactors, owner, requested);
      return people.ok ? ok(partsOf(owner, people.value)) : people;
    };
  });

/** Reviews each organization as its own review does. */
const reviewAcross = (
  services: AcrossServices,
  caller: AcrossCaller,
  request: Pick<AcrossRequest, 'requester' | 'end'>,
): AsyncGenerator<ReviewLine, void> =>
  readAcross(services, caller, request.end, (reading) => {
    const readSecondFactors = createSecondFactors(reading);
    return (owner) => reviewPeople(reading, readSecondFactors, owner, request);
  });

/** Reasons why somebody is no owner, and not only why that cannot be read. */
const NOT_OWNERS: ReadonlySet<UnreadReason> = new Set(['not-an-owner', 'not-a-member', 'app-missing']);

/** Of organizations that the person owned at sign-in, and may own now. What was found is told only if they do. */
async function listLastReviews(
  { runtime, codeHost, sessions, accessReviews }: AcrossServices,
  { session, installations }: AcrossCaller,
): Promise<readonly LastReview[]> {
  const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
  const oneOfFew = pLimit(RUN_CHECKS_AT_ONCE);
  const reads = codeHost.budgetedReads();
  const check = { liveRights: sessions.rights, reads, session, end: new AbortController().signal };
  const views = (await accessReviews.last(session.user.id, [...owned.keys()], runtime.clock.now())).map((review) =>
    oneOfFew(async (): Promise<LastReview | null> => {
      const organization = owned.get(review.organizationId);
      if (organization === undefined) return null;
      const owner = await ownerIn(organization, check);
      if (owner.ok) return reviewView(review);
      return NOT_OWNERS.has(failureOf(owner.refusal).reason) ? null : reviewView({ ...review, open: new Map() });
    }),
  );
  return (await Promise.all(views)).filter((view) => view !== null);
}

const reviewView = ({ organizationId, reviewedAt, open }: LastAccessReview): LastReview => ({
  organization: organizationId,
  reviewedAt: reviewedAt.toISOString(),
  findings: FINDING_NAMES.flatMap((finding) => {
    const count = open.get(finding);
    return count === undefined ? [] : [{ finding, open: count }];
  }),
  notChecked: FINDING_NAMES.filter((finding) => !open.has(finding)),
});
