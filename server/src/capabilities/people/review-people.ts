import type { PeopleReviewLine } from '@orgdesk/contract';
import { ok, type Result } from '../../domain/result.ts';
import type { ReachedRepositoriesHost } from '../../ports/code-host/access/reached-repositories.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import type { FindingSeals } from '../../security/finding-seals.ts';
import type { LiveRights, Owner } from '../../shared/sessions/live-rights.ts';
import { createFindings } from './findings.ts';
import { type KeepReviewDeps, keepingReview } from './last-reviews.ts';
import { type OutsideRepository, readOutsideRepositories } from './outside-repositories.ts';
import { forOwners, type PartByPart } from './part-by-part.ts';
import type { PeoplePart, PeopleRequest, ReadPeople } from './read-people.ts';

export interface ReviewPeopleDeps extends KeepReviewDeps {
  readonly codeHost: Pick<ReachedRepositoriesHost, 'repositoriesWithPeople' | 'peopleOfRepository'>;
  readonly liveRights: LiveRights;
  readonly readPeople: ReadPeople;
  readonly findingSeals: Pick<FindingSeals, 'of'>;
}

type ReviewLine = Exclude<PeopleReviewLine, { readonly kind: 'end' }>;

/** Yields findings once known; incomplete ones are omitted. A review that has ended is kept as the person's last. */
export function createReviewPeople(deps: ReviewPeopleDeps) {
  const { codeHost, liveRights, readPeople, findingSeals } = deps;
  return async (
    owner: Owner,
    request: Omit<PeopleRequest, 'withTeams' | 'withJoined'>,
  ): Promise<Result<AsyncGenerator<ReviewLine>, HostRefusal>> => {
    const people = await readPeople(owner, { ...request, withTeams: true, withJoined: false });
    return people.ok ? ok(keepingReview(deps, owner, linesOf(owner, request, people.value))) : people;
  };

  async function* linesOf(
    { session, organization: login, organizationId: id }: Owner,
    { end }: Omit<PeopleRequest, 'withTeams' | 'withJoined'>,
    { read, parts }: { readonly read: AsyncIterable<PeoplePart>; readonly parts: PartByPart },
  ): AsyncGenerator<ReviewLine> {
    const findings = createFindings((key, name) => findingSeals.of({ organizationId: id, key, name }));
    for await (const part of read) yield* findings.of(part);
    const outside = findings.outside();
    if (outside === null) return;
    if (outside.length === 0) return yield findings.ofOutside([], []);
    const owner = await liveRights(session, login);
    if (!owner.ok) return yield forOwners('repositories');
    const { session: fresh, organization, organizationId } = owner.value;
    const target = { token: fresh.grant.accessToken, organization, organizationId, end };
    const repositories: OutsideRepository[] = [];
    const reading = parts.unlessRefused('repositories', () => readOutsideRepositories(codeHost, target, parts));
    for await (const part of reading) {
      if (part.kind === 'withheld') yield part;
      else repositories.push(part);
    }
    yield findings.ofOutside(outside, repositories);
  }
}
