import { randomBytes } from 'node:crypto';
import { createHttpCodeHost } from '../../src/code-host/code-host.ts';
import { UNOBSERVED } from '../../src/domain/observations.ts';
import { createAccessExports } from '../../src/features/access-exports/access-exports.ts';
import { createInvitationJobs } from '../../src/features/invitations/jobs/invitation-jobs.ts';
import { createPeopleChanges } from '../../src/features/people-changes/people-changes.ts';
import { createStartRuns } from '../../src/features/runs/start-runs.ts';
import { createWorker } from '../../src/jobs/due-work/worker.ts';
import { createJobKinds } from '../../src/jobs/jobs.ts';
import { createStartJob } from '../../src/jobs/start-job.ts';
import { UNTRACED } from '../../src/lib/traces.ts';
import { createFreshSession } from '../../src/sessions/fresh-session.ts';
import { createLiveMembership } from '../../src/sessions/live-membership.ts';
import { createLiveRights } from '../../src/sessions/live-rights.ts';
import { codeHostOf } from '../support/service/code-host-settings.ts';
import type { Service } from '../support/service/start-service.ts';

/** How long an instance lives. */
export interface Life {
  /** Calls that change something or ask the code host, until it is killed. */
  readonly calls: number;
  /** Whether the last call is made, and only its answer lost. */
  readonly isLastMade: boolean;
}

const LOCAL = new Set(['hasInvitations', 'rows', 'find', 'open', 'readyAt', 'nextDueAt', 'shortenLeases']);

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

  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const entropy = { bytes: (count: number) => randomBytes(count) };
  const observations = UNOBSERVED;
  const codeHost = mortal(
    createHttpCodeHost(codeHostOf(simulator), { clock, log, observations, traces: UNTRACED, callLog: log }),
  );
  const { sessions } = storage;
  const waits = { shownMs: 30_000, usedMs: 30_000 };
  const freshSession = createFreshSession({ sessions, codeHost, clock, entropy, log, observations, waits });
  const liveRights = createLiveRights(createLiveMembership({ codeHost, freshSession, clock }));
  const jobs = mortal(storage.jobs);
  const ofKind = { codeHost, jobs, liveRights, clock, log };
  const startJob = createStartJob({ jobs, clock, entropy, wake() {} });
  const runs = mortal(storage.runs);
  const jobKinds = createJobKinds({
    ...ofKind,
    kinds: [createInvitationJobs(ofKind), createPeopleChanges(ofKind), createAccessExports(ofKind)],
    sessions,
    freshSession,
    entropy,
  });
  const kinds = [createStartRuns({ codeHost, jobs, runs, sessions, liveRights, startJob, clock }), ...jobKinds];
  const store = mortal(storage.dueWork);
  const worker = createWorker({ store, kinds, clock, entropy, log, observations, traces: UNTRACED });
  const by = await Promise.race([worker.work().then(() => null), killed.promise]);
  isDead = true;
  return by;
}
