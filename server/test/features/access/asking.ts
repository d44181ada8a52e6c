import type { AccessAnswer, OrganizationAccessView } from '@orgdesk/contract';
import { beforeEach } from 'vitest';
import { type Answer, fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { signInQuietly } from '../../support/service/sign-in-quietly.ts';
import type { Service } from '../../support/service/start-service.ts';

/** A service of the suite's own, for tests that ask what limits an access. Each of them begins without faults. */
export function serviceForAccess(options: Parameters<typeof sharedService>[0] = {}) {
  const service = sharedService(options);
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;
  beforeEach(() => {
    control().clearFaults();
    // A minute of its own: what one person may look at is counted by the minute.
    service().clock.advance(60_000);
  });
  const signIn = signInQuietly(service);
  return { service, world, control, signIn };
}

type Bearer = Readonly<Record<string, string>>;

/** Asks about the access to an organization. */
export const askAccess = ({ url }: Pick<Service, 'url'>, login: string, bearer: Bearer = {}): Promise<Answer> =>
  fetchOnce(`${url}/api/organizations/${login}/access`, { headers: bearer });

/** The view of an answer that is 200. */
export async function accessOf(
  service: Pick<Service, 'url'>,
  login: string,
  bearer: Bearer,
): Promise<OrganizationAccessView> {
  const answer = await askAccess(service, login, bearer);
  if (answer.status !== 200) throw new Error(`the access was not told: ${answer.status} ${answer.text}`);
  return (answer.json as AccessAnswer).access;
}

/** ID of the installation on an organization. */
export function installationIdOn({ simulator: { world } }: Pick<Service, 'simulator'>, login: string): number {
  const installation = world.installationOf(world.organization(login)?.id ?? 0);
  if (installation === null) throw new Error(`no installation on ${login}`);
  return installation.id;
}

interface NewOrganization {
  readonly organization: string;
  readonly member: string;
  readonly role?: 'admin' | 'member';
  readonly installed?: boolean;
}

/** An organization with one member, for a test that changes it. */
export function addOrganizationWith({ simulator: { world } }: Service, made: NewOrganization): void {
  const { organization, member, role = 'member', installed = true } = made;
  world.addOrganization({ login: organization });
  if (world.user(member) === null) world.addUser({ login: member });
  world.addMembership({ organization, login: member, role });
  if (installed) world.addInstallation({ account: organization });
}
