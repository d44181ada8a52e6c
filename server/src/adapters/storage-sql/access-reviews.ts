import { sql } from 'kysely';
import { ACCESS_REVIEW_KEYS_MAX, LAST_REVIEWS_MAX } from '../../domain/limits/people.ts';
import type { AccessReviewStore, LastAccessReview, ReviewedFinding } from '../../ports/access-reviews.ts';
import type { Engine } from './engines/engine.ts';
import { storableText } from './rows/columns.ts';
import { upsert } from './rows/upsert.ts';

export function createAccessReviewStore({ db, read }: Engine): AccessReviewStore {
  return {
    async keep(userId, { organizationId, reviewedAt, findings }) {
      const kept = [...findings].map(([name, { found, keys }]) => [
        name,
        { found, keys: keys.slice(0, ACCESS_REVIEW_KEYS_MAX) },
      ]);
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
    async last(userId, now) {
      const reviews = await read(
        db
          .selectFrom('access_reviews')
          .selectAll()
          .where('user_id', '=', userId)
          .orderBy('reviewed_at', 'desc')
          .orderBy('organization_id')
          .limit(LAST_REVIEWS_MAX)
          .compile(),
      );
      if (reviews.length === 0) return [];
      const dismissed = await read(
        db
          .selectFrom('dismissed_findings')
          .select(['organization_id', 'finding_key'])
          .where(
            'organization_id',
            'in',
            reviews.map((review) => review.organization_id),
          )
          .where('until', '>', now.getTime())
          .compile(),
      );
      const byOrganization = Map.groupBy(dismissed, (row) => row.organization_id);
      return reviews.map((row): LastAccessReview => {
        const keys = new Set(byOrganization.get(row.organization_id)?.map((each) => each.finding_key));
        const findings = Object.entries(JSON.parse(row.findings) as Readonly<Record<string, ReviewedFinding>>);
        return {
          organizationId: row.organization_id,
          reviewedAt: new Date(row.reviewed_at),
          open: new Map(
            findings.map(([name, finding]) => [
              name,
              finding.found - finding.keys.filter((key) => keys.has(key)).length,
            ]),
          ),
        };
      });
    },
  };
}
