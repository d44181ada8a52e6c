import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { Label, SkeletonBox, VisuallyHidden } from '@primer/react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { installationAnchor } from '../../../lib/address/paths.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { AppCell } from './app-cell.tsx';

interface OrganizationRowProps {
  /** As known from the sign-in, or with the App's status. */
  readonly organization: OrganizationMembershipView | OrganizationView;
  /** Whether the App's status, where it is not known, will probably come. */
  readonly isReading: boolean;
}

/** An organization with role, App status with the step that fits, and repositories. */
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

/**
 * How many repositories the App reaches, or as long as nobody counted them, whether it is all or some. Leads to the
 * list of them.
 */
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
