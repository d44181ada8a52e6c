import type { FastifyRequest } from 'fastify';
import { ApiError, demand, notAccessible } from '../../api/errors.ts';
import { callerIn, type OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import type { RepositoryRecord } from '../../world/records.ts';
import { checkWritable } from './grants.ts';

/** Who may read and change access to repositories. */
export function repositoryCallers(parts: Parts) {
  const reader = callerIn('read', parts);
  return {
    reader,
    inspector(request: FastifyRequest, params: { readonly org: string }): OrganizationCaller {
      const caller = reader(request, params);
      if (!caller.readsAdministration) throw notAccessible('administration=read');
      if (!caller.administers) throw new ApiError(403, 'Must have admin rights to Repository.');
      return caller;
    },
    administrator(request: FastifyRequest, params: { readonly org: string }): OrganizationCaller {
      const caller = reader(request, params);
      if (!caller.administersRepositories) throw notAccessible('administration=write');
      if (!caller.administers) throw new ApiError(403, 'Must have admin rights to Repository.');
      return caller;
    },
    repositoryOf: ({ organization }: OrganizationCaller, name: string): RepositoryRecord =>
      demand(parts.world.repository(organization.login, name)),
    writable({ organization }: OrganizationCaller, name: string): RepositoryRecord {
      const repository = demand(parts.world.repository(organization.login, name));
      checkWritable(repository);
      return repository;
    },
  };
}
