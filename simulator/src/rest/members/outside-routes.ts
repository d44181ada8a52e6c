import { ApiError, demand } from '../../api/errors.ts';
import { administratorIn } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import { flag, optional, optionalBodyOf } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { NOT_AN_OWNER } from './refusals.ts';

const conversionBody = optionalBodyOf({ async: optional(flag) });

/** GitHub docs: REST API endpoints for outside collaborators. */
export function outsideRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, visibility, platform } = parts;
  const converter = administratorIn({ members: 'write' }, NOT_AN_OWNER.convert, parts);
  const remover = administratorIn({ members: 'write' }, NOT_AN_OWNER.removeOutside, parts);

  endpoint(
    'PUT /orgs/:org/outside_collaborators/:username',
    { by: converter, body: conversionBody },
    ({ caller: { organization, actorId }, params, body, reply }) => {
      const user = demand(visibility.person(params.username));
      const membership = world.membership(organization.id, user.id);
      if (membership?.state !== 'active') throw notAMember(user.login, organization.login);
      if (membership.role === 'admin' && world.ownersOf(organization.id).length === 1) throw lastOwner();
      if (body.async !== true) {
        platform.asApi.convertMember(actorId, organization.login, user.login);
        return;
      }
      platform.asApi.convertMemberLater(actorId, organization.id, user.id);
      reply.code(202);
      return {};
    },
  );

  endpoint('DELETE /orgs/:org/outside_collaborators/:username', remover, ({ caller, params }) => {
    const { organization, actorId } = caller;
    const user = demand(visibility.person(params.username));
    if (world.membership(organization.id, user.id)?.state === 'active') throw isAMember();
    platform.asApi.removeOutsideCollaborator(actorId, organization.login, user.login);
  });
}

const notAMember = (login: string, organization: string) =>
  new ApiError(403, `${login} is not a member of the ${organization} organization.`);
const lastOwner = () => new ApiError(403, 'Cannot convert the last owner to an outside collaborator');
const isAMember = () =>
  new ApiError(422, 'You cannot specify an organization member to remove as an outside collaborator.');
