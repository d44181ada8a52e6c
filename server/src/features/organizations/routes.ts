import { GET_ORGANIZATION, LIST_ORGANIZATIONS, type OrganizationView } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Membership } from '../../domain/account.ts';
import type { InstallationRecord } from '../../domain/installation.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import { signedInWithInstallations } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { NO_ORGANIZATION, NOT_A_MEMBER, type RefusalResponse } from '../../http/refusals.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';

/** Specification: Errors, Other endpoints. */
const refusalResponses = {
  'login-missing': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

type OrganizationRefusal = keyof typeof refusalResponses;

type Installations = readonly InstallationRecord[];

/** Lists organizations by login, joined with installations by account ID (decision O2). Makes no requests. */
function listOrganizations({ memberships }: Session, installations: Installations): OrganizationView[] {
  const byAccount = new Map(installations.map((record) => [record.accountId, record]));
  return memberships.map((membership) =>
    organizationView(membership, byAccount.get(membership.organization.id) ?? null),
  );
}

/** Unlisted organizations are refused like missing ones. */
function findOrganization(
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

/** App fields are null if the App is not installed. */
const organizationView = (
  { organization, viewerCanAdminister }: Membership,
  installation: InstallationRecord | null,
): OrganizationView => ({
  id: organization.id,
  login: organization.login,
  name: organization.name,
  avatarUrl: organization.avatarUrl,
  viewerCanAdminister,
  hasAppInstalled: installation !== null,
  installationId: installation?.id ?? null,
  repositoryCount: installation?.repositoryCount ?? null,
  repositorySelection: installation?.repositorySelection ?? null,
  suspendedAt: installation?.suspendedAt?.toISOString() ?? null,
});

/** Specification: `GET /api/organizations`, `GET /api/organizations/{login}`. */
export const organizationRoutes: FastifyPluginAsync = async (app) => {
  const access = signedInWithInstallations;
  const kept = { renewsCookie: false };

  addEndpoint(app, LIST_ORGANIZATIONS, { access, kept }, async (_request, { session, installations }) =>
    ok({ organizations: listOrganizations(session, installations) }),
  );

  addEndpoint(
    app,
    GET_ORGANIZATION,
    { access, refusalResponses, kept },
    async (request, { session, installations }) => {
      const found = findOrganization(session, installations, request.params.login);
      return found.ok ? ok({ organization: found.value }) : found;
    },
  );
};
