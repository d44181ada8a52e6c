import type { PlanBasis } from '@orgdesk/contract';
import { PLAN_ACCOUNTS_MAX } from '@orgdesk/contract/limits';
import type { NamedAccount } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { loosenedRules, NO_OWNER_RULES, type OwnerRules, strictestOf } from '../../domain/owner-rules.ts';
import type { OwnerRulesStore } from '../owner-rules/store.ts';
import type { DesiredOrganization } from './desired.ts';
import type { OrganizationFileServices } from './services.ts';
import type { AppliedFileStore } from './store.ts';

/** Of a plan that was judged by looser rules. */
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
