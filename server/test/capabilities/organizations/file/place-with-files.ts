import { addPlace } from '../../../support/service/add-place.ts';
import type { Service } from '../../../support/service/start-service.ts';
import { filesAs } from './files-as.ts';

/** Adds an organization with a repository, whose App may change teams and access. */
export async function placeWithFiles(service: Service) {
  const at = addPlace(service);
  const { organization, installation, owner, newcomer } = at;
  const { world } = service.simulator;
  world.setInstallationPermissions(installation, { members: 'write', administration: 'write' });
  world.addRepository({ owner: organization, name: 'api', isPrivate: true, isArchived: false });
  const member = (): string => {
    const login = newcomer();
    world.addMembership({ organization, login });
    return login;
  };
  const { bearer } = await service.signIn(owner);
  return { ...at, world, bearer, files: filesAs(service, bearer, organization), member };
}

export const fileOf = (text: string) => [{ name: 'teams.yaml', text: `version: 1\n${text}` }];

export const loginsIn = (
  { simulator: { world } }: Pick<Service, 'simulator'>,
  { members }: { readonly members: readonly { readonly userId: number }[] },
) => members.map(({ userId }) => world.userById(userId)?.login).toSorted();
