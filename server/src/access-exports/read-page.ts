import { REPOSITORY_PEOPLE_PAGE } from '../domain/limits/access.ts';
import { JOB_ROW_TRIES_MAX } from '../domain/limits/invitation-jobs.ts';
import { ok, type Result } from '../domain/result.ts';
import type { AskedByOwner, ReachedRepositoriesHost } from '../ports/code-host/reached-repositories.ts';
import type { HostRefusal, Told } from '../ports/code-host/refusals.ts';
import type { AccessExportRecord, ExportPage, ExportPlace } from '../ports/storage/access-exports.ts';
import { joinLines, linesOfRepository, linesOfUnseen, type RoleOf, reasonOf } from './file-lines.ts';

/** Returns null after the last page. */
export type ReadPage = (reading: Reading) => Promise<Told<ExportPage | null>>;

export interface Reading {
  readonly asked: AskedByOwner;
  readonly record: AccessExportRecord;
  readonly roleOf: RoleOf;
  readonly end: AbortSignal;
}

/** Finishes partly read repositories first, which keeps each contiguous in the file. */
export function createReadPage(codeHost: ReachedRepositoriesHost): ReadPage {
  return async (reading) => {
    const { asked, record, roleOf, end } = reading;
    const { place } = record;
    const [begun, ...others] = place.open;
    if (begun !== undefined) {
      const { after, ...repository } = begun;
      return goOn(reading, { repository, after, place: { ...place, open: others } });
    }
    if (place.isListed) return ok(null);
    const page = await codeHost.repositoriesWithPeople(asked, { after: place.after, size: place.size, end });
    if (!page.ok) return page;
    const { repositories, unnamed, total, next, size } = page.value;
    const missing = Array.from({ length: unnamed?.count ?? 0 }, () =>
      linesOfUnseen(`a repository without a name: ${unnamed === null ? '' : reasonOf(unnamed.why)}`),
    );
    const open = repositories.flatMap(({ name, isPrivate, isArchived, next: after }) =>
      after === null ? [] : [{ name, isPrivate, isArchived, after }],
    );
    return ok({
      ...joinLines([...repositories.map((repository) => linesOfRepository(repository, roleOf)), ...missing]),
      repositoriesDone: record.repositoriesDone + repositories.length + missing.length - open.length,
      repositoriesTotal: total,
      place: { after: next ?? place.after, isListed: next === null, size, open },
    });
  };

  async function goOn(
    { asked, record: { repositoriesDone, repositoriesTotal, tries }, roleOf, end }: Reading,
    begun: {
      readonly repository: Omit<ExportPlace['open'][number], 'after'>;
      readonly after: string;
      readonly place: ExportPlace;
    },
  ): Promise<Result<ExportPage, HostRefusal>> {
    const { repository, after, place } = begun;
    const from = { after, size: REPOSITORY_PEOPLE_PAGE, end };
    const page = await codeHost.peopleOfRepository(asked, repository.name, from);
    // This repository may fail every time.
    const isHopeless = tries >= JOB_ROW_TRIES_MAX;
    if (!page.ok && !isHopeless && !IS_ABOUT_REPOSITORY.has(page.refusal.kind)) return page;
    const told = page.ok ? page.value : null;
    if (told === null) {
      const reason = page.ok ? 'it is not there any more' : reasonOf(page.refusal);
      const lines = linesOfUnseen(`further people, ${reason}`, repository);
      return ok({ ...lines, repositoriesDone: repositoriesDone + 1, repositoriesTotal, place });
    }
    const open = told.next === null ? place.open : [{ ...repository, after: told.next }, ...place.open];
    return ok({
      ...linesOfRepository(told, roleOf),
      repositoriesDone: repositoriesDone + (told.next === null ? 1 : 0),
      repositoriesTotal,
      place: { ...place, open },
    });
  }
}

/** Refusals about one repository, not the whole export. */
const IS_ABOUT_REPOSITORY: ReadonlySet<HostRefusal['kind']> = new Set(['rejected', 'missing']);
