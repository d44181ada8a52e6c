import type { FastifyRequest } from 'fastify';
import type { Links } from '../world/links.ts';
import type { World } from '../world/world.ts';
import { anyViewer } from './callers.ts';
import { MovedError, type RedirectStatus } from './errors.ts';
import type { Visibility } from './visibility.ts';

export interface RenameSettings {
  /** Answer to a change under a repository's former name. */
  readonly repositoryWrites: RedirectStatus | 404;
  /** Answer to a read under an organization's former name. Changes are always answered with 404. */
  readonly organizationReads: RedirectStatus | 404;
}

const USUAL: RenameSettings = { repositoryWrites: 307, organizationReads: 404 };

/** What calls under former names are answered. GitHub docs: Renaming a repository; Renaming an organization. */
export type Renames = ReturnType<typeof createRenames>;
export function createRenames(world: World, links: Links, visibility: Visibility) {
  let settings = USUAL;

  /** Throws the redirect of a repository that the caller may see. */
  function checkRepository(request: FastifyRequest, owner: string, name: string, below: string): void {
    const account = world.account(owner);
    if (!account || world.repository(owner, name)) return;
    const moved = world.formerRepository(account.id, name);
    const viewer = anyViewer(request, world);
    const isSeen = viewer
      ? visibility.repositories(viewer, moved?.ownerId ?? -1).some(({ id }) => id === moved?.id)
      : false;
    if (!moved || !(isSeen || !moved.isPrivate)) return;
    const status = request.method === 'GET' ? 301 : settings.repositoryWrites;
    if (status !== 404) throw new MovedError(status, links.api(`/repositories/${moved.id}${below}`));
  }

  return {
    checkRepository,
    checkOrganization({ method }: FastifyRequest, login: string, below: string): void {
      const status = method === 'GET' ? settings.organizationReads : 404;
      const moved = world.formerOrganization(login);
      if (moved && status !== 404) throw new MovedError(status, links.api(`/organizations/${moved.id}${below}`));
    },
    configure(change: Partial<RenameSettings>): RenameSettings {
      settings = { ...settings, ...change };
      return settings;
    },
    clear(): void {
      settings = USUAL;
    },
  };
}
