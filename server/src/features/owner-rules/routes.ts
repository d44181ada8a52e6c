import {
  CHANGE_OWNER_RULES,
  type ChangeOwnerRulesRequest,
  GET_OWNER_RULES,
  type OwnerRulesAnswer,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { countingTrailFailure } from '../../audit/audited.ts';
import type { TooManyChanges } from '../../audit/store/types.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readOwners } from '../../code-host/people/people-changes.ts';
import { foldLogin } from '../../domain/account.ts';
import type { AuditFacts, AuditOrigin } from '../../domain/audit-entry.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { NO_OWNER_RULES, type OwnerRules, type RequiredOwner } from '../../domain/owner-rules.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { AUDIT_CHANGES } from '../../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type Owner, sameOrganization } from '../../sessions/live-rights.ts';
import type { OwnerRulesStore, StoredOwnerRules } from './store.ts';

interface OwnerRulesServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly ownerRules: OwnerRulesStore;
}

type ChangeRulesRefusal =
  | HostRefusal
  | TooManyChanges
  | { readonly kind: 'not-an-owner' | 'same-account' | 'changed-meanwhile' };

/** Replaces the rules about owners. Whoever is required must be an owner, or be required already. */
async function changeOwnerRules(
  { runtime, codeHost, ownerRules }: OwnerRulesServices,
  owner: Owner,
  requester: AuditOrigin,
  { version, ownersMin, requiredOwners: logins }: ChangeOwnerRulesRequest,
): Promise<Result<StoredOwnerRules | null, ChangeRulesRefusal>> {
  const { organization, organizationId, session } = owner;
  const before = await ownerRules.find(organizationId);
  if ((before?.version ?? 0) !== version) return refuse({ kind: 'changed-meanwhile' });
  const required = await findRequired(codeHost, owner, logins, before ?? NO_OWNER_RULES);
  if (!required.ok) return required;
  const rules = { ownersMin, requiredOwners: required.value };
  if (isSame(before ?? NO_OWNER_RULES, rules)) return ok(before);
  const { id, login } = session.user;
  const change = { organizationId, version, by: { id, login }, at: runtime.clock.now(), within: AUDIT_CHANGES };
  const changing = ownerRules.replace(rules, change, (former) => ({
    ...requester,
    action: 'organization.owner_rules_changed',
    organization: { id: organizationId, login: organization },
    target: null,
    before: factsOf(former),
    after: factsOf(rules),
    deliveryId: null,
  }));
  const changed = await countingTrailFailure(runtime, changing);
  return changed.ok ? ok(await ownerRules.find(organizationId)) : changed;
}

async function findRequired(
  codeHost: CodeHost,
  owner: Owner,
  logins: readonly string[],
  { requiredOwners }: OwnerRules,
): Promise<Result<readonly RequiredOwner[], ChangeRulesRefusal>> {
  if (logins.length === 0) return ok([]);
  const { session, organization, organizationId } = owner;
  const at = { token: session.grant.accessToken, organization, organizationId };
  const owners = await readOwners(codeHost.as(at), at);
  if (!owners.ok) return owners;
  const same = await sameOrganization(codeHost, owner);
  if (!same.ok) return same;
  // Somebody else may have the login by now.
  const accounts = new Map([...owners.value, ...requiredOwners].map((each) => [foldLogin(each.login), each]));
  const presentLogins = new Map(owners.value.map(({ id, login }) => [id, login]));
  const found = new Map<number, RequiredOwner>();
  for (const name of new Set(logins.map(foldLogin))) {
    const account = accounts.get(name);
    if (account === undefined) return refuse({ kind: 'not-an-owner' });
    const { id, login } = account;
    // A former login of one may be that of another now, and both be meant.
    if (found.has(id)) return refuse({ kind: 'same-account' });
    found.set(id, { id, login: presentLogins.get(id) ?? login });
  }
  return ok([...found.values()]);
}

const isSame = (a: OwnerRules, b: OwnerRules): boolean =>
  a.ownersMin === b.ownersMin &&
  a.requiredOwners.length === b.requiredOwners.length &&
  a.requiredOwners.every(({ id, login }) => b.requiredOwners.some((each) => each.id === id && each.login === login));

const factsOf = ({ ownersMin, requiredOwners }: OwnerRules): AuditFacts => ({
  ownersMin,
  requiredOwners: requiredOwners.map(({ login }) => login),
  requiredIds: requiredOwners.map(({ id }) => id),
});

const ofRules = {
  'changed-meanwhile': { status: 409, error: 'Somebody else changed these rules. Please load them again.' },
  'not-an-owner': { status: 409, error: 'Only current owners can be required. Please check the usernames.' },
  'same-account': {
    status: 409,
    error: 'Two of these usernames, a former and a present one, are of one account. Please send only its present one.',
  },
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const ownerRulesRoutes: FastifyPluginAsync<OwnerRulesServices> = async (app, services) => {
  const access = owners('see and change the rules about owners');
  addEndpoint(app, GET_OWNER_RULES, { access }, async (_request, { organizationId }) =>
    ok(rulesView(await services.ownerRules.find(organizationId))),
  );

  addEndpoint(app, CHANGE_OWNER_RULES, { access, refusalResponses: ofRules }, async (request, owner) => {
    const rules = await changeOwnerRules(services, owner, requesterOf(request), request.body);
    return rules.ok ? ok(rulesView(rules.value)) : rules;
  });
};

function rulesView(stored: StoredOwnerRules | null): OwnerRulesAnswer {
  const { ownersMin, requiredOwners } = stored ?? NO_OWNER_RULES;
  return {
    ownersMin,
    requiredOwners: requiredOwners.map(({ id, login }) => ({ id, login })),
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt.toISOString() ?? null,
    changedBy: stored?.changedBy.login ?? null,
  };
}
