import { LIST_PERSONAL_TOKENS, REVOKE_PERSONAL_TOKENS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { owners } from '../../../http/rights/access.ts';
import { departureOf } from '../../../http/server/departure.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import { ofRevoking, ofTokens } from './messages.ts';
import { createPersonalTokens, type PersonalTokensDeps } from './personal-tokens.ts';

/** An addition to the specification. */
export const personalTokenRoutes: FastifyPluginAsync<PersonalTokensDeps> = async (app, deps) => {
  const { list, revoke } = createPersonalTokens(deps);

  addEndpoint(
    app,
    LIST_PERSONAL_TOKENS,
    { access: owners('see personal access tokens'), wireOf: ofTokens },
    (request, owner, reply) => list(owner, request.params.person, departureOf(request, reply)),
  );

  addEndpoint(
    app,
    REVOKE_PERSONAL_TOKENS,
    { access: owners('revoke personal access tokens'), wireOf: ofRevoking },
    (request, owner) =>
      revoke(owner, { person: request.params.person, ids: request.body.ids, requester: requesterOf(request) }),
  );
};
