import { ACCESS_EXPORT_FILES_MAX, ACCESS_EXPORT_MAX_BYTES } from '@orgdesk/contract/limits';
import { LRUCache } from 'lru-cache';
import {
  ACCESS_EXPORT_REJECTIONS_MAX,
  ACCESS_EXPORT_ROWS_MAX,
  ACCESS_EXPORT_TRIES_MAX,
  ACCESS_EXPORTS_KEPT_MAX,
} from '../../domain/limits/access.ts';
import { WORK_OF_KIND_AT_ONCE } from '../../domain/limits/due-work.ts';
import { ok } from '../../domain/result.ts';
import type { OrganizationRolesHost } from '../../ports/code-host/access/organization-roles.ts';
import type { ReachedRepositoriesHost } from '../../ports/code-host/access/reached-repositories.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { OrganizationRequest, PeopleHost } from '../../ports/code-host/people.ts';
import type { HostRefusal, HostResult, OtherOrganization } from '../../ports/code-host/refusals.ts';
import type { FilePage, JobRecord, JobStore } from '../../ports/storage/jobs.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { JobRun, WorkOfKind } from '../jobs/advance.ts';
import { jobStopFor } from '../jobs/job-stop.ts';
import { linesOfUnseen, type RoleOf } from './file-lines.ts';
import { createReadExportPage } from './read-export-page.ts';
import { readRoles } from './roles.ts';

export interface AccessExportsDeps {
  readonly codeHost: ReachedRepositoriesHost &
    OrganizationRolesHost &
    Pick<PeopleHost, 'membersOf'> &
    Pick<CodeHost, 'organizationNow'>;
  readonly jobs: Pick<JobStore, 'writePage' | 'makeRoomForFile'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly fileMax?: FileMax | undefined;
}

export interface FileMax {
  readonly rows: number;
  readonly bytes: number;
}

/** Writes exports page by page. A page is stored with the next position, so none is in the file twice. */
export function createAccessExports(deps: AccessExportsDeps): WorkOfKind {
  const { codeHost, jobs, clock, log, fileMax = FILE_MAX } = deps;
  const readExportPage = createReadExportPage(codeHost);
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

  async function step(job: JobRecord, run: JobRun): Promise<boolean> {
    const runner = await run.runner();
    if (!runner.ok) return run.hold(runner.refusal);
    const { token, organization } = runner.value;
    const target = { token, organization, organizationId: job.organizationId };
    const holdFor = async (refusal: HostRefusal | OtherOrganization) => {
      const isElsewhere = refusal.kind === 'missing' || refusal.kind === 'other-organization';
      if (!isElsewhere) return run.hold(jobStopFor(refusal, clock.now()));
      roles.delete(job.id);
      return (await run.isElsewhere(target)) || run.hold(jobStopFor({ kind: 'other-organization' }, clock.now()));
    };
    const roleOf = await rolesIn(job.id, { ...target, end: run.stopping });
    if (!roleOf.ok) return holdFor(roleOf.refusal);
    const page = await readExportPage({ target, job, roleOf: roleOf.value, end: run.stopping });
    if (!page.ok) return holdFor(page.refusal);
    if (page.value === null) return finish(job, NOTHING);
    // Rights are cached for a minute; the login may belong to another organization by now.
    const current = await codeHost.organizationNow(target);
    if (!current.ok) return holdFor(current.refusal);
    if (current.value?.id !== job.organizationId) return holdFor({ kind: 'other-organization' });
    const pageBytes = Buffer.byteLength(page.value.text);
    const isFull = job.file.rows + page.value.rows > fileMax.rows || job.file.bytes + pageBytes > fileMax.bytes;
    if (isFull) return finish(job, FULL);
    const budget = {
      jobs: ACCESS_EXPORTS_KEPT_MAX,
      bytes: ACCESS_EXPORT_FILES_MAX * fileMax.bytes - pageBytes,
    };
    await jobs.makeRoomForFile(job.organizationId, budget, clock.now());
    return jobs.writePage(job, page.value, clock.now());
  }

  async function rolesIn(id: string, target: OrganizationRequest): Promise<HostResult<RoleOf>> {
    const cached = roles.get(id);
    if (cached !== undefined) return ok(cached);
    const read = await readRoles(codeHost, target);
    if (read.ok) roles.set(id, read.value);
    return read;
  }

  async function finish(job: JobRecord, end: FilePage): Promise<boolean> {
    const { id: jobId, kind, file } = job;
    if (await jobs.writePage(job, end, clock.now()))
      log.info({ jobId, kind, rows: file.rows + end.rows }, 'job finished');
    roles.delete(job.id);
    return false;
  }
}

const FILE_MAX: FileMax = { rows: ACCESS_EXPORT_ROWS_MAX, bytes: ACCESS_EXPORT_MAX_BYTES };
const ROLES_KEPT_MS = 60 * 60 * 1000;
const NOTHING: FilePage = { text: '', rows: 0, unseen: 0, next: null };
const FULL: FilePage = { ...linesOfUnseen('the rest; the file has reached its maximum size'), next: null };
