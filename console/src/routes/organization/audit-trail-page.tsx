import { membershipIn } from '../../features/account/get-session.ts';
import { AuditTrail } from '../../features/audit-trail/audit-trail.tsx';
import { trailQuery } from '../../features/audit-trail/get-trail.ts';
import { filtersOf, TRAIL_VIEW } from '../../features/audit-trail/trail-finder.tsx';
import { NotAdmin } from '../../features/organization/not-admin.tsx';
import { readListAhead } from '../../features/organization/paged-list.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ownersReadAhead } from './owners-read-ahead.ts';
import { Why } from './why.tsx';

export const readAhead = ownersReadAhead((client, { login, query }) =>
  readListAhead(client, trailQuery(login, filtersOf(TRAIL_VIEW.read(query)))),
);

export function Page() {
  const { login, name, organization, isExplained } = useSubject();
  usePageTitle(`Audit log of ${name}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  return (
    <>
      {administers ? (
        <AuditTrail
          login={login}
          organization={name}
          organizationId={isExplained ? null : (organization?.id ?? null)}
        />
      ) : (
        <NotAdmin task="trail" />
      )}
      <Why isOptional />
    </>
  );
}
