import { membershipIn } from '../../features/account/get-session.ts';
import { Inviting } from '../../features/invitations/inviting.tsx';
import { NotAdmin } from '../../features/organization/people/not-admin.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Why } from './why.tsx';

/** Inviting many people, for the admins of an organization; for others, who they are. */
export function Page() {
  const { login, name, isExplained } = useSubject();
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  usePageTitle(`Invite people to ${name}`);
  return (
    <>
      {administers ? <Inviting login={login} organization={name} mayBegin={!isExplained} /> : <NotAdmin deed="send" />}
      {/* Below the form: it is asked for after the form shows, which must not move under somebody who writes. */}
      <Why isOptional />
    </>
  );
}
