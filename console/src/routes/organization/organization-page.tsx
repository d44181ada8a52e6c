import type { QueryClient } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { Content } from '../../components/content.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { membershipIn } from '../../features/account/get-session.ts';
import { organizationQuery, useOrganization } from '../../features/organization/get-organization.ts';
import {
  type HeaderOrganization,
  NotYours,
  OrganizationHeader,
} from '../../features/organization/organization-header.tsx';
import { useOrganizationTab } from '../../features/organization/organization-tabs.ts';
import { OrganizationTrail } from '../../features/organization/organization-trail.tsx';
import { SubjectContext } from '../../features/organization/subject.tsx';
import { hasWorkingApp } from '../../lib/app.ts';
import { OUTDATED_PAGE } from '../../lib/failure-texts.ts';
import { hasStatus } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { Why, WhyNothing } from './why.tsx';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  void client.prefetchQuery(organizationQuery(login));

export function Page() {
  const { login } = useParams({ from: '/organizations/$login' });
  const membership = membershipIn(useSignedIn(), login);
  return (
    <div className="stack-16">
      <OrganizationTrail login={login} name={membership === null ? null : (membership.name ?? membership.login)} />
      {membership === null ? <Stranger login={login} /> : <Organization key={membership.id} membership={membership} />}
    </div>
  );
}

function Organization({ membership }: { readonly membership: HeaderOrganization }) {
  const reading = useOrganization(membership.login);
  const { data, error } = reading;
  const tab = useOrganizationTab();
  // The session has changed meanwhile.
  if (hasStatus(error, 404)) return <Stranger login={membership.login} />;
  const organization = data ?? null;
  const { login, name } = data ?? membership;
  const about = { login, name: name ?? login, organization };
  const isExplained = organization !== null && !hasWorkingApp(organization);
  return (
    <SubjectContext value={{ ...about, isExplained, Why }}>
      <OrganizationHeader membership={membership} organization={data} />
      <ReadState reading={reading} failed="Couldn’t load the organization" outdated={OUTDATED_PAGE} />
      {/* The Installation tab explains this itself. */}
      {isExplained && tab.name !== 'Installation' && <WhyNothing about={about} />}
      {/* Hidden until the notice above has appeared, if any. */}
      <Content
        className="stack-16 organization-page-content"
        // The overview is about the organization, which the first heading names.
        isPage={tab.name !== 'Overview'}
        waits={organization === null && error === null}
      >
        <Outlet />
      </Content>
    </SubjectContext>
  );
}

function Stranger({ login }: { readonly login: string }) {
  return (
    <>
      <NotYours login={login} />
      <WhyNothing about={{ login, name: login, organization: null }} />
    </>
  );
}
