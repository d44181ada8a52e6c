import { Type } from 'typebox';
import { ok, refuse } from '../../../../domain/result.ts';
import type { HostToken } from '../../../../domain/session.ts';
import type { GraphqlCheck } from '../../../../ports/code-host/app-checks.ts';
import type { HostResult } from '../../../../ports/code-host/refusals.ts';
import { createGraphqlRunner } from '../../graphql/graphql.ts';
import { addressBelow, hostPath } from '../../host-path.ts';
import { rejected, UNEXPECTED } from '../../send/refusals.ts';
import type { HostSend } from '../../send/send.ts';
import { fits } from '../../send/shapes.ts';

const QUERY = { operationName: 'Check', query: 'query Check { __typename }', variables: {} };

/** What gateways refuse with differs: every answer of the platform has this header, every refusal this field. */
const MARK = 'x-github-request-id';
const Refusal = Type.Object({ message: Type.String(), documentation_url: Type.String() });

/** A firewall may refuse GraphQL alone, and POST alone. `token` is null without an installation. */
export async function checkGraphql(
  graphqlUrl: string,
  send: HostSend,
  token: HostResult<HostToken> | null,
): Promise<GraphqlCheck> {
  if (token === null) return checkAnonymously(graphqlUrl, send);
  if (!token.ok) return ok('not-asked');
  const response = await createGraphqlRunner(graphqlUrl, send)(token.value, QUERY);
  return response.ok ? ok('answers') : response;
}

/** The platform refuses this query; the question is who does. */
async function checkAnonymously(graphqlUrl: string, send: HostSend): Promise<GraphqlCheck> {
  const response = await send({ method: 'POST', url: addressBelow(graphqlUrl, hostPath``), body: QUERY }, null);
  if (!response.ok) return response;
  const { headers, body, refusal } = response.value;
  if (refusal === null) return typeof body === 'string' ? refuse(UNEXPECTED) : ok('answers');
  if (refusal.kind === 'unreachable') return refuse(refusal);
  return MARK in headers || fits(Refusal, body) ? ok('answers') : refuse(rejected(response.value));
}
