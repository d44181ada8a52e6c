import type { SetUpOptions } from '../set-up.ts';
import { type Fault, plainly } from './fault.ts';

const USUAL = { members: 'write', metadata: 'read' } as const;
const PERMISSIONS_PAGE = /\/organizations\/orgdesk\/settings\/apps\/orgdesk-dev\/permissions/;

const organizations = (
  count: number,
  fill: (world: Parameters<NonNullable<SetUpOptions['fill']>>[0], login: string) => void,
) =>
  ({
    fill: (world) => {
      for (let number = 1; number <= count; number += 1) {
        const login = `org-${number}`;
        world.addOrganization({ login });
        world.addMembership({ organization: login, login: 'ada', role: 'admin' });
        fill(world, login);
      }
    },
  }) satisfies SetUpOptions;

/** Faults of the App and its installations. */
export const OF_THE_APP: readonly Fault[] = [
  {
    name: 'a private App of a person',
    options: { app: { isPublic: false, owner: { login: 'ada', type: 'User' } } },
    check: 'visibility',
    standing: 'warning',
    fact: /private and owned by the user account ada: no organization can install it/,
    next: /make it public at .*\/settings\/apps\/orgdesk-dev\/advanced/,
    atStart: 'warned',
  },
  {
    name: 'a permission that the App does not ask for',
    options: { app: { permissions: { metadata: 'read' } } },
    check: 'permissions',
    standing: 'failure',
    fact: /requests no members; orgdesk needs members: write/,
    next: PERMISSIONS_PAGE,
  },
  {
    name: 'a permission at too low a level, of an App that a person owns',
    options: { app: { permissions: { ...USUAL, members: 'read' }, owner: { login: 'ada', type: 'User' } } },
    check: 'permissions',
    standing: 'failure',
    fact: /requests members: read; orgdesk needs members: write/,
    next: /:\d+\/settings\/apps\/orgdesk-dev\/permissions/,
  },
  {
    name: 'an event that the App does not subscribe to',
    options: { app: { events: ['organization', 'membership', 'member', 'repository'] } },
    check: 'events',
    standing: 'warning',
    fact: /does not subscribe to team/,
    next: PERMISSIONS_PAGE,
  },
  {
    name: 'an App without events',
    options: { app: { events: [] } },
    check: 'events',
    standing: 'warning',
    fact: /does not subscribe to organization, .*team/,
    next: PERMISSIONS_PAGE,
  },
  {
    name: 'an App that is installed nowhere',
    plant: plainly(({ simulator }) => simulator.world.removeInstallation(101)),
    check: 'installations',
    standing: 'note',
    fact: /^The App is not installed anywhere yet/,
    next: /^Install it: .*\/orgdesk-dev\/installations\/new/,
  },
  {
    name: 'an installation that has not granted what the App asks for',
    plant: plainly(({ simulator }) => simulator.world.setInstallationPermissions(101, { metadata: 'read' })),
    options: { app: { permissions: USUAL } },
    check: 'installations',
    standing: 'warning',
    fact: /^acme has not granted members: write, which orgdesk needs to work there/,
    next: /\/organizations\/acme\/settings\/installations\/101\/permissions\/update/,
  },
  {
    name: 'more such installations than are named',
    options: {
      app: { permissions: { ...USUAL, organization_plan: 'read' } },
      ...organizations(12, (world, login) => {
        world.setInstallationPermissions(world.addInstallation({ account: login }).id, USUAL);
      }),
    },
    check: 'installations',
    standing: 'warning',
    fact: /has not granted organization_plan: read\.$|^12 of 13 installations have not granted/,
    next: /permissions\/update|first 10/,
    lines: 11,
  },
  {
    name: 'an installation that is suspended',
    options: organizations(1, (world, login) => world.addInstallation({ account: login, suspended: true })),
    check: 'suspended',
    standing: 'warning',
    fact: /The installation on org-1 has been suspended since 2026-02-03/,
    next: /\/organizations\/org-1\/settings\/installations\/102/,
  },
  {
    name: 'a request to install that waits for an owner',
    options: organizations(1, (world, login) => {
      world.addUser({ login: 'radia' });
      world.addMembership({ organization: login, login: 'radia' });
    }),
    plant: plainly(({ simulator }) => simulator.control.platform.requestInstallation('org-1', 'radia')),
    check: 'requests',
    standing: 'warning',
    fact: /radia requested the App for org-1 on \d{4}-\d\d-\d\d/,
    next: /\/organizations\/org-1\/settings\//,
  },
  {
    name: 'a limit that is nearly used up',
    plant: plainly(({ simulator }) => {
      const core = { limit: 5_000, used: 4_900, remaining: 100, reset: 2_000_000_000 };
      const body = { resources: { core }, rate: core };
      simulator.control.fault({ kind: 'reply', status: 200, body, match: { path: '/rate_limit' } });
    }),
    check: 'budget',
    standing: 'warning',
    fact: /Few requests left this hour: REST 100 of 5000/,
    next: /resets at 2033-05-18.*RECONCILE_MINUTES/,
  },
  {
    name: 'a limit that is used up',
    plant: plainly(({ simulator }) => simulator.control.rateLimits({ core: 0 })),
    check: 'app',
    standing: 'failure',
    fact: /^The App is rate limited/,
    next: /something else uses the App/,
  },
];
