import { hash } from 'node:crypto';
import type { OrganizationPlan } from '@orgdesk/contract';
import { randomHex } from '../../lib/crypto/secrets.ts';
import { type ClaimsRefusal, createSignedClaims, type SignedClaimsSettings } from '../../lib/crypto/signed-claims.ts';
import { PLAN_SECONDS } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock, Entropy } from '../../lib/system.ts';

export type UnsealedPlan = Pick<OrganizationPlan, 'version' | 'organization' | 'dangers' | 'steps' | 'files' | 'basis'>;

export type SealRefusal = ClaimsRefusal | 'other-person';

/** Plans are not stored: their seal proves that nothing was altered. */
export interface PlanSeals {
  seal(plan: UnsealedPlan, userId: number): Promise<OrganizationPlan>;
  verify(plan: OrganizationPlan, userId: number): Promise<Result<string, SealRefusal>>;
}

const ID_BYTES = 8;

export function createPlanSeals(
  { key, origin }: Pick<SignedClaimsSettings, 'key' | 'origin'>,
  clock: Clock,
  entropy: Entropy,
): PlanSeals {
  const settings = { type: 'organization-plan-1+jwt', audience: `${origin}/plans`, seconds: PLAN_SECONDS };
  const signed = createSignedClaims({ key, origin, ...settings }, clock);
  return {
    async seal(plan, userId) {
      const planHash = hashOf(plan);
      const { files } = plan;
      const claims = { planHash, files, basis: basisHash(plan), userId };
      const { token, expiresAt } = await signed.issue(claims, randomHex(entropy, ID_BYTES));
      return { ...plan, hash: planHash, expiresAt: expiresAt.toISOString(), seal: token };
    },
    async verify({ hash: planHash, expiresAt, seal, ...plan }, userId) {
      const claims = await signed.verify(seal);
      if (!claims.ok) return claims;
      const isSame =
        hashOf(plan) === claims.value.planHash &&
        planHash === claims.value.planHash &&
        plan.files === claims.value.files &&
        basisHash(plan) === claims.value.basis &&
        expiresAt === new Date((claims.value.exp ?? 0) * 1000).toISOString();
      if (!isSame) return refuse('invalid');
      return claims.value.userId === userId ? ok(claims.value.jti ?? '') : refuse('other-person');
    },
  };
}

export const filesHash = (files: readonly { readonly name: string; readonly text: string }[]): string =>
  hash('sha256', JSON.stringify(files.map(({ name, text }) => [name, text])));

const basisHash = ({ basis }: UnsealedPlan): string | undefined => basis && hash('sha256', JSON.stringify(basis));

/** Keys keep their order in JSON. */
const hashOf = ({ version, organization, dangers, steps }: UnsealedPlan): string =>
  hash('sha256', JSON.stringify([version, organization, dangers, steps]));
