import type { OrganizationView } from '@orgdesk/contract';
import type { Membership } from '../../domain/account.ts';
import type { InstallationRecord } from '../../domain/app/installation.ts';

/** App fields are null if the App is not installed. */
export const organizationView = (
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
