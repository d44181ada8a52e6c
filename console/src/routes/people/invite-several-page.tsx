import { InviteSeveral } from '../../features/invitations/invite-several.tsx';
import { useOwnedOrganizations } from '../../lib/reading/owned-organizations.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  usePageTitle('Invite people to several organizations');
  return <InviteSeveral offered={useOwnedOrganizations()} />;
}
