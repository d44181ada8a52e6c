import { createAudited, createClaimed } from '../../src/audit/audited.ts';
import { createSearchQueue, createTrailReader } from '../../src/audit/read-trail.ts';
import type { Audit } from '../../src/audit/services.ts';
import { createSignNote } from '../../src/audit/sign-heads.ts';
import { createHttpCodeHost } from '../../src/code-host/code-host.ts';
import { createInvitationJobs } from '../../src/features/invitations/invitation-jobs.ts';
import { createPlanJobs } from '../../src/features/organization-files/plan-jobs.ts';
import { createPeopleChanges } from '../../src/features/people-changes/people-changes.ts';
import { createStartRuns } from '../../src/features/runs/work-on-runs.ts';
import { createAccessExports } from '../../src/features/who-has-access/access-exports.ts';
import { createJobKinds } from '../../src/jobs/advance.ts';
import type { JobServices } from '../../src/jobs/services.ts';
import { createStartJob } from '../../src/jobs/start-job.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import { createFreshSession } from '../../src/sessions/fresh-session.ts';
import { createLiveMembership, createLiveRights } from '../../src/sessions/live-rights.ts';
import { createKnownSessions, createSessionUses } from '../../src/sessions/session-uses.ts';
import { runtimeWith } from '../support/runtime.ts';
import { codeHostOf } from '../support/service/code-host-settings.ts';
import type { Service } from '../support/service/start-service.ts';

/** How long an instance lives. */
export interface Life {
  /** Calls that change something or ask the code host, until it is killed. */
  readonly calls: number;
  /** Whether the last call is made, and only its answer lost. */
  readonly isLastMade: boolean;
}

const LOCAL = new Set(['rows', 'find', 'open', 'readyAt', 'turnsBefore', 'nextDueAt', 'shortenLeases']);

/** Works on the jobs of the service until nothing is due or it is killed. Returns the call that killed it, if any. */
export async function workUntilKilled(service: Service, { calls, isLastMade }: Life): Promise<string | null> {
  const { simulator, clock, storage } = service;
  const killed = Promise.withResolvers<string>();
  let left = calls;
  let isDead = false;
  const gone = new Promise<never>(() => {});

  /** Counts the calls of a part; after the last one, none is answered. */
  const mortal = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, self) {
        const member: unknown = Reflect.get(target, name, self);
        if (typeof member !== 'function') return member;
        return (...parameters: readonly unknown[]): unknown => {
          const call = (): unknown => Reflect.apply(member, target, parameters);
          if (isDead) return gone;
          if (LOCAL.has(String(name))) return call();
          left -= 1;
          if (left > 0) return call();
          const end = () => {
            isDead = true;
            killed.resolve(String(name));
            return gone;
          };
          return isLastMade ? Promise.resolve(call()).then(end, end) : end();
        };
      },
    });

  const runtime = runtimeWith({ clock });
  const { log } = runtime;
  const { as, asInstallation, ...app } = createHttpCodeHost(codeHostOf(simulator), { ...runtime, callLog: log });
  const codeHost = {
    ...mortal(app),
    as: (...caller: Parameters<typeof as>) => mortal(as(...caller)),
    asInstallation: (...caller: Parameters<typeof asInstallation>) => mortal(asInstallation(...caller)),
  };
  const { sessions, installations } = storage;
  const waits = { shownMs: 30_000, usedMs: 30_000 };
  const freshSession = createFreshSession({ runtime, codeHost, store: sessions, onSpent: async () => {} }, waits);
  const liveMembership = createLiveMembership(codeHost, freshSession, clock);
  const liveRights = createLiveRights(liveMembership);
  const jobs = mortal(storage.jobs);
  const wake = () => {};
  const startJob = createStartJob(runtime, jobs, wake);
  const runs = mortal(storage.runs);
  const store = mortal(storage.dueWork);
  const services: JobServices = {
    runtime,
    codeHost,
    sessions: {
      store: sessions,
      installations,
      uses: createSessionUses(sessions, log),
      known: createKnownSessions(sessions, clock),
      fresh: freshSession,
      membership: liveMembership,
      rights: liveRights,
    },
    jobs: { store: jobs, appWork: mortal(storage.appWork), appMayAct: true, dueWork: store, start: startJob, wake },
  };
  const searchQueue = createSearchQueue();
  const trail = mortal(storage.auditTrail);
  const audit: Audit = {
    trail,
    heads: storage.auditHeads,
    audited: createAudited(runtime, trail),
    claimed: createClaimed(runtime, storage.leases),
    reader: createTrailReader(trail, searchQueue),
    searchQueue,
    signNote: createSignNote(runtime, storage.auditHeads, 'localhost', false),
  };
  const { appliedFiles, ownerRules } = storage;
  const jobKinds = createJobKinds(services, [
    createInvitationJobs(services),
    createPeopleChanges(services),
    createPlanJobs({ ...services, audit, appliedFiles, ownerRules }),
    createAccessExports(services),
  ]);
  const kinds = [createStartRuns({ ...services, runs }), ...jobKinds];
  const worker = createWorker(runtime, store, kinds);
  const by = await Promise.race([worker.work().then(() => null), killed.promise]);
  isDead = true;
  return by;
}
