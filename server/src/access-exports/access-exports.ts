import { ACCESS_EXPORT_FILES_MAX, ACCESS_EXPORT_MAX_BYTES } from '@orgdesk/contract/limits';
import {
  ACCESS_EXPORT_REFRESH_MS,
  ACCESS_EXPORT_REJECTED_MS,
  ACCESS_EXPORT_REJECTIONS_MAX,
  ACCESS_EXPORT_ROWS_MAX,
  ACCESS_EXPORT_TRIES_MAX,
  ACCESS_EXPORTS_KEPT_MAX,
} from '../domain/limits/access.ts';
import { JOB_TRIES_MAX } from '../domain/limits/invitation-jobs.ts';
import { ok } from '../domain/result.ts';
import { type JobStop, jobStopFor } from '../jobs/job-stop.ts';
import { retryPauseMs } from '../jobs/retry-pause.ts';
import { createRunnerOf, type RunnerDeps } from '../jobs/runner.ts';
import { createWorker, type Worker, type WorkerDeps } from '../jobs/worker.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { PeopleHost } from '../ports/code-host/people.ts';
import type { OwnerRequest, ReachedRepositoriesHost } from '../ports/code-host/reached-repositories.ts';
import type { HostRefusal, HostResult, OtherOrganization } from '../ports/code-host/refusals.ts';
import type { AccessExportRecord, AccessExportStore, ExportEnd } from '../ports/storage/access-exports.ts';
import type { LeaseStore } from '../ports/storage/leases.ts';
import type { FreshSession } from '../sessions/fresh-session.ts';
import { type FileLines, linesOfUnseen, type RoleOf } from './file-lines.ts';
import { createReadExportPage } from './read-export-page.ts';
import { readRoles } from './roles.ts';

export interface AccessExportsDeps
  extends Pick<WorkerDeps, 'clock' | 'entropy' | 'log' | 'observations' | 'traces' | 'leaseMs'>,
    RunnerDeps {
  readonly codeHost: RunnerDeps['codeHost'] &
    ReachedRepositoriesHost &
    Pick<PeopleHost, 'membersOf'> &
    Pick<CodeHost, 'organizationNow'>;
  readonly storage: { readonly accessExports: AccessExportStore; readonly leases: LeaseStore };
  readonly freshSession: FreshSession;
  readonly fileMax?: FileMax | undefined;
}

export interface FileMax {
  readonly rows: number;
  readonly bytes: number;
}

/** Writes exports page by page. A page is stored with the next position, so none is in the file twice. */
export function createAccessExports(deps: AccessExportsDeps): Worker {
  const { codeHost, storage, liveRights, clock, log, fileMax = FILE_MAX } = deps;
  const { accessExports: exports, leases } = storage;
  const runnerOf = createRunnerOf(deps);
  const readExportPage = createReadExportPage(codeHost);
  const roles = new Map<string, RoleOf>();
  const worker = createWorker({
    ...deps,
    kind: 'access export',
    due,
    makeDue: (now) => exports.makeDue(now),
    advance,
    leases,
  });
  return worker;

  async function due(now: Date): ReturnType<AccessExportStore['due']> {
    for (const id of [...roles.keys()]) {
      const record = await exports.find(id);
      if (record === null || record.endedAt !== null) roles.delete(id);
    }
    return exports.due(now);
  }

  async function advance(id: string): Promise<boolean> {
    const record = await exports.find(id);
    if (record === null || record.endedAt !== null) {
      roles.delete(id);
      return false;
    }
    if (record.waitsUntil !== null && record.waitsUntil > clock.now()) return keepSession(record, record.waitsUntil);
    const { stopping: end } = worker;
    const runner = await runnerOf(record, (login) => exports.rename(id, login));
    if (!runner.ok) return hold(record, runner.refusal);
    const target = {
      token: runner.value.token,
      organization: runner.value.organization,
      organizationId: record.organizationId,
    };
    const roleOf = await rolesIn(id, target);
    if (!roleOf.ok) return holdFor(record, target, roleOf.refusal);
    const page = await readExportPage({ target, record, roleOf: roleOf.value, end });
    if (!page.ok) return holdFor(record, target, page.refusal);
    // Rights are cached for a minute; the login may belong to another organization by now.
    const current = page.value === null ? null : await codeHost.organizationNow(target);
    if (current?.ok === false) return holdFor(record, target, current.refusal);
    if (current !== null && current.value?.id !== record.organizationId)
      return holdFor(record, target, { kind: 'other-organization' });
    if (page.value === null) return conclude(record, 'finished', NOTHING);
    const pageBytes = Buffer.byteLength(page.value.text);
    const isFull = record.rows + page.value.rows > fileMax.rows || record.bytes + pageBytes > fileMax.bytes;
    if (isFull) return conclude(record, 'finished', FULL);
    const budget = {
      exports: ACCESS_EXPORTS_KEPT_MAX,
      bytes: ACCESS_EXPORT_FILES_MAX * fileMax.bytes - pageBytes,
    };
    await exports.makeRoom(record.organizationId, budget, clock.now());
    return exports.write(record, page.value);
  }

  /** If the login moved, drops cached rights so that the next try finds the new one. */
  function holdFor(
    record: AccessExportRecord,
    { organization }: OwnerRequest,
    refusal: HostRefusal | OtherOrganization,
  ): Promise<boolean> {
    if (refusal.kind !== 'missing' && refusal.kind !== 'other-organization')
      return hold(record, jobStopFor(refusal, clock.now()));
    roles.delete(record.id);
    liveRights.invalidate(organization);
    return hold(record, jobStopFor({ kind: 'other-organization' }, clock.now()));
  }

  /** Refreshes the session's token, because the session ends when it expires. */
  async function keepSession(record: AccessExportRecord, until: Date): Promise<boolean> {
    const session = await deps.sessions.find(record.sessionKey, clock.now());
    const fresh = session === null ? null : await deps.freshSession(session);
    if (fresh?.ok !== true) return hold(record, jobStopFor({ kind: 'no-session' }, clock.now()));
    return wait(record, until, record.tries);
  }

  async function wait({ id }: AccessExportRecord, until: Date, tries: number): Promise<boolean> {
    const soon = clock.now().getTime() + ACCESS_EXPORT_REFRESH_MS;
    await exports.wait(id, { waitsUntil: until, nextAt: new Date(Math.min(soon, until.getTime())), tries });
    return false;
  }

  async function rolesIn(id: string, target: OwnerRequest): Promise<HostResult<RoleOf>> {
    const cached = roles.get(id);
    if (cached !== undefined) return ok(cached);
    const read = await readRoles(codeHost, { ...target, end: worker.stopping });
    if (read.ok) roles.set(id, read.value);
    return read;
  }

  async function hold(record: AccessExportRecord, { reason, words, until }: JobStop): Promise<boolean> {
    if (worker.stopping.aborted) return false;
    const tries = record.tries + 1;
    const after = (ms: number) => new Date(clock.now().getTime() + ms);
    const soon = () => after(retryPauseMs(tries, deps.entropy));
    switch (reason) {
      case 'rate-limited':
        return until === null ? wait(record, soon(), Math.max(1, record.tries)) : wait(record, until, 0);
      case 'unreachable':
        if (tries >= ACCESS_EXPORT_TRIES_MAX) break;
        return wait(record, tries < JOB_TRIES_MAX ? soon() : (until ?? soon()), tries);
      case 'token-rejected':
        // Another instance's refresh revokes this token.
        if (tries >= ACCESS_EXPORT_REJECTIONS_MAX) break;
        return wait(record, after(ACCESS_EXPORT_REJECTED_MS), tries);
      default:
    }
    const { id: exportId, organizationLogin: organization } = record;
    log.info({ exportId, organization, reason, words }, 'access export stopped');
    return conclude(record, 'stopped', linesOfUnseen(`the rest; ${words ?? STOPPED[reason] ?? reason}`));
  }

  async function conclude(record: AccessExportRecord, state: ExportEnd['state'], lines: FileLines): Promise<boolean> {
    if (await exports.end(record, { state, ...lines }, clock.now())) {
      log.info({ exportId: record.id, state, rows: record.rows + lines.rows }, 'access export finished');
    }
    roles.delete(record.id);
    return false;
  }
}

const FILE_MAX: FileMax = { rows: ACCESS_EXPORT_ROWS_MAX, bytes: ACCESS_EXPORT_MAX_BYTES };
const NOTHING: FileLines = { text: '', rows: 0, unseen: 0 };
const FULL = linesOfUnseen('the rest; the file has reached its maximum size');

/** Used if the code host gives no message. */
const STOPPED: Readonly<Partial<Record<JobStop['reason'], string>>> = {
  'session-ended': 'the session of the person who started the export has ended',
  'rights-lost': 'the person who started the export is no longer an owner',
  'token-rejected': 'the code host no longer accepts the token of the person who started the export',
  unreachable: 'the code host returned no usable response for hours',
};
