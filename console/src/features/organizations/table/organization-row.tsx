import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { Label, SkeletonBox, VisuallyHidden } from '@primer/react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { installationAnchor } from '../../../lib/address/paths.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { AppCell } from './app-cell.tsx';

interface OrganizationRowProps {
  /** Without App state until loaded. */
  readonly organization: OrganizationMembershipView | OrganizationView;
  readonly isReading: boolean;
}

export function OrganizationRow({ organization, isReading }: OrganizationRowProps) {
  const { login, name, avatarUrl, viewerCanAdminister } = organization;
  return (
    <tr>
      <th scope="row">
        <span className="organization-table-name">
          <Portrait url={avatarUrl} login={login} size={32} square />
          <span className="organization-table-words">
            <PageLink className="organization-table-link" to="/organizations/$login" params={{ login }}>
              {name ?? login}
            </PageLink>
            {name !== null && <span className="organization-table-login">{login}</span>}
          </span>
        </span>
      </th>
      <td>
        <Label variant={viewerCanAdminister ? 'accent' : 'secondary'}>{viewerCanAdminister ? 'Admin' : 'Member'}</Label>
      </td>
      <td>
        {isDetailed(organization) ? <AppCell organization={organization} /> : <UnknownApp isReading={isReading} />}
      </td>
      <td className="organization-table-number">
        {isDetailed(organization) && <Repositories organization={organization} />}
      </td>
    </tr>
  );
}

const isDetailed = (organization: OrganizationMembershipView | OrganizationView): organization is OrganizationView =>
  'hasAppInstalled' in organization;

function UnknownApp({ isReading }: { readonly isReading: boolean }) {
  return isReading ? (
    <SkeletonBox height="1.25rem" width="6rem" />
  ) : (
    <span className="organization-table-unknown">Not known</span>
  );
}

/** Shows the count or, if unknown, "All" or "Selected". */
function Repositories({ organization }: { readonly organization: OrganizationView }) {
  const { login, name, installationId, repositoryCount, repositorySelection } = organization;
  if (installationId === null) return null;
  const isSome = repositorySelection === 'selected';
  return (
    <PageLink to="/installations" hash={installationAnchor(installationId)} inline>
      {repositoryCount === null ? (isSome ? 'Selected' : 'All') : formatCount(repositoryCount)}
      {repositoryCount !== null && isSome && ' selected'}
      <span className="organization-table-unit"> {repositoryCount === 1 ? 'repository' : 'repositories'}</span>
      <VisuallyHidden> of {name ?? login}</VisuallyHidden>
    </PageLink>
  );
}
