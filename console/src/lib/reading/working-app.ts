import type { OrganizationView } from '@orgdesk/client';

export const hasWorkingApp = ({ suspendedAt, hasAppInstalled }: OrganizationView): boolean =>
  suspendedAt === null && hasAppInstalled;
