import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { sameLogin } from '../../domain/account.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { RunRef } from '../../domain/job.ts';
import type { PeopleChange, PersonState } from '../../domain/people-change.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { JobStarter, StartRefusal } from '../../jobs/start-job.ts';
import type { JobRecord, PeoplePlan } from '../../jobs/store/types.ts';
import { PEOPLE_PREVIEW_SECONDS } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { randomHex, type SessionKey } from '../../lib/secrets.ts';
import { type ClaimsRefusal, createSignedClaims, type SignedClaims } from '../../lib/signed-claims.ts';
import type { Signing } from '../../lib/state-token.ts';
import type { Owner } from '../../sessions/live-rights.ts';

interface PreviewedState extends PersonState {
  readonly id: number;
  readonly login: string;
}

/** People are in the displayed order. */
interface PeoplePreview {
  readonly organizationId: number;
  readonly userId: number;
  readonly sessionKey: SessionKey;
  readonly change: PeopleChange;
  /** Null without a team. The slug alone could later name another team. */
  readonly teamId: number | null;
  readonly people: readonly PreviewedState[];
}

type PreviewTokenRefusal = ClaimsRefusal;

export interface PeoplePreviewServices {
  readonly runtime: Runtime;
  readonly signing: Signing;
}

/** Equal previews return the same job, so two of the same people in the same second must differ. */
const ID_BYTES = 8;

/** Previews are valid for ten minutes and not stored. */
export function issuePreview(
  services: PeoplePreviewServices,
  { people, ...preview }: PeoplePreview,
): ReturnType<SignedClaims['issue']> {
  const seen = people.map(({ id, login, role, teamRole }) => [id, login, role, teamRole]);
  return signedClaims(services).issue({ ...preview, seen }, randomHex(services.runtime.entropy, ID_BYTES));
}

export async function verifyPreview(
  services: PeoplePreviewServices,
  token: string,
): Promise<Result<PeoplePreview, PreviewTokenRefusal>> {
  const claims = await signedClaims(services).verify(token);
  return claims.ok ? ok(previewIn(claims.value as unknown as Claims)) : claims;
}

function signedClaims({ runtime, signing: { key, origin } }: PeoplePreviewServices): SignedClaims {
  const settings = { type: 'people-preview-1+jwt', audience: `${origin}/people`, seconds: PEOPLE_PREVIEW_SECONDS };
  return createSignedClaims({ key, origin, ...settings }, runtime.clock);
}

interface Claims extends Omit<PeoplePreview, 'people'> {
  readonly seen: readonly (readonly [
    id: number,
    login: string,
    role: PersonState['role'],
    teamRole: PersonState['teamRole'],
  ])[];
}

const previewIn = ({ organizationId, userId, sessionKey, change, teamId, seen }: Claims): PeoplePreview => ({
  organizationId,
  userId,
  sessionKey,
  change,
  teamId,
  people: seen.map(([id, login, role, teamRole]) => ({ id, login, role, teamRole })),
});

/** A change of people as previewed. */
export interface PlannedPeople extends PeoplePlan {
  /** Idempotency key of its job. */
  readonly key: string;
  readonly people: readonly (PersonState & { readonly id: number; readonly login: string })[];
  /** Login of the organization, as a person typed it. */
  readonly confirmation: string | null;
}

interface PreviewsSent {
  readonly previews: readonly string[];
  readonly confirmation: string | null;
}

export type PlanRefusal = { readonly kind: PreviewTokenRefusal | 'nobody' };

/** Reads one change of the people of all previews, which the caller made in this session of this organization. */
export async function planChange(
  services: PeoplePreviewServices,
  caller: Pick<Owner, 'session' | 'organizationId'>,
  { previews, confirmation }: PreviewsSent,
): Promise<Result<PlannedPeople, PlanRefusal>> {
  const verified: PeoplePreview[] = [];
  for (const token of previews) {
    const preview = await verifyPreview(services, token);
    if (!preview.ok) return refuse({ kind: preview.refusal });
    if (!isOf(caller, preview.value) || !isSameChange(preview.value, verified[0] ?? preview.value))
      return refuse({ kind: 'invalid' });
    verified.push(preview.value);
  }
  const [first] = verified;
  const people = [...new Map(verified.flatMap((preview) => preview.people.map((one) => [one.id, one]))).values()];
  if (first === undefined || people.length === 0) return refuse({ kind: 'nobody' });
  const { change, teamId } = first;
  return ok({ key: hash('sha256', previews.join(' ')), change, teamId, people, confirmation });
}

interface OfRun {
  readonly run: RunRef;
  /** What the organization was called when a person typed its name. It may have been renamed since. */
  readonly loginAtRequest: string;
}

export async function startPlanned(
  jobs: Jobs,
  owner: JobStarter,
  requester: AuditOrigin,
  { key, change, teamId, people, confirmation }: PlannedPeople,
  approvedVersion: number | null,
  ofRun?: OfRun,
): Promise<Result<JobRecord, StartRefusal | { readonly kind: 'unconfirmed' }>> {
  const typed = (confirmation ?? '').trim();
  const isConfirmed = [owner.organization, ofRun?.loginAtRequest].some(
    (name) => name !== undefined && sameLogin(typed, name),
  );
  if (people.length > UNCONFIRMED_PEOPLE_MAX && !isConfirmed) return refuse({ kind: 'unconfirmed' });
  return jobs.start(owner, requester, {
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
    approvedVersion,
  });
}

const isOf = (
  { session, organizationId }: Pick<Owner, 'session' | 'organizationId'>,
  preview: PeoplePreview,
): boolean =>
  preview.organizationId === organizationId && preview.userId === session.user.id && preview.sessionKey === session.key;

const isSameChange = (one: PeoplePreview, other: PeoplePreview): boolean =>
  one.teamId === other.teamId && isDeepStrictEqual(one.change, other.change);
