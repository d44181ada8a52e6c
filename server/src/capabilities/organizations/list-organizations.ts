import type { OrganizationView } from '@orgdesk/contract';
import type { InstallationRecord } from '../../domain/app/installation.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import type { OrganizationRefusal } from './messages.ts';
import { organizationView } from './organization-view.ts';

type Installations = readonly InstallationRecord[];

/** Lists organizations by login, joined with installations by account ID (decision O2). Makes no requests. */
export function listOrganizations({ memberships }: Session, installations: Installations): OrganizationView[] {
  const byAccount = new Map(installations.map((record) => [record.accountId, record]));
  return memberships.map((membership) =>
    organizationView(membership, byAccount.get(membership.organization.id) ?? null),
  );
}

/** Unlisted organizations are refused like missing ones. */
export function findOrganization(
  session: Session,
  installations: Installations,
  login: string,
): Result<OrganizationView, OrganizationRefusal> {
  const requestedLogin = login.trim();
  if (requestedLogin === '') return refuse('login-missing');
  const membership = membershipIn(session, requestedLogin);
  if (membership === null) return refuse('not-a-member');
  const record = installations.findLast(({ accountId }) => accountId === membership.organization.id);
  return ok(organizationView(membership, record ?? null));
}
