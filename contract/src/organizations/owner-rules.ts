import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OWNER_RULES_BODY_MAX_BYTES, OWNERS_MIN_MAX, REQUIRED_OWNERS_MAX } from '../limits.ts';
import { Nullable, type Shape } from '../shape.ts';
import { NAME_PATTERNS } from '../strings/names.ts';
import { OrganizationParams } from './organization.ts';

/** An account that files or rules name. */
export const RuledAccount = Type.Object({ id: Type.Integer({ minimum: 1 }), login: Type.String() });

const ownersMin = Type.Integer({ minimum: 1, maximum: OWNERS_MIN_MAX, description: 'Owners that plans must leave.' });

export const OwnerRulesAnswer = Type.Object({
  ownersMin,
  requiredOwners: Type.Array(RuledAccount, {
    description: 'Accounts that must stay owners, with their logins as last seen.',
  }),
  version: Type.Integer({ minimum: 0, description: 'Grows with each change; 0 before the first.' }),
  changedAt: Nullable(Type.String({ format: 'date-time' })),
  changedBy: Nullable(Type.String()),
});
export type OwnerRulesAnswer = Shape<typeof OwnerRulesAnswer>;

export const ChangeOwnerRulesRequest = Type.Object({
  version: Type.Integer({ minimum: 0, description: 'Version of the rules that the request replaces.' }),
  ownersMin,
  requiredOwners: Type.Array(Type.String({ pattern: NAME_PATTERNS.login }), {
    maxItems: REQUIRED_OWNERS_MAX,
    description: 'Logins of current owners, or as they are listed.',
  }),
});
export type ChangeOwnerRulesRequest = Shape<typeof ChangeOwnerRulesRequest>;

const RULES = '/api/organizations/{login}/owner-rules';
const answers = { 200: { description: 'The rules.', json: OwnerRulesAnswer } } as const;

export const GET_OWNER_RULES = endpoint({
  id: 'getOwnerRules',
  method: 'GET',
  path: RULES,
  chapter: 'Organization files',
  summary: 'Get the rules about owners',
  description: `
    For current owners of the organization. Plans that break these rules have dangers. No file changes them; files may demand more.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers,
});

export const CHANGE_OWNER_RULES = endpoint({
  id: 'changeOwnerRules',
  method: 'POST',
  path: RULES,
  chapter: 'Organization files',
  summary: 'Change the rules about owners',
  description: `
    For current owners of the organization. Replaces all rules, with one audit entry. The same rules again change nothing. Plans made
    under looser rules can no longer be applied.

    Checks, in this order: session, cross-site, body, organization, rights, version, owners, number of changes.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChangeOwnerRulesRequest,
  bodyMaxBytes: OWNER_RULES_BODY_MAX_BYTES,
  entries: ['organization.owner_rules_changed'],
  answers,
});
