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
  ['getOwnerRules', 200, 'the rules', (place) => read(place, place.bearer)],
  [
    'changeOwnerRules',
    200,
    'a required owner',
    async (place) => {
      const { version } = (await read(place, place.bearer)).json as { readonly version: number };
      return place.post(RULES, bodyOf(version), place.bearer);
    },
  ],
  ['changeOwnerRules', 400, 'nothing', ({ post, bearer }) => post(RULES, {}, bearer)],
  ['changeOwnerRules', 409, 'an older version', ({ post, bearer }) => post(RULES, bodyOf(900_000), bearer)],
  [
    'changeOwnerRules',
    409,
    'no owner',
    async (place) => {
      const { version } = (await read(place, place.bearer)).json as { readonly version: number };
      return place.post(RULES, bodyOf(version, ['grace']), place.bearer);
    },
  ],
  [
    'changeOwnerRules',
    403,
    'another site',
    (place) => place.post(RULES, bodyOf(0), { ...withCookie(place), ...FOREIGN }),
  ],
  ['changeOwnerRules', 413, 'large', ({ post, bearer }) => post(RULES, 'x'.repeat(20_000), bearer)],
  [
    'changeOwnerRules',
    415,
    'text',
    ({ post, bearer }) => post(RULES, 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
];
