import { addOrganization } from '../../support/service/add-organization.ts';
import type { Service } from '../../support/service/start-service.ts';
import { filesAs } from './files-as.ts';

/** With them, the App may change teams and access. */
const PERMISSIONS = { members: 'write', administration: 'write' } as const;

/** Adds an organization with a repository, whose App may change teams and access. */
export async function addOrganizationWithFiles(service: Service) {
  const at = addOrganization(service);
  const { organization, installation, owner, newcomer } = at;
  const { world } = service.simulator;
  world.setInstallationPermissions(installation, PERMISSIONS);
  world.addRepository({ owner: organization, name: 'api', isPrivate: true, isArchived: false });
  const member = (): string => {
    const login = newcomer();
    world.addMembership({ organization, login });
    return login;
  };
  const { bearer } = await service.signIn(owner);
  /** Lets the App read the roles of the organization, too. */
  const permitRoles = () =>
    world.setInstallationPermissions(installation, { ...PERMISSIONS, organization_custom_org_roles: 'read' });
  return { ...at, world, bearer, files: filesAs(service, bearer, organization), member, permitRoles };
}

export const fileOf = (text: string) => [{ name: 'teams.yaml', text: `version: 1\n${text}` }];

export const loginsIn = (
  { simulator: { world } }: Pick<Service, 'simulator'>,
  { members }: { readonly members: readonly { readonly userId: number }[] },
) => members.map(({ userId }) => world.userById(userId)?.login).toSorted();
