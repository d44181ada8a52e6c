import type { WithheldLine } from '@orgdesk/contract';
import { OUTSIDE_REPOSITORIES_PAGE } from '../../domain/limits/people.ts';
import type {
  PeopleOfRepository,
  PersonOfRepository,
  ReachedRepositoriesHost,
} from '../../ports/code-host/access/reached-repositories.ts';
import type { OrganizationRequest } from '../../ports/code-host/people.ts';
import type { PartByPart } from './part-by-part.ts';

export interface OutsideRepository {
  readonly kind: 'repository';
  readonly name: string;
  readonly people: readonly Pick<PersonOfRepository, 'id' | 'permission'>[];
}

export async function* readOutsideRepositories(
  codeHost: Pick<ReachedRepositoriesHost, 'repositoriesWithPeople' | 'peopleOfRepository'>,
  target: OrganizationRequest,
  parts: PartByPart,
): AsyncGenerator<OutsideRepository | WithheldLine> {
  const place = { end: target.end, onlyOutside: true } as const;
  for (let after: string | null = null, size = OUTSIDE_REPOSITORIES_PAGE, isLast = false; !isLast; ) {
    const page = await codeHost.repositoriesWithPeople(target, { ...place, after, size });
    if (!page.ok) return yield parts.withheld('repositories', page.refusal);
    for (const repository of page.value.repositories) yield* peopleOf(repository.name, repository);
    if (page.value.unnamed !== null) yield parts.withheld('repositories', page.value.unnamed.why);
    const lasting = parts.lasting();
    if (lasting !== null && page.value.next !== null) return yield parts.withheld('repositories', lasting);
    ({ next: after, size } = page.value);
    isLast = after === null;
  }

  async function* peopleOf(name: string, first: PeopleOfRepository): AsyncGenerator<OutsideRepository | WithheldLine> {
    for (let people = first; ; ) {
      yield { kind: 'repository', name, people: people.people };
      if (people.withheld !== null) yield parts.withheld('collaborators', people.withheld, name);
      if (people.next === null) return;
      const further = { ...place, after: people.next, size: OUTSIDE_REPOSITORIES_PAGE };
      const page = await codeHost.peopleOfRepository(target, name, further);
      if (!page.ok) return yield parts.withheld('collaborators', page.refusal, name);
      // The repository was deleted meanwhile.
      if (page.value === null) return;
      people = page.value;
    }
  }
}
