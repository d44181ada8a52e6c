import { fetchOnce, type RequestHeaders } from '../../../support/browser.ts';
import type { Service } from '../../../support/service/start-service.ts';

interface Whose {
  readonly organization: string;
  readonly headers: RequestHeaders;
  readonly person: string;
}

const tokensOf = ({ url }: Pick<Service, 'url'>, { organization, person }: Whose) =>
  `${url}/api/organizations/${organization}/people/${person}/tokens`;

export const listTokens = (service: Pick<Service, 'url'>, whose: Whose) =>
  fetchOnce(tokensOf(service, whose), { headers: whose.headers });

export const revokeTokens = (service: Pick<Service, 'url'>, whose: Whose, ids: readonly number[]) =>
  fetchOnce(`${tokensOf(service, whose)}/revoke`, {
    method: 'POST',
    headers: { ...whose.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  });

/** Gives the App the permission to list and revoke tokens in an organization. */
export function permitTokens(
  world: Service['simulator']['world'],
  organization: string,
  level: 'read' | 'write' = 'write',
): void {
  world.setInstallationPermissions(world.activeInstallationOf(world.needOrganization(organization).id)?.id ?? 0, {
    metadata: 'read',
    members: 'write',
    organization_personal_access_tokens: level,
  });
}
