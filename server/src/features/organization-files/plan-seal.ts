import { hash } from 'node:crypto';
import type { OrganizationPlan, PlanBasis } from '@orgdesk/contract';
import { PLAN_ACCOUNTS_MAX } from '@orgdesk/contract/limits';
import type { NamedAccount } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { loosenedRules, NO_OWNER_RULES, type OwnerRules, strictestOf } from '../../domain/owner-rules.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { PLAN_SECONDS } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { randomHex } from '../../lib/secrets.ts';
import { type ClaimsRefusal, createSignedClaims } from '../../lib/signed-claims.ts';
import type { Signing } from '../../lib/state-token.ts';
import type { Clock } from '../../lib/system.ts';
import type { OwnerRulesStore } from '../owner-rules/store.ts';
import type { DesiredOrganization } from './desired.ts';
import type { OrganizationFileServices } from './services.ts';
import type { AppliedFileStore } from './store.ts';

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

/** Refuses a plan that was made while the rules about owners were looser. */
export const STRICTER_RULES = 'The rules about owners are stricter now. Please plan the files again.';

export interface JudgedBasis {
  readonly basis: PlanBasis;
  /** What the files applied last demand and these do not. */
  readonly loosened: readonly string[];
  /** Logins that belonged to other accounts when files were applied last. */
  readonly otherAccounts: readonly string[];
}

/** Compares files with those applied last, and finds the rules for their plan. */
export async function readBasis(
  { appliedFiles, ownerRules }: OrganizationFileServices,
  organizationId: number,
  desired: DesiredOrganization,
  idOf: (login: string) => number | null,
): Promise<JudgedBasis> {
  const { rules, applied, appliedRules } = await readRules(appliedFiles, ownerRules, organizationId);
  const accountsOf = (logins: Iterable<string>): readonly NamedAccount[] =>
    [...new Map([...logins].map((login) => [foldLogin(login), login])).values()].flatMap((login) => {
      const id = idOf(login);
      return id === null ? [] : [{ id, login }];
    });
  const demanded = {
    ownersMin: desired.ownersMin,
    requiredOwners: accountsOf([...desired.requiredOwners.values()].map(({ login }) => login)),
  };
  const accounts = accountsOf(loginsIn(desired));
  const former = new Map(applied?.accounts?.map(({ id, login }) => [foldLogin(login), id]));
  return {
    basis: {
      ownerRules: writable(strictestOf([rules, demanded])),
      demanded: writable(demanded),
      accounts: accounts.slice(0, PLAN_ACCOUNTS_MAX),
    },
    loosened: loosenedRules(appliedRules, demanded),
    otherAccounts: accounts
      .filter(({ id, login }) => (former.get(foldLogin(login)) ?? id) !== id)
      .map(({ login }) => login),
  };
}

/** Returns what holds for plans now: what is set, and what the files applied last demand. */
export async function readRules(appliedFiles: AppliedFileStore, ownerRules: OwnerRulesStore, organizationId: number) {
  const [set, applied] = await Promise.all([ownerRules.find(organizationId), appliedFiles.find(organizationId)]);
  const appliedRules = applied?.ownerRules ?? NO_OWNER_RULES;
  return { rules: strictestOf([set ?? NO_OWNER_RULES, appliedRules]), applied, appliedRules };
}

/** In the order of the contract, because plans are hashed as they are sent. */
const writable = ({ ownersMin, requiredOwners }: OwnerRules) => ({
  ownersMin,
  requiredOwners: requiredOwners.map(({ id, login }) => ({ id, login })),
});

/** Owners come first: their accounts are kept in any case. */
function* loginsIn({ people, teams, outside, requiredOwners }: DesiredOrganization): Generator<string> {
  for (const { login } of requiredOwners.values()) yield login;
  for (const { login, role } of people.values()) if (role === 'admin') yield login;
  for (const { login } of people.values()) yield login;
  for (const { maintainers = [], members = [] } of teams.values()) yield* [...maintainers, ...members];
  for (const { login } of outside.values()) yield login;
}
