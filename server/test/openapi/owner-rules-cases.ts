import { type Ask, type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const RULES = '/api/organizations/acme/owner-rules';
const bodyOf = (version: number, requiredOwners: readonly string[] = ['ada']) => ({
  version,
  ownersMin: 1,
  requiredOwners,
});

const read: Ask = ({ get }, headers, organization = 'acme') =>
  get(`/api/organizations/${organization}/owner-rules`, headers);
const change: Ask = ({ post }, headers, organization = 'acme') =>
  post(`/api/organizations/${organization}/owner-rules`, bodyOf(0), headers);

/** Cases of the endpoints about rules for owners. */
export const OWNER_RULES_CASES: readonly Case[] = [
  ...ownersOnlyCases('getOwnerRules', read),
  ...ownersOnlyCases('changeOwnerRules', change),
  ['getOwnerRules', 200, 'the rules', (caller) => read(caller, caller.bearer)],
  [
    'changeOwnerRules',
    200,
    'a required owner',
    async (caller) => {
      const { version } = (await read(caller, caller.bearer)).json as { readonly version: number };
      return caller.post(RULES, bodyOf(version), caller.bearer);
    },
  ],
  ['changeOwnerRules', 400, 'nothing', ({ post, bearer }) => post(RULES, {}, bearer)],
  ['changeOwnerRules', 409, 'an older version', ({ post, bearer }) => post(RULES, bodyOf(900_000), bearer)],
  [
    'changeOwnerRules',
    409,
    'no owner',
    async (caller) => {
      const { version } = (await read(caller, caller.bearer)).json as { readonly version: number };
      return caller.post(RULES, bodyOf(version, ['grace']), caller.bearer);
    },
  ],
  [
    'changeOwnerRules',
    403,
    'another site',
    (caller) => caller.post(RULES, bodyOf(0), { ...withCookie(caller), ...FOREIGN }),
  ],
  ['changeOwnerRules', 413, 'large', ({ post, bearer }) => post(RULES, 'x'.repeat(20_000), bearer)],
  [
    'changeOwnerRules',
    415,
    'text',
    ({ post, bearer }) => post(RULES, 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
];
