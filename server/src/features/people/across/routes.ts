import {
  GET_PERSON_ACROSS,
  LIST_LAST_REVIEWS,
  LIST_PEOPLE_ACROSS,
  REVIEW_ACROSS,
  type ReviewAcrossLine,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Session } from '../../../domain/session.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { columnOf, type RefusalResponse, SIGN_IN_FIRST, TOO_MANY_LISTS } from '../../../http/refusals.ts';
import { signedInWithInstallations } from '../../../http/rights/access.ts';
import { createLists, type ListsDeps } from '../../../http/server/lists.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import type { FreshSession } from '../../../sessions/fresh-session.ts';
import { listLastReviews } from '../last-reviews.ts';
import type { AccessReviewStore } from '../last-reviews-store.ts';
import { createReadPeople } from '../read-people.ts';
import { createReviewPeople, type ReviewPeopleDeps } from '../review-people.ts';
import { createSecondFactors } from '../second-factors.ts';
import { type AcrossRequest, createListAcross, type ListAcrossDeps } from './list-across.ts';
import { createPersonAcross, type PersonAcrossDeps, type PersonLines, type PersonRefusal } from './person-across.ts';
import { type AcrossCaller, readAcross } from './read-across.ts';

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

export interface AcrossRoutesDeps
  extends ListAcrossDeps,
    Pick<ReviewAcrossDeps, 'findingSeals'>,
    Omit<PersonAcrossDeps, 'auditTrail'>,
    ListsDeps {
  readonly freshSession: FreshSession;
  readonly accessReviews: AccessReviewStore;
}

type NoSession = { readonly kind: 'no-session' };

const ALL = { organizationId: null };

export const acrossRoutes: FastifyPluginAsync<AcrossRoutesDeps> = async (app, deps) => {
  const lists = createLists(deps);
  const listAcross = createListAcross(deps);
  const personAcross = createPersonAcross(deps);
  const reviewAcross = createReviewAcross(deps);
  const access = signedInWithInstallations;
  const fresh = async (session: Session): Promise<Result<Session, NoSession>> => {
    const current = await deps.freshSession(session);
    return current.ok ? current : refuse({ kind: 'no-session' });
  };

  addEndpoint(
    app,
    LIST_PEOPLE_ACROSS,
    { access, beforeRights: lists.open, wireOf: ofPeopleAcross },
    (request, { session, installations }, reply, list) =>
      lists.send(reply, ALL, list, async (end) => {
        const current = await fresh(session);
        if (!current.ok) return current;
        const withTeams = request.query.teams === 'true';
        const withInvitations = request.query.invitations === 'true';
        const reading = { withTeams, withInvitations, requester: requesterOf(request), end };
        return ok(listAcross({ session: current.value, installations }, reading));
      }),
  );

  addEndpoint(
    app,
    REVIEW_ACROSS,
    { access, beforeRights: lists.open, wireOf: ofPeopleAcross },
    (request, { session, installations }, reply, list) =>
      lists.send(reply, ALL, list, async (end) => {
        const current = await fresh(session);
        if (!current.ok) return current;
        return ok(reviewAcross({ session: current.value, installations }, { requester: requesterOf(request), end }));
      }),
  );

  addEndpoint(app, LIST_LAST_REVIEWS, { access }, async (_request, caller) =>
    ok({ reviews: [...(await listLastReviews(deps, caller))] }),
  );

  addEndpoint(
    app,
    GET_PERSON_ACROSS,
    { access, beforeRights: lists.open, wireOf: ofPersonAcross },
    (request, { session, installations }, reply, list) =>
      lists.send(reply, ALL, list, async (end): Promise<Result<PersonLines, NoSession | PersonRefusal>> => {
        const current = await fresh(session);
        if (!current.ok) return current;
        const { id, report } = request.query;
        const person = { login: request.params.person, id: id === undefined ? null : Number(id) };
        return personAcross(
          { session: current.value, installations },
          { ...person, hasReport: report === 'true', requester: requesterOf(request), end },
        );
      }),
  );
};

type ReviewAcrossDeps = Omit<ListAcrossDeps, 'reader'> & Pick<ReviewPeopleDeps, 'findingSeals' | 'accessReviews'>;

type Line = Exclude<ReviewAcrossLine, { readonly kind: 'end' }>;

/** Reviews each organization as its own review does. */
function createReviewAcross(deps: ReviewAcrossDeps) {
  return (
    caller: AcrossCaller,
    { requester, end }: Pick<AcrossRequest, 'requester' | 'end'>,
  ): AsyncGenerator<Line, void> =>
    readAcross(deps, caller, end, (codeHost) => {
      const reading = { ...deps, codeHost };
      const readPeople = createReadPeople({ ...reading, readSecondFactors: createSecondFactors(reading) });
      const review = createReviewPeople({ ...reading, readPeople });
      return (owner) => review(owner, { requester, end });
    });
}
