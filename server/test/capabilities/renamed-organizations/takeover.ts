import type { Simulator } from '@orgdesk/simulator';

/**
 * Renames an organization and gives its login to another one with the same people in the same places, as an owner of
 * both can do.
 */
export function takeOver({ world }: Pick<Simulator, 'world'>, login: string) {
  const former = world.needOrganization(login);
  const renamed = `${login}-renamed`;
  const people = world.membersOf(former.id);
  world.renameOrganization(login, renamed);
  const { id } = world.addOrganization({ login });
  for (const { user, membership } of people) {
    world.addMembership({ organization: login, login: user.login, role: membership.role });
  }
  world.addInstallation({ account: login });
  return { formerId: former.id, renamed, id };
}
