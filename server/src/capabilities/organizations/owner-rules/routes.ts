import { CHANGE_OWNER_RULES, GET_OWNER_RULES, type OwnerRulesAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { NO_OWNER_RULES } from '../../../domain/owner-rules.ts';
import { ok } from '../../../domain/result.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { owners } from '../../../http/rights/access.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import type { StoredOwnerRules } from '../../../ports/owner-rules.ts';
import { type ChangeOwnerRulesDeps, createChangeOwnerRules } from './change-owner-rules.ts';
import { ofRules } from './messages.ts';

/** An addition to the specification. */
export const ownerRulesRoutes: FastifyPluginAsync<ChangeOwnerRulesDeps> = async (app, deps) => {
  const access = owners('see and change the rules about owners');
  addEndpoint(app, GET_OWNER_RULES, { access }, async (_request, { organizationId }) =>
    ok(rulesView(await deps.ownerRules.find(organizationId))),
  );

  const changeOwnerRules = createChangeOwnerRules(deps);
  addEndpoint(app, CHANGE_OWNER_RULES, { access, wireOf: ofRules }, async (request, owner) => {
    const rules = await changeOwnerRules(owner, requesterOf(request), request.body);
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
