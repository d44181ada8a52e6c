import type { Simulator } from '@orgdesk/simulator';

/**
 * Renames an organization and gives its login to another one with the same people in the same roles and teams, as an
 * owner of both can do.
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
  for (const { slug, name, members } of world.teamsOf(former.id)) {
    world.addTeam({ organization: login, slug, name });
    for (const { userId, role } of members) {
      world.setTeamMember(login, slug, world.userById(userId)?.login ?? '', role);
    }
  }
  const outside = world.outsideCollaboratorsOf(former.id);
  if (outside.length > 0) world.addRepository({ owner: login, name: 'code' });
  for (const { user } of outside) world.setDirectAccess(login, 'code', user.login, 'READ');
  world.addInstallation({ account: login });
  return { formerId: former.id, renamed, id };
}
