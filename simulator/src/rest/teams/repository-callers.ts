import { demand } from '../../api/errors.ts';
import { administratorIn, callerIn, type OrganizationCaller } from '../../api/organization-access.ts';
import type { NeededPermissions } from '../../api/permissions.ts';
import type { Parts } from '../../parts.ts';
import type { RepositoryRecord } from '../../world/records.ts';
import { checkWritable } from './grants.ts';

/** Who may read and change access to repositories. */
export function repositoryCallers(parts: Parts) {
  const administrator = (needed: NeededPermissions) =>
    administratorIn(needed, 'Must have admin rights to Repository.', parts);
  const repositoryOf = ({ organization, reaches }: OrganizationCaller, name: string): RepositoryRecord => {
    const repository = demand(parts.world.repository(organization.login, name));
    return demand(reaches(repository) ? repository : null);
  };
  return {
    teamReader: callerIn({ members: 'read' }, parts),
    teamAdministrator: administrator({ members: 'read', administration: 'write' }),
    reader: callerIn({ members: 'read', metadata: 'read' }, parts),
    inspector: administrator({ administration: 'read' }),
    administrator: administrator({ administration: 'write' }),
    repositoryOf,
    writable(caller: OrganizationCaller, name: string): RepositoryRecord {
      const repository = repositoryOf(caller, name);
      checkWritable(repository);
      return repository;
    },
  };
}
