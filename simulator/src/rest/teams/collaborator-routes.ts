import type { FastifyRequest } from 'fastify';
import { anyViewer } from '../../api/callers.ts';
import { demand, notFound, validationFailed } from '../../api/errors.ts';
import type { Parts } from '../../parts.ts';
import { nodeIdOf } from '../../views/accounts.ts';
import type { RepositoryInvitationRecord, RepositoryRecord, UserRecord } from '../../world/records.ts';
import type { Endpoints } from '../endpoint.ts';
import { hasManagedUsers } from '../members/rules.ts';
import { accessBody, baseRoleOf, requestedAccess, rights } from './grants.ts';
import { repositoryCallers } from './repository-callers.ts';

/** GitHub docs: REST API endpoints for repositories, for collaborators, for repository invitations. */
export function collaboratorRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views, platform, visibility, links } = parts;
  const { reader, inspector, administrator, repositoryOf, writable } = repositoryCallers(parts);
  const viewing = (request: FastifyRequest) => anyViewer(request, world);

  endpoint('GET /repos/:org/:repo', viewing, ({ caller: viewer, params }) => {
    const owner = demand(world.account(params.org));
    const repository = demand(world.repository(owner.login, params.repo));
    const isSeen = viewer && visibility.repositories(viewer, owner.id).some(({ id }) => id === repository.id);
    if (repository.isPrivate && isSeen !== true) throw notFound();
    const counts = { network_count: repository.forks, subscribers_count: repository.watchers };
    return { ...views.wholeRepository(repository), ...counts };
  });

  endpoint('GET /repos/:org/:repo/collaborators', reader, ({ caller, params, query, page }) => {
    const repository = repositoryOf(caller, params.repo);
    if (query.get('affiliation') !== 'direct')
      throw validationFailed({ resource: 'Collaborator', code: 'invalid', field: 'affiliation' });
    return page(world.directAccessOf(repository.id), ({ userId, ...grant }) => ({
      ...views.account(userId),
      ...rights(grant),
    }));
  });

  /** Members, collaborators and everybody on hosts without such invitations get access at once. */
  function getsAccess({ id, ownerId }: RepositoryRecord, user: UserRecord): boolean {
    const organization = demand(world.organizationById(ownerId));
    if (links.kind === 'enterprise-server' || hasManagedUsers(organization, links)) return true;
    if (world.membership(ownerId, user.id)?.state === 'active') return true;
    return world.directAccessOf(id).some(({ userId }) => userId === user.id);
  }

  endpoint(
    'PUT /repos/:org/:repo/collaborators/:username',
    { by: administrator, body: accessBody },
    ({ caller, params, body, reply }) => {
      const { login: owner } = caller.organization;
      const user = demand(visibility.person(params.username));
      const repository = writable(caller, params.repo);
      const access = requestedAccess(body, repository, world);
      if (getsAccess(repository, user)) {
        platform.asApi.setCollaborator(caller.actorId, owner, repository.name, user.login, access);
        return undefined;
      }
      const invited = { owner, repository: repository.name, login: user.login, access };
      reply.code(201);
      return invitationView(platform.asApi.inviteCollaborator(caller.actorId, invited), repository);
    },
  );

  endpoint('DELETE /repos/:org/:repo/collaborators/:username', administrator, ({ caller, params }) => {
    const user = demand(world.user(params.username));
    const { id, name } = writable(caller, params.repo);
    for (const sent of world.repositoryInvitationsOf(id).filter(({ inviterId }) => inviterId === user.id))
      platform.asApi.removeRepositoryInvitation(caller.actorId, sent);
    platform.asApi.setCollaborator(caller.actorId, caller.organization.login, name, user.login, null);
  });

  endpoint('GET /repos/:org/:repo/invitations', inspector, ({ caller, params, page }) => {
    const repository = repositoryOf(caller, params.repo);
    return page(world.repositoryInvitationsOf(repository.id), (invitation) => invitationView(invitation, repository));
  });

  endpoint('DELETE /repos/:org/:repo/invitations/:id', administrator, ({ caller, params }) => {
    const { id } = writable(caller, params.repo);
    const invitation = world.repositoryInvitationsOf(id).find((each) => String(each.id) === params.id);
    platform.asApi.removeRepositoryInvitation(caller.actorId, demand(invitation));
  });

  function invitationView(invitation: RepositoryInvitationRecord, repository: RepositoryRecord) {
    return {
      id: invitation.id,
      node_id: nodeIdOf('RI', invitation.id),
      repository: views.wholeRepository(repository),
      invitee: views.account(invitation.inviteeId),
      inviter: views.actor(invitation.inviterId),
      permissions: baseRoleOf(invitation),
      created_at: invitation.createdAt,
      expired: world.repositoryInvitationExpired(invitation),
      url: links.api(`/user/repository-invitations/${invitation.id}`),
      html_url: links.web(`/${fullNameOf(repository)}/invitations`),
    };
  }
  const fullNameOf = ({ ownerId, name }: RepositoryRecord) => `${views.account(ownerId).login}/${name}`;
}
