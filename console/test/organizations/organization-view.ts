import type { OrganizationView } from '@orgdesk/client';

/** Without the App, and of a member, unless `more` says otherwise. */
export const organizationView = (login: string, more: Partial<OrganizationView> = {}): OrganizationView => ({
  id: login.length,
  login,
  name: null,
  avatarUrl: null,
  viewerCanAdminister: false,
  hasAppInstalled: false,
  installationId: null,
  repositoryCount: null,
  repositorySelection: null,
  suspendedAt: null,
  ...more,
});
