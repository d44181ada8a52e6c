import type { ChangeOwnerRulesRequest } from '@orgdesk/contract';
import { foldLogin } from '../../../domain/account.ts';
import { AUDIT_CHANGES } from '../../../domain/limits/audit-trail.ts';
import { loosenedRules, NO_OWNER_RULES, type OwnerRules, type RequiredOwner } from '../../../domain/owner-rules.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { PeopleChangesHost } from '../../../ports/code-host/people-changes.ts';
import type { HostRefusal } from '../../../ports/code-host/refusals.ts';
import type { OwnerRulesStore, StoredOwnerRules } from '../../../ports/owner-rules.ts';
import type { AuditFacts, AuditOrigin, TooManyChanges } from '../../../ports/storage/audit-trail.ts';
import type { Clock } from '../../../ports/system.ts';
import type { Owner } from '../../../shared/sessions/live-rights.ts';

export interface ChangeOwnerRulesDeps {
  readonly codeHost: Pick<PeopleChangesHost, 'ownersOf'>;
  readonly ownerRules: OwnerRulesStore;
  readonly clock: Clock;
}

export type ChangeRulesRefusal = HostRefusal | TooManyChanges | { readonly kind: 'not-an-owner' | 'changed-meanwhile' };

/** Replaces the rules about owners. Whoever is required must be an owner, or be required already. */
export function createChangeOwnerRules({ codeHost, ownerRules, clock }: ChangeOwnerRulesDeps) {
  return async (
    owner: Owner,
    requester: AuditOrigin,
    { version, ownersMin, requiredOwners: logins }: ChangeOwnerRulesRequest,
  ): Promise<Result<StoredOwnerRules | null, ChangeRulesRefusal>> => {
    const { organization, organizationId, session } = owner;
    const before = await ownerRules.find(organizationId);
    if ((before?.version ?? 0) !== version) return refuse({ kind: 'changed-meanwhile' });
    const required = await findRequired(owner, logins, before ?? NO_OWNER_RULES);
    if (!required.ok) return required;
    const rules = { ownersMin, requiredOwners: required.value };
    if (isSame(before ?? NO_OWNER_RULES, rules)) return ok(before);
    const { id, login } = session.user;
    const change = { organizationId, version, by: { id, login }, at: clock.now(), within: AUDIT_CHANGES };
    const changed = await ownerRules.replace(rules, change, (former) => ({
      ...requester,
      action: 'organization.owner_rules_changed',
      organization: { id: organizationId, login: organization },
      target: null,
      before: factsOf(former),
      after: factsOf(rules),
      deliveryId: null,
    }));
    return changed.ok ? ok(await ownerRules.find(organizationId)) : changed;
  };

  async function findRequired(
    { session, organization, organizationId }: Owner,
    logins: readonly string[],
    { requiredOwners }: OwnerRules,
  ): Promise<Result<readonly RequiredOwner[], ChangeRulesRefusal>> {
    if (logins.length === 0) return ok([]);
    const at = { token: session.grant.accessToken, organization, organizationId };
    const owners = await codeHost.ownersOf(at);
    if (!owners.ok) return owners;
    // Somebody else may have the login by now.
    const known = new Map([...owners.value, ...requiredOwners].map((each) => [foldLogin(each.login), each]));
    const presentLogins = new Map(owners.value.map(({ id, login }) => [id, login]));
    const found = new Map<number, RequiredOwner>();
    for (const name of logins) {
      const account = known.get(foldLogin(name));
      if (account === undefined) return refuse({ kind: 'not-an-owner' });
      const { id, login } = account;
      found.set(id, { id, login: presentLogins.get(id) ?? login });
    }
    return ok([...found.values()]);
  }
}

const isSame = (a: OwnerRules, b: OwnerRules): boolean =>
  loosenedRules(a, b).length === 0 && loosenedRules(b, a).length === 0;

const factsOf = ({ ownersMin, requiredOwners }: OwnerRules): AuditFacts => ({
  ownersMin,
  requiredOwners: requiredOwners.map(({ login }) => login),
  requiredIds: requiredOwners.map(({ id }) => id),
});
