import { ACCESS_EXPORT_REPOSITORIES_PAGE, REPOSITORY_PEOPLE_PAGE } from '../../domain/limits/access.ts';
import { JOB_ROW_TRIES_MAX } from '../../domain/limits/invitation-jobs.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { OrganizationRolesHost } from '../../ports/code-host/access/organization-roles.ts';
import type { OwnerRequest, ReachedRepositoriesHost } from '../../ports/code-host/access/reached-repositories.ts';
import type { HostRefusal, HostResult } from '../../ports/code-host/refusals.ts';
import type { ExportCursor, FilePage, JobRecord } from '../../ports/storage/jobs.ts';
import {
  type FileLines,
  joinLines,
  linesOfRepository,
  linesOfRoles,
  linesOfUnseen,
  NO_LINES,
  type RoleOf,
  reasonOf,
} from './file-lines.ts';

/** Returns null after the last page. */
export type ReadExportPage = (request: ExportPageRequest) => Promise<HostResult<FilePage | null>>;

export interface ExportPageRequest {
  readonly target: OwnerRequest;
  readonly job: Pick<JobRecord, 'file' | 'tries'>;
  readonly roleOf: RoleOf;
  readonly end: AbortSignal;
}

const START: ExportCursor = { after: null, isListed: false, size: ACCESS_EXPORT_REPOSITORIES_PAGE, open: [] };

/** Finishes partly read repositories first, which keeps each contiguous in the file. */
export function createReadExportPage(codeHost: ReachedRepositoriesHost & OrganizationRolesHost): ReadExportPage {
  return async (request) => {
    const { target, job, roleOf, end } = request;
    const cursor = job.file.cursor ?? START;
    const [partial, ...others] = cursor.open;
    if (partial !== undefined) {
      const { after, ...repository } = partial;
      return continueRepository(request, { repository, after, cursor: { ...cursor, open: others } });
    }
    if (cursor.isListed) return ok(null);
    const roles = job.file.cursor === null ? await readRoleLines(target, roleOf, end) : ok(NO_LINES);
    if (!roles.ok) return roles;
    const page = await codeHost.repositoriesWithPeople(target, { after: cursor.after, size: cursor.size, end });
    if (!page.ok) return page;
    const { repositories, unnamed, total, next, size } = page.value;
    const missing = Array.from({ length: unnamed?.count ?? 0 }, () =>
      linesOfUnseen(`a repository without a name: ${unnamed === null ? '' : reasonOf(unnamed.why)}`),
    );
    const open = repositories.flatMap(({ name, isPrivate, isArchived, next: after }) =>
      after === null ? [] : [{ name, isPrivate, isArchived, after }],
    );
    return ok({
      ...joinLines([
        roles.value,
        ...repositories.map((repository) => linesOfRepository(repository, roleOf)),
        ...missing,
      ]),
      next: {
        repositoriesDone: job.file.repositoriesDone + repositories.length + missing.length - open.length,
        repositoriesTotal: total,
        cursor: { after: next ?? cursor.after, isListed: next === null, size, open },
      },
    });
  };

  /** Once, at the beginning of the file. */
  async function readRoleLines(target: OwnerRequest, roleOf: RoleOf, end: AbortSignal): Promise<HostResult<FileLines>> {
    const roles = await codeHost.organizationRoles({ ...target, end });
    if (roles.ok) return ok(linesOfRoles(roles.value, roleOf));
    const isLasting = roles.refusal.kind === 'rejected';
    return isLasting ? ok(linesOfUnseen(`organization roles: ${reasonOf(roles.refusal)}`)) : roles;
  }

  async function continueRepository(
    { target, job: { file, tries }, roleOf, end }: ExportPageRequest,
    partial: {
      readonly repository: Omit<ExportCursor['open'][number], 'after'>;
      readonly after: string;
      readonly cursor: ExportCursor;
    },
  ): Promise<Result<FilePage, HostRefusal>> {
    const { repository, after, cursor } = partial;
    const nextAfter = (done: number, next: ExportCursor): FilePage['next'] => ({
      cursor: next,
      repositoriesDone: file.repositoriesDone + done,
      repositoriesTotal: file.repositoriesTotal,
    });
    const from = { after, size: REPOSITORY_PEOPLE_PAGE, end };
    const page = await codeHost.peopleOfRepository(target, repository.name, from);
    // This repository may fail every time.
    const isHopeless = tries >= JOB_ROW_TRIES_MAX;
    if (!page.ok && !isHopeless && !IS_ABOUT_REPOSITORY.has(page.refusal.kind)) return page;
    const people = page.ok ? page.value : null;
    if (people === null) {
      const reason = page.ok ? 'it no longer exists' : reasonOf(page.refusal);
      const lines = linesOfUnseen(`further people, ${reason}`, repository);
      return ok({ ...lines, next: nextAfter(1, cursor) });
    }
    const open = people.next === null ? cursor.open : [{ ...repository, after: people.next }, ...cursor.open];
    return ok({
      ...linesOfRepository(people, roleOf),
      next: nextAfter(people.next === null ? 1 : 0, { ...cursor, open }),
    });
  }
}

/** Refusals about one repository, not the whole export. */
const IS_ABOUT_REPOSITORY: ReadonlySet<HostRefusal['kind']> = new Set(['rejected', 'missing']);
