import { FRESH_SIGN_IN_MINUTES } from '@orgdesk/contract/limits';
import type { JobKind } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Session } from '../domain/session.ts';
import type { RefusalResponse } from '../http/refusals.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Jobs } from './services.ts';

interface ApprovalServices {
  readonly runtime: Runtime;
  readonly jobs: Pick<Jobs, 'store' | 'appWork' | 'appMayAct'>;
}

interface NotFresh {
  readonly kind: 'sign-in-too-old';
}

export type ApprovalRefusal = NotFresh | { readonly kind: 'app-work-off' | 'not-continuable' };

export const SIGN_IN_TOO_OLD: RefusalResponse = {
  status: 403,
  error: `Please sign in again first: this needs a sign-in of the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
};

/** Refusals of whoever asks that a job continues after a sign-out. */
export const approvalResponses = {
  'sign-in-too-old': SIGN_IN_TOO_OLD,
  'app-work-off': { status: 409, error: 'Jobs do not continue after a sign-out here: an owner has not allowed it.' },
  'not-continuable': { status: 409, error: 'The App cannot do this kind of job after a sign-out.' },
} as const satisfies Readonly<Record<ApprovalRefusal['kind'], RefusalResponse>>;

/** A stolen or forgotten session that is older cannot let the App act. */
export function checkFreshSignIn(
  { runtime }: Pick<ApprovalServices, 'runtime'>,
  session: Session,
): Result<void, NotFresh> {
  const ageMs = runtime.clock.now().getTime() - session.createdAt.getTime();
  return ageMs < FRESH_SIGN_IN_MINUTES * 60_000 ? ok(undefined) : refuse({ kind: 'sign-in-too-old' });
}

/** Only a person's token reads who has access, with all its sources. */
const CONTINUABLE: Readonly<Record<JobKind, boolean>> = {
  invitations: true,
  'people-change': true,
  'organization-file': true,
  'access-export': false,
};

/** Version of the switch where it is on and the App may act; otherwise null. */
export async function currentVersion(
  { appWork, appMayAct }: Pick<Jobs, 'appWork' | 'appMayAct'>,
  organizationId: number,
): Promise<number | null> {
  const current = appMayAct ? await appWork.find(organizationId) : null;
  return current?.isOn === true ? current.version : null;
}

interface ApprovalRequest {
  readonly kind: JobKind;
  readonly isAsked: boolean;
  /** A repeated request gets the job that it started, however long ago. */
  readonly key?: string;
}

/** The version of the switch that an approval is given under. Null unless it is asked for. */
export async function approvedVersion(
  services: ApprovalServices,
  { session, organizationId }: { readonly session: Session; readonly organizationId: number },
  { kind, isAsked, key }: ApprovalRequest,
): Promise<Result<number | null, ApprovalRefusal>> {
  if (!isAsked) return ok(null);
  if (key !== undefined && (await services.jobs.store.findByKey({ organizationId, kind, key })) !== null)
    return ok(null);
  if (!CONTINUABLE[kind]) return refuse({ kind: 'not-continuable' });
  const version = await currentVersion(services.jobs, organizationId);
  if (version === null) return refuse({ kind: 'app-work-off' });
  const fresh = checkFreshSignIn(services, session);
  return fresh.ok ? ok(version) : fresh;
}
