import { hash } from 'node:crypto';
import type { OrganizationPlan } from '@orgdesk/contract';
import type { Runtime } from '../../domain/runtime.ts';
import { PLAN_SECONDS } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { randomHex } from '../../lib/secrets.ts';
import { type ClaimsRefusal, createSignedClaims } from '../../lib/signed-claims.ts';
import type { Signing } from '../../lib/state-token.ts';
import type { Clock } from '../../lib/system.ts';

export type UnsealedPlan = Pick<OrganizationPlan, 'version' | 'organization' | 'dangers' | 'steps' | 'files' | 'basis'>;

export type SealRefusal = ClaimsRefusal | 'other-person';

const ID_BYTES = 8;

/** Plans are not stored: their seal proves that nothing was altered. */
export async function sealPlan(
  { clock, entropy }: Runtime,
  signing: Signing,
  plan: UnsealedPlan,
  userId: number,
): Promise<OrganizationPlan> {
  const planHash = hashOf(plan);
  const { files } = plan;
  const claims = { planHash, files, basis: basisHash(plan), userId };
  const { token, expiresAt } = await planClaims(signing, clock).issue(claims, randomHex(entropy, ID_BYTES));
  return { ...plan, hash: planHash, expiresAt: expiresAt.toISOString(), seal: token };
}

export async function verifyPlan(
  { clock }: Runtime,
  signing: Signing,
  { hash: planHash, expiresAt, seal, ...plan }: OrganizationPlan,
  userId: number,
): Promise<Result<string, SealRefusal>> {
  const claims = await planClaims(signing, clock).verify(seal);
  if (!claims.ok) return claims;
  const isSame =
    hashOf(plan) === claims.value.planHash &&
    planHash === claims.value.planHash &&
    plan.files === claims.value.files &&
    basisHash(plan) === claims.value.basis &&
    expiresAt === new Date((claims.value.exp ?? 0) * 1000).toISOString();
  if (!isSame) return refuse('invalid');
  return claims.value.userId === userId ? ok(claims.value.jti ?? '') : refuse('other-person');
}

function planClaims({ key, origin }: Signing, clock: Clock) {
  const settings = { type: 'organization-plan-1+jwt', audience: `${origin}/plans`, seconds: PLAN_SECONDS };
  return createSignedClaims({ key, origin, ...settings }, clock);
}

export const filesHash = (files: readonly { readonly name: string; readonly text: string }[]): string =>
  hash('sha256', JSON.stringify(files.map(({ name, text }) => [name, text])));

const basisHash = ({ basis }: UnsealedPlan): string | undefined => basis && hash('sha256', JSON.stringify(basis));

/** Keys keep their order in JSON. */
const hashOf = ({ version, organization, dangers, steps }: UnsealedPlan): string =>
  hash('sha256', JSON.stringify([version, organization, dangers, steps]));
