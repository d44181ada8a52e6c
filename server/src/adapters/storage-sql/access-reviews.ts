import { sql } from 'kysely';
import { ACCESS_REVIEW_KEYS_MAX } from '../../domain/limits/people.ts';
import type { AccessReviewStore, LastAccessReview, ReviewedFinding } from '../../ports/access-reviews.ts';
import type { Engine } from './engines/engine.ts';
import { chunksOf } from './rows/batches.ts';
import { storableText } from './rows/columns.ts';
import { upsert } from './rows/upsert.ts';
import type { Tables } from './schema.ts';

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
