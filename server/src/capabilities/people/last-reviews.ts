import { FINDING_NAMES, type LastReview, type PeopleReviewLine } from '@orgdesk/contract';
import type { Session } from '../../domain/session.ts';
import type { AccessReviewStore, LastAccessReview, ReviewedFinding } from '../../ports/access-reviews.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { Owner } from '../../shared/sessions/live-rights.ts';

export interface KeepReviewDeps {
  readonly accessReviews: Pick<AccessReviewStore, 'keep'>;
  readonly clock: Clock;
  readonly log: Log;
}

type ReviewLine = Exclude<PeopleReviewLine, { readonly kind: 'end' }>;

/** Passes the lines on, and stores what was found once they have ended. A failure to store it is only logged. */
export async function* keepingReview(
  { accessReviews, clock, log }: KeepReviewDeps,
  { session, organizationId }: Pick<Owner, 'session' | 'organizationId'>,
  lines: AsyncIterable<ReviewLine>,
): AsyncGenerator<ReviewLine> {
  const findings = new Map<string, ReviewedFinding>();
  for await (const line of lines) {
    if (line.kind === 'finding') {
      const found: readonly { readonly key: string }[] = 'teams' in line ? line.teams : line.people;
      findings.set(line.finding, { found: found.length, keys: found.map(({ key }) => key) });
    }
    yield line;
  }
  const review = { organizationId, reviewedAt: clock.now(), findings };
  await accessReviews.keep(session.user.id, review).catch((error: unknown) => {
    log.error({ err: error }, 'the time of an access review was not stored');
  });
}

/** Of organizations that the person owned at sign-in. */
export async function listLastReviews(
  { accessReviews, clock }: { readonly accessReviews: Pick<AccessReviewStore, 'last'>; readonly clock: Clock },
  { user, memberships }: Session,
): Promise<readonly LastReview[]> {
  const owned = new Set(
    memberships.filter(({ viewerCanAdminister }) => viewerCanAdminister).map(({ organization }) => organization.id),
  );
  const reviews = await accessReviews.last(user.id, clock.now());
  return reviews.filter(({ organizationId }) => owned.has(organizationId)).map(reviewView);
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
