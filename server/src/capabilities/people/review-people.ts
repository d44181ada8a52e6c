import type { PeopleReviewLine } from '@orgdesk/contract';
import { ok, type Result } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { ReachedRepositoriesHost } from '../../ports/reached-repositories.ts';
import type { Log } from '../../ports/system.ts';
import type { LiveRights, RightsRefusal } from '../../sessions/live-rights.ts';
import { createFindings } from './findings.ts';
import type { PeopleRefusal } from './messages.ts';
import { type OutsideRepository, readOutsideRepositories } from './outside-repositories.ts';
import { createPartByPart } from './part-by-part.ts';
import type { PeoplePart, ReadPeople, WantedPeople } from './read-people.ts';

export interface ReviewPeopleDeps {
  readonly codeHost: Pick<ReachedRepositoriesHost, 'repositoriesWithPeople' | 'peopleOfRepository'>;
  readonly liveRights: LiveRights;
  readonly readPeople: ReadPeople;
  readonly log: Log;
}

type Line = Exclude<PeopleReviewLine, { readonly kind: 'end' }>;

/** Whom and what an owner should look at, each finding as soon as it is known. One that cannot be made is left out. */
export function createReviewPeople({ codeHost, liveRights, readPeople, log }: ReviewPeopleDeps) {
  return async (
    session: Session,
    wanted: Omit<WantedPeople, 'withTeams'>,
  ): Promise<Result<AsyncGenerator<Line>, PeopleRefusal | RightsRefusal>> => {
    const owner = await liveRights(session, wanted.login);
    if (!owner.ok) return owner;
    const parts = await readPeople(session, { ...wanted, withTeams: true });
    return parts.ok ? ok(linesOf(session, wanted, parts.value)) : parts;
  };

  async function* linesOf(
    session: Session,
    { login, end }: Omit<WantedPeople, 'withTeams'>,
    parts: AsyncIterable<PeoplePart>,
  ): AsyncGenerator<Line> {
    const findings = createFindings();
    for await (const part of parts) yield* findings.of(part);
    const outside = findings.outside();
    if (outside === null) return;
    const repositories: OutsideRepository[] = [];
    // Nobody from outside is in any repository.
    const owner = outside.length === 0 ? null : await liveRights(session, login);
    if (owner?.ok === true) {
      const { session: fresh, organization } = owner.value;
      const asked = { token: fresh.grant.accessToken, organization, end };
      const reading = readOutsideRepositories(codeHost, asked, createPartByPart({ log, userId: fresh.user.id, end }));
      for await (const read of reading) {
        if (read.kind === 'withheld') yield read;
        else repositories.push(read);
      }
    }
    if (owner === null || owner.ok) yield findings.ofOutside(outside, repositories);
  }
}
