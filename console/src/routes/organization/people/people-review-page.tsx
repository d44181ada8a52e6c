import { membershipIn } from '../../../features/account/get-session.ts';
import { NotAdmin } from '../../../features/organization/people/not-admin.tsx';
import { useSubject } from '../../../features/organization/subject.tsx';
import { PeopleReview } from '../../../features/people/review/people-review.tsx';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';

/** People of an organization that should be looked at, for its admins; for others, who they are. */
export function Page() {
  const { login, name } = useSubject();
  usePageTitle(`People to look at in ${name}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  return administers ? <PeopleReview login={login} organization={name} /> : <NotAdmin deed="review" />;
}
