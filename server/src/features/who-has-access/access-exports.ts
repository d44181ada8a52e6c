import { csvLine } from '@orgdesk/contract/csv';
import { ACCESS_EXPORT_FILES_MAX, ACCESS_EXPORT_MAX_BYTES } from '@orgdesk/contract/limits';
import { LRUCache } from 'lru-cache';
import { readOrganization } from '../../code-host/client.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readMembers } from '../../code-host/people/members.ts';
import { type OrganizationRole, readOrganizationRoles } from '../../code-host/people/organization-roles.ts';
import {
  type NamedRepository,
  type OwnerRequest,
  type PeopleOfRepository,
  type PersonOfRepository,
  readPeopleOfRepository,
  readRepositoriesWithPeople,
} from '../../code-host/people/reached-repositories.ts';
import type { OrganizationRequest } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { type HostRefusal, type HostResult, hostMessage, type OtherOrganization } from '../../domain/host-refusal.ts';
import type { JobRun, NextStep, WorkOfKind } from '../../jobs/advance.ts';
import { jobStopFor } from '../../jobs/job-stop.ts';
import type { StepServices } from '../../jobs/services.ts';
import type { ExportCursor, FilePage, JobRecord } from '../../jobs/store/types.ts';
import { JOB_ROW_TRIES_MAX, WORK_OF_KIND_AT_ONCE } from '../../lib/limits/jobs.ts';
import {
  ACCESS_EXPORT_REJECTIONS_MAX,
  ACCESS_EXPORT_REPOSITORIES_PAGE,
  ACCESS_EXPORT_ROWS_MAX,
  ACCESS_EXPORT_TRIES_MAX,
  ACCESS_EXPORTS_KEPT_MAX,
  REPOSITORY_PEOPLE_PAGE,
} from '../../lib/limits/people.ts';
import { ok, type Result } from '../../lib/result.ts';

/** `unseen` counts the lines that report something unreadable. */
interface FileLines {
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
}

/** Null if unknown. */
type RoleOf = (person: Pick<PersonOfRepository, 'login'>) => string | null;

/** One line per person and source, one for anything withheld. */
function linesOfRepository(repository: NamedRepository & PeopleOfRepository, roleOf: RoleOf): FileLines {
  const { people, withheld } = repository;
  const lines = people.flatMap((person) => linesOfPerson(repository, person, roleOf));
  const missing = withheld === null ? [] : [unseenLine(repository, reasonOf(withheld))];
  return { text: [...lines, ...missing].join(''), rows: lines.length + missing.length, unseen: missing.length };
}

/** One line per person, for all repositories; a team that has the role follows its name. */
function linesOfRoles(roles: readonly OrganizationRole[], roleOf: RoleOf): FileLines {
  const lines = roles.flatMap(({ name, permission, people }) =>
    people.map((person) => {
      const cells = [ALL_REPOSITORIES, null, null, person.login, null, roleOf(person), permission];
      return csvLine([...cells, `role: ${name}`, person.teams.join(' '), permission]);
    }),
  );
  return { text: lines.join(''), rows: lines.length, unseen: 0 };
}

const ALL_REPOSITORIES = 'all repositories';

const NO_LINES: FileLines = { text: '', rows: 0, unseen: 0 };

function linesOfUnseen(reason: string, repository: Partial<NamedRepository> = {}): FileLines {
  return { text: unseenLine(repository, reason), rows: 1, unseen: 1 };
}

const joinLines = (parts: readonly FileLines[]): FileLines => ({
  text: parts.map(({ text }) => text).join(''),
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  unseen: parts.reduce((sum, { unseen }) => sum + unseen, 0),
});

const reasonOf = (refusal: HostRefusal): string => hostMessage(refusal) ?? 'not reported by the code host';

function linesOfPerson(
  { name, isPrivate, isArchived }: NamedRepository,
  person: PersonOfRepository,
  roleOf: RoleOf,
): readonly string[] {
  const { login, permission, sources } = person;
  const cells = [name, String(isPrivate), String(isArchived), login, person.name, roleOf(person), permission];
  if (sources.length === 0) return [csvLine([...cells, 'not told', null, null])];
  return sources.map((source) => csvLine([...cells, source.kind, source.team, source.permission]));
}

const unseenLine = ({ name, isPrivate, isArchived }: Partial<NamedRepository>, reason: string): string =>
  csvLine([
    name ?? null,
    isPrivate === undefined ? null : String(isPrivate),
    isArchived === undefined ? null : String(isArchived),
    null,
    null,
    null,
    null,
    `not seen: ${reason}`,
    null,
    null,
  ]);

export interface FileMax {
  readonly rows: number;
  readonly bytes: number;
}

/** Writes exports page by page. A page is stored with the next position, so none is in the file twice. */
export function createAccessExports(
  { runtime: { clock, log }, codeHost, jobs }: StepServices,
  fileMax: FileMax = FILE_MAX,
): WorkOfKind {
  const roles = new LRUCache<string, RoleOf>({ max: WORK_OF_KIND_AT_ONCE, ttl: ROLES_KEPT_MS });

  return {
    kind: 'access-export',
    // A step holds a page of many people; pages of large organizations are slow.
    atOnce: { concurrency: WORK_OF_KIND_AT_ONCE / 2, slowAtOnce: WORK_OF_KIND_AT_ONCE / 2 },
    failuresMax: ACCESS_EXPORT_TRIES_MAX,
    rejectionsMax: ACCESS_EXPORT_REJECTIONS_MAX,
    endsByFailing: true,
    step,
  };

  async function step(job: JobRecord, run: JobRun): Promise<NextStep> {
    const runner = await run.runner();
    if (!runner.ok) return run.hold(runner.refusal);
    const { token, organization } = runner.value;
    const target = { token, organization, organizationId: job.organizationId };
    const holdFor = async (refusal: HostRefusal | OtherOrganization) => {
      const isElsewhere = refusal.kind === 'missing' || refusal.kind === 'other-organization';
      if (!isElsewhere) return run.hold(jobStopFor(refusal, clock.now()));
      roles.delete(job.id);
      if (await run.isElsewhere(target)) return clock.now();
      return run.hold(jobStopFor({ kind: 'other-organization' }, clock.now()));
    };
    const roleOf = await rolesIn(job.id, { ...target, end: run.stopping });
    if (!roleOf.ok) return holdFor(roleOf.refusal);
    const page = await readExportPage(codeHost, { target, job, roleOf: roleOf.value, end: run.stopping });
    if (!page.ok) return holdFor(page.refusal);
    if (page.value === null) return finish(job, NOTHING);
    // Rights are cached for a minute; the login may belong to another organization by now.
    const current = await readOrganization(codeHost.as(target), target.organization);
    if (!current.ok) return holdFor(current.refusal);
    if (current.value?.id !== job.organizationId) return holdFor({ kind: 'other-organization' });
    const pageBytes = Buffer.byteLength(page.value.text);
    const isFull = job.file.rows + page.value.rows > fileMax.rows || job.file.bytes + pageBytes > fileMax.bytes;
    if (isFull) return finish(job, FULL);
    const budget = {
      jobs: ACCESS_EXPORTS_KEPT_MAX,
      bytes: ACCESS_EXPORT_FILES_MAX * fileMax.bytes - pageBytes,
    };
    await jobs.store.makeRoomForFile(job.organizationId, budget, clock.now());
    await jobs.store.writePage(job, page.value, clock.now());
    return clock.now();
  }

  async function rolesIn(id: string, target: OrganizationRequest): Promise<HostResult<RoleOf>> {
    const cached = roles.get(id);
    if (cached !== undefined) return ok(cached);
    const read = await readRoles(codeHost, target);
    if (read.ok) roles.set(id, read.value);
    return read;
  }

  async function finish(job: JobRecord, end: FilePage): Promise<null> {
    const { id: jobId, kind, file } = job;
    if (await jobs.store.writePage(job, end, clock.now()))
      log.info({ jobId, kind, rows: file.rows + end.rows }, 'job finished');
    roles.delete(job.id);
    return null;
  }
}

const FILE_MAX: FileMax = { rows: ACCESS_EXPORT_ROWS_MAX, bytes: ACCESS_EXPORT_MAX_BYTES };
const ROLES_KEPT_MS = 60 * 60 * 1000;
const NOTHING: FilePage = { text: '', rows: 0, unseen: 0, next: null };
const FULL: FilePage = { ...linesOfUnseen('the rest; the file has reached its maximum size'), next: null };

/** People who are not members are outside collaborators, or unknown if the members list was incomplete. */
async function readRoles(codeHost: CodeHost, target: OrganizationRequest): Promise<HostResult<RoleOf>> {
  const roles = new Map<string, string>();
  let isWhole = true;
  for await (const page of readMembers(codeHost.as(target), target)) {
    if (!page.ok && (page.refusal.kind === 'rejected' || page.refusal.kind === 'missing')) isWhole = false;
    else if (!page.ok) return page;
    if (!page.ok) break;
    isWhole &&= page.value.withheld === null;
    for (const { login, role } of page.value.people) roles.set(foldLogin(login), role);
  }
  const others = isWhole ? 'outside_collaborator' : null;
  return ok(({ login }) => roles.get(foldLogin(login)) ?? others);
}

interface ExportPageRequest {
  readonly target: OwnerRequest;
  readonly job: Pick<JobRecord, 'file' | 'tries'>;
  readonly roleOf: RoleOf;
  readonly end: AbortSignal;
}

const START: ExportCursor = { after: null, isListed: false, size: ACCESS_EXPORT_REPOSITORIES_PAGE, open: [] };

/**
 * Finishes partly read repositories first, which keeps each contiguous in the file. Returns null after the last page.
 */
async function readExportPage(codeHost: CodeHost, request: ExportPageRequest): Promise<HostResult<FilePage | null>> {
  const { target, job, roleOf, end } = request;
  const cursor = job.file.cursor ?? START;
  const [partial, ...others] = cursor.open;
  if (partial !== undefined) {
    const { after, ...repository } = partial;
    return continueRepository(codeHost, request, { repository, after, cursor: { ...cursor, open: others } });
  }
  if (cursor.isListed) return ok(null);
  const roles = job.file.cursor === null ? await readRoleLines(codeHost, target, roleOf, end) : ok(NO_LINES);
  if (!roles.ok) return roles;
  const page = await readRepositoriesWithPeople(codeHost.as(target), target, {
    after: cursor.after,
    size: cursor.size,
    end,
  });
  if (!page.ok) return page;
  const { repositories, unnamed, total, next, size } = page.value;
  const missing = Array.from({ length: unnamed?.count ?? 0 }, () =>
    linesOfUnseen(`a repository without a name: ${unnamed === null ? '' : reasonOf(unnamed.why)}`),
  );
  const open = repositories.flatMap(({ name, isPrivate, isArchived, next: after }) =>
    after === null ? [] : [{ name, isPrivate, isArchived, after }],
  );
  return ok({
    ...joinLines([roles.value, ...repositories.map((repository) => linesOfRepository(repository, roleOf)), ...missing]),
    next: {
      repositoriesDone: job.file.repositoriesDone + repositories.length + missing.length - open.length,
      repositoriesTotal: total,
      cursor: { after: next ?? cursor.after, isListed: next === null, size, open },
    },
  });
}

/** Once, at the beginning of the file. */
async function readRoleLines(
  codeHost: CodeHost,
  target: OwnerRequest,
  roleOf: RoleOf,
  end: AbortSignal,
): Promise<HostResult<FileLines>> {
  const roles = await readOrganizationRoles(codeHost.as(target), { ...target, end });
  if (roles.ok) return ok(linesOfRoles(roles.value, roleOf));
  const isLasting = roles.refusal.kind === 'rejected';
  return isLasting ? ok(linesOfUnseen(`organization roles: ${reasonOf(roles.refusal)}`)) : roles;
}

async function continueRepository(
  codeHost: CodeHost,
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
  const page = await readPeopleOfRepository(codeHost.as(target), target, repository.name, from);
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

/** Refusals about one repository, not the whole export. */
const IS_ABOUT_REPOSITORY: ReadonlySet<HostRefusal['kind']> = new Set(['rejected', 'missing']);
