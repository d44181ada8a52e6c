import type { Simulator } from '@orgdesk/simulator';

const LISTS = '/installation/repositories';

/** Run in the process of the simulated code host. */
export const COMMANDS = {
  answerAfterMs: ({ control }: Simulator, ms: number) => control.latencyMs(ms),
  allowInvitations: ({ control }: Simulator, organization: string, limit: number) =>
    control.invitationQuota(organization, { limit }),
  addUsers({ world }: Simulator, logins: readonly string[]) {
    for (const login of logins) world.addUser({ login });
  },
  /** Adds people as members of the same organizations, which have the App. */
  addPeople({ world }: Simulator, count: number, prefix: string): readonly string[] {
    const logins = Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(4, '0')}`);
    const [first = ''] = logins;
    world.addUser({ login: first });
    const { organizations } = world.enlarge(first, { organizations: 5, installations: 3, prefix: `of-${prefix}` });
    for (const login of logins.slice(1)) {
      world.addUser({ login });
      for (const organization of organizations) world.addMembership({ organization, login });
    }
    return logins;
  },
  /** Adds an installation with this number of repositories. */
  addLongList({ world }: Simulator, member: string, count: number) {
    const { installationIds, organizations } = world.enlarge(member, { organizations: 1, installations: 1 });
    const [id = 0] = installationIds;
    const [owner = ''] = organizations;
    for (let number = 1; number <= count; number += 1) world.addRepository({ owner, name: `repository-${number}` });
    return { id, owner };
  },
  addLargeOrganization({ world }: Simulator) {
    const { login, id } = world.addLargeOrganization().organization;
    return { login, people: world.membersOf(id).length };
  },
  addRepository: ({ world }: Simulator, owner: string, name: string) => void world.addRepository({ owner, name }),
  /** The newest access token. */
  lastToken: ({ control }: Simulator): string =>
    control
      .issuedSecrets()
      .filter((secret) => secret.startsWith('ghu_'))
      .at(-1) ?? '',
  requestsMade: ({ control }: Simulator) => ({ requests: control.count(), depth: control.maxInFlight() }),
  forgetRequests: ({ control }: Simulator) => control.clearRequests(),
  /** Counts requests for repository lists, and those answered as unchanged. */
  listRequests({ control }: Simulator) {
    const lists = control.requests({ path: LISTS });
    return { requested: lists.length, unchanged: lists.filter(({ status }) => status === 304).length };
  },
} as const;

export type Commands = typeof COMMANDS;
