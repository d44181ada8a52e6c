import { membershipIn } from '../../features/account/get-session.ts';
import { AuditTrail } from '../../features/audit-trail/audit-trail.tsx';
import { trailQuery } from '../../features/audit-trail/reading/get-trail.ts';
import { NotAdmin } from '../../features/organization/people/not-admin.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { ownersReadAhead } from './owners-read-ahead.ts';
import { Why } from './why.tsx';

export const readAhead = ownersReadAhead((client, login) => client.prefetchInfiniteQuery(trailQuery(login, {})));

export function Page() {
  const { login, name, organization, isExplained } = useSubject();
  usePageTitle(`Audit log of ${name}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  return (
    <>
      {administers ? (
        <AuditTrail login={login} organization={name} mayRead={organization !== null && !isExplained} />
      ) : (
        <NotAdmin task="trail" />
      )}
      <Why isOptional />
    </>
  );
}
