import { InviteSeveral } from '../../features/invitations/several/invite-several.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';
import { useOwnedOrganizations } from '../../lib/reading/owned-organizations.ts';

export function Page() {
  usePageTitle('Invite people to several organizations');
  return <InviteSeveral offered={useOwnedOrganizations()} />;
}
