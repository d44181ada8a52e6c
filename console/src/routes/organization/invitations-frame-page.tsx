import { Outlet, useMatches } from '@tanstack/react-router';
import { jobsQuery } from '../../components/jobs/get-jobs.ts';
import { membershipIn } from '../../features/account/get-session.ts';
import { InvitationsFrame } from '../../features/invitations/invitations-frame.tsx';
import { NotAdmin } from '../../features/organization/not-admin.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ownersReadAhead } from './owners-read-ahead.ts';
import { Why } from './why.tsx';

export const readAhead = ownersReadAhead((client, { login }) => client.prefetchQuery(jobsQuery(login, 'invitations')));

export function Page() {
  const { login, name } = useSubject();
  const mayRead = useMayRead();
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  return (
    <>
      {administers ? (
        <InvitationsFrame login={login} organization={name} mayRead={mayRead}>
          <Outlet />
        </InvitationsFrame>
      ) : (
        <ForAdmins />
      )}
      {/* Loads late, so it must not move the form. */}
      <Why isOptional />
    </>
  );
}

function ForAdmins() {
  const isInviting = useMatches({ select: (matches) => matches.at(-1)?.fullPath.endsWith('/invite') === true });
  usePageTitle(`Invitations of ${useSubject().name}`);
  return <NotAdmin task={isInviting ? 'send' : 'see'} />;
}
