import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { chunksOf, storableText, upsert } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import { ACCESS_REVIEW_KEYS_MAX } from '../../lib/limits/people.ts';

export interface ReviewedFinding {
  readonly found: number;
  /** Keys of what was found: those that were dismissed, and the first others. */
  readonly keys: readonly string[];
}

interface AccessReview {
  readonly organizationId: number;
  readonly reviewedAt: Date;
  /** By the name of the finding; without those that could not be checked whole. */
  readonly findings: ReadonlyMap<string, ReviewedFinding>;
}

export interface LastAccessReview extends Pick<AccessReview, 'organizationId' | 'reviewedAt'> {
  /** How many of each finding are not dismissed, at least if more were found than keys are stored. */
  readonly open: ReadonlyMap<string, number>;
}

/** The last access review of each person, by organization. */
export interface AccessReviewStore {
  /** Replaces an earlier one. */
  keep(userId: number, review: AccessReview): Promise<void>;
  /** Of these organizations. */
  last(userId: number, organizationIds: readonly number[], now: Date): Promise<readonly LastAccessReview[]>;
}

export function createAccessReviewStore({ db, read }: Engine): AccessReviewStore {
  /** Keys of dismissed findings by organization. */
  async function dismissedIn(organizationIds: readonly number[], now: Date) {
    const rows = await read(
      db
        .selectFrom('dismissed_findings')
        .select(['organization_id', 'finding_key'])
        .where('organization_id', 'in', organizationIds)
        .where('until', '>', now.getTime())
        .compile(),
    );
    const byOrganization = Map.groupBy(rows, (row) => row.organization_id);
    return (organizationId: number): ReadonlySet<string> =>
      new Set(byOrganization.get(organizationId)?.map((row) => row.finding_key));
  }

  return {
    async keep(userId, { organizationId, reviewedAt, findings }) {
      const dismissed = (await dismissedIn([organizationId], reviewedAt))(organizationId);
      const kept = [...findings].map(([name, { found, keys }]) => {
        const others = keys.filter((key) => !dismissed.has(key)).slice(0, ACCESS_REVIEW_KEYS_MAX);
        return [name, { found, keys: [...keys.filter((key) => dismissed.has(key)), ...others] }];
      });
      const row = {
        user_id: userId,
        organization_id: organizationId,
        reviewed_at: reviewedAt.getTime(),
        findings: storableText(JSON.stringify(Object.fromEntries(kept))),
      };
      await upsert(db, 'access_reviews', [row], {
        key: ['user_id', 'organization_id'],
        where: sql`excluded.reviewed_at >= access_reviews.reviewed_at`,
      });
    },
    async last(userId, organizationIds, now) {
      const found: LastAccessReview[] = [];
      for (const chunk of chunksOf(organizationIds)) {
        const reviews = await read(
          db
            .selectFrom('access_reviews')
            .selectAll()
            .where('user_id', '=', userId)
            .where('organization_id', 'in', chunk)
            .orderBy('reviewed_at', 'desc')
            .orderBy('organization_id')
            .compile(),
        );
        if (reviews.length === 0) continue;
        const dismissed = await dismissedIn(
          reviews.map((review) => review.organization_id),
          now,
        );
        found.push(...reviews.map((review) => lastReview(review, dismissed(review.organization_id))));
      }
      return found;
    },
  };
}

function lastReview(row: Tables['access_reviews'], dismissed: ReadonlySet<string>): LastAccessReview {
  const findings = Object.entries(JSON.parse(row.findings) as Readonly<Record<string, ReviewedFinding>>);
  return {
    organizationId: row.organization_id,
    reviewedAt: new Date(row.reviewed_at),
    open: new Map(
      findings.map(([name, { found, keys }]) => [name, found - keys.filter((key) => dismissed.has(key)).length]),
    ),
  };
}
