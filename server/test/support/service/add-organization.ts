import type { Service } from './start-service.ts';

let count = 0;

/** Adds an organization of the test's own, with an owner and the App; `more` are settings of the organization. */
export function addOrganization({ simulator: { world } }: Pick<Service, 'simulator'>, more: object = {}) {
  count += 1;
  // Padded, so that lists by name have the organizations in the order in which they were added.
  const nth = String(count).padStart(4, '0');
  const [organization, owner] = [`house-${nth}`, `owner-of-${nth}`];
  const { id: organizationId } = world.addOrganization({ login: organization, ...more });
  const { id: ownerId } = world.addUser({ login: owner });
  world.addMembership({ organization, login: owner, role: 'admin' });
  const { id: installation } = world.addInstallation({ account: organization });
  let people = 0;
  /** Adds somebody nobody has invited yet. */
  const newcomer = (): string => {
    people += 1;
    return world.addUser({ login: `newcomer-${people}-of-${nth}` }).login;
  };
  return { organization, organizationId, owner, ownerId, installation, newcomer };
}
