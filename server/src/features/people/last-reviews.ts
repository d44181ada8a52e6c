import { FINDING_NAMES, type LastReview, type PeopleReviewLine, type UnreadReason } from '@orgdesk/contract';
import pLimit from 'p-limit';
import type { BudgetedHost } from '../../code-host/people/budgeted-reads.ts';
import type { InstallationRecord } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import { RUN_CHECKS_AT_ONCE } from '../../lib/limits/invitation-jobs.ts';
import type { Clock, Log } from '../../lib/system.ts';
import type { LiveRights, Owner } from '../../sessions/live-rights.ts';
import { failureOf, ownedOrganizations, ownerIn } from '../../sessions/owned-organizations.ts';
import type { AccessReviewStore, LastAccessReview, ReviewedFinding } from './last-reviews-store.ts';

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
  let isWithheld = false;
  for await (const line of lines) {
    if (line.kind === 'withheld') isWithheld = true;
    if (line.kind === 'finding') {
      const found: readonly { readonly key: string }[] = 'teams' in line ? line.teams : line.people;
      findings.set(line.finding, { found: found.length, keys: found.map(({ key }) => key) });
    }
    yield line;
  }
  // A code host that has no such filter withholds nothing, and there is nothing to check.
  if (!isWithheld && findings.has('no-second-factor') && !findings.has('insecure-second-factor'))
    findings.set('insecure-second-factor', { found: 0, keys: [] });
  const review = { organizationId, reviewedAt: clock.now(), findings };
  await accessReviews.keep(session.user.id, review).catch((error: unknown) => {
    log.error({ err: error }, 'the time of an access review was not stored');
  });
}

export interface LastReviewsDeps {
  readonly accessReviews: Pick<AccessReviewStore, 'last'>;
  readonly codeHost: BudgetedHost;
  readonly liveRights: LiveRights;
  readonly clock: Clock;
}

/** Reasons why somebody is no owner, and not only why that cannot be read. */
const NOT_OWNERS: ReadonlySet<UnreadReason> = new Set(['not-an-owner', 'not-a-member', 'app-missing']);

/** Of organizations that the person owned at sign-in, and may own now. What was found is told only if they do. */
export async function listLastReviews(
  { accessReviews, codeHost, liveRights, clock }: LastReviewsDeps,
  { session, installations }: { readonly session: Session; readonly installations: readonly InstallationRecord[] },
): Promise<readonly LastReview[]> {
  const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
  const oneOfFew = pLimit(RUN_CHECKS_AT_ONCE);
  const check = { liveRights, reads: codeHost.budgetedReads(), session, end: new AbortController().signal };
  const views = (await accessReviews.last(session.user.id, [...owned.keys()], clock.now())).map((review) =>
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
