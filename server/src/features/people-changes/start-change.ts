import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { sameLogin } from '../../domain/account.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { RunRef } from '../../domain/run.ts';
import type { StartJob, StartRefusal } from '../../jobs/start-job.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { PeoplePreview, PeoplePreviews, PreviewTokenRefusal } from './people-preview.ts';
import type { PlannedPeople } from './planned-people.ts';

export interface PreviewsSent {
  readonly previews: readonly string[];
  readonly confirmation: string | null;
}

export type PlanRefusal = { readonly kind: PreviewTokenRefusal | 'nobody' };

/** Reads one change of the people of all previews, which the caller made in this session of this organization. */
export function createPlanChange(previews: Pick<PeoplePreviews, 'verify'>) {
  return async (
    caller: Pick<Owner, 'session' | 'organizationId'>,
    { previews: tokens, confirmation }: PreviewsSent,
  ): Promise<Result<PlannedPeople, PlanRefusal>> => {
    const verified: PeoplePreview[] = [];
    for (const token of tokens) {
      const preview = await previews.verify(token);
      if (!preview.ok) return refuse({ kind: preview.refusal });
      if (!isOf(caller, preview.value) || !isSameChange(preview.value, verified[0] ?? preview.value))
        return refuse({ kind: 'invalid' });
      verified.push(preview.value);
    }
    const [first] = verified;
    const people = [...new Map(verified.flatMap((preview) => preview.people.map((one) => [one.id, one]))).values()];
    if (first === undefined || people.length === 0) return refuse({ kind: 'nobody' });
    const { change, teamId } = first;
    return ok({ key: hash('sha256', tokens.join(' ')), change, teamId, people, confirmation });
  };
}

interface OfRun {
  readonly run: RunRef;
  /** What the organization was called when a person typed its name. It may have been renamed since. */
  readonly loginAtRequest: string;
}

export function createStartPlanned(startJob: StartJob) {
  return async (
    owner: Owner,
    requester: AuditOrigin,
    { key, change, teamId, people, confirmation }: PlannedPeople,
    ofRun?: OfRun,
  ): Promise<Result<JobRecord, StartRefusal | { readonly kind: 'unconfirmed' }>> => {
    const typed = (confirmation ?? '').trim();
    const isConfirmed = [owner.organization, ofRun?.loginAtRequest].some(
      (name) => name !== undefined && sameLogin(typed, name),
    );
    if (people.length > UNCONFIRMED_PEOPLE_MAX && !isConfirmed) return refuse({ kind: 'unconfirmed' });
    return startJob(owner, requester, {
      kind: 'people-change',
      key,
      title: null,
      plan: { change, teamId },
      rows: people.map(({ id, login, role, teamRole }) => ({
        login,
        email: null,
        userId: id,
        role,
        teamRole,
        teamIds: [],
      })),
      content: people,
      after: { rows: people.length, change: change.kind },
      run: ofRun?.run,
    });
  };
}

const isOf = (
  { session, organizationId }: Pick<Owner, 'session' | 'organizationId'>,
  preview: PeoplePreview,
): boolean =>
  preview.organizationId === organizationId && preview.userId === session.user.id && preview.sessionKey === session.key;

const isSameChange = (one: PeoplePreview, other: PeoplePreview): boolean =>
  one.teamId === other.teamId && isDeepStrictEqual(one.change, other.change);
