import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { REVOKED_TOKENS_MAX } from '../limits.ts';
import { Nullable, type Shape } from '../shape.ts';
import { PersonParams } from './people.ts';

/** A fine-grained personal access token that the organization granted access to. */
export const PersonalToken = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'ID of the grant.' }),
  name: Type.String(),
  grantedAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Nullable(Type.String({ format: 'date-time' })),
  expiresAt: Nullable(Type.String({ format: 'date-time' })),
});
export type PersonalToken = Shape<typeof PersonalToken>;

export const PersonalTokensAnswer = Type.Object({
  tokens: Nullable(Type.Array(PersonalToken, { description: 'Null if they could not be read.' })),
  message: Nullable(Type.String({ description: "Why they could not be read: the code host's message." })),
});
export type PersonalTokensAnswer = Shape<typeof PersonalTokensAnswer>;

export const RevokeTokensRequest = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: REVOKED_TOKENS_MAX,
    uniqueItems: true,
    description: 'Without duplicates.',
  }),
});
export type RevokeTokensRequest = Shape<typeof RevokeTokensRequest>;

export const RevokedToken = Type.Object({
  id: Type.Integer(),
  outcome: Type.Union([
    Type.Literal('done'),
    Type.Literal('gone', { description: 'The person has no such token: their tokens were read.' }),
    Type.Literal('refused'),
    Type.Literal('not-confirmed', { description: 'Sent, but without a usable response: it may have happened.' }),
    Type.Literal('not-tried', { description: 'Nothing was changed.' }),
  ]),
  error: Nullable(
    Type.String({
      description:
        'Why it was not revoked, such as: Couldn’t check whether this token still exists: the organization’s tokens could not be read.',
    }),
  ),
});
export type RevokedToken = Shape<typeof RevokedToken>;

export const RevokeTokensAnswer = Type.Object({ results: Type.Array(RevokedToken) });
export type RevokeTokensAnswer = Shape<typeof RevokeTokensAnswer>;

export const LIST_PERSONAL_TOKENS = endpoint({
  id: 'listPersonalTokens',
  method: 'GET',
  path: '/api/organizations/{login}/people/{person}/tokens',
  chapter: 'People',
  summary: "List a person's personal access tokens",
  description: `
    For current owners of the organization. Fine-grained tokens with access to it. Needs the permission
    \`organization_personal_access_tokens\` of the App, which the answer names if it is missing.
  `,
  session: 'needed',
  params: PersonParams,
  answers: { 200: { description: 'The tokens.', json: PersonalTokensAnswer } },
});

export const REVOKE_PERSONAL_TOKENS = endpoint({
  id: 'revokePersonalTokens',
  method: 'POST',
  path: '/api/organizations/{login}/people/{person}/tokens/revoke',
  chapter: 'People',
  summary: "Revoke the access of a person's tokens",
  description: `
    For current owners of the organization. The tokens are listed first: an ID that is not among them is \`gone\`. If the login
    now belongs to another organization, nothing is sent. After a rate limit or a rejected token, the rest is not tried.

    Checks, in this order: session, cross-site, body, organization, rights, person.
  `,
  session: 'needed',
  params: PersonParams,
  body: RevokeTokensRequest,
  entries: ['token.revoked'],
  answers: { 200: { description: 'The result for each, in the order sent.', json: RevokeTokensAnswer } },
});
