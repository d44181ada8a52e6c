import { PageLink } from '../../../components/controls/page-link.tsx';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import './organization-trail.css';

interface OrganizationTrailProps {
  readonly login: string;
  readonly name: string | null;
}

export function OrganizationTrail({ login, name }: OrganizationTrailProps) {
  const { organizations } = useSignedIn().user;
  const others = organizations.filter((other) => other.login.toLowerCase() !== login.toLowerCase());
  return (
    <nav className="organization-trail" aria-label="Breadcrumb">
      <ol className="organization-trail-steps">
        <li className="organization-trail-step">
          <PageLink to="/">Organizations</PageLink>
        </li>
        <li className="organization-trail-step">
          {others.length === 0 ? (
            <span className="organization-trail-here">{name ?? login}</span>
          ) : (
            <OrganizationSwitcher here={name ?? login} others={others} />
          )}
        </li>
      </ol>
    </nav>
  );
}
