import type { OrganizationView } from '@orgdesk/client';
import { Label, Link, VisuallyHidden } from '@primer/react';
import type { ReactNode } from 'react';
import { Portrait } from '../../components/portrait.tsx';
import { installationHref, organizationHref } from '../../lib/paths.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { AppCell } from './app-cell.tsx';
import './organization-table.css';

interface OrganizationTableProps {
  readonly organizations: readonly OrganizationView[];
  /** Address of the code host's pages; null while not known. */
  readonly codeHostUrl: string | null;
}

/** Organizations with role, App status with the step that fits, and repositories. Rows become cards on a narrow screen. */
export function OrganizationTable({ organizations, codeHostUrl }: OrganizationTableProps) {
  return (
    <OrganizationTableFrame>
      {organizations.map((organization) => (
        <OrganizationRow key={organization.id} organization={organization} codeHostUrl={codeHostUrl} />
      ))}
    </OrganizationTableFrame>
  );
}

interface OrganizationTableFrameProps {
  /** The rows, each with four cells. */
  readonly children: ReactNode;
}

/** The table without rows: frame, column widths and headings. */
export function OrganizationTableFrame({ children }: OrganizationTableFrameProps) {
  return (
    <div className="organization-table-frame">
      <table className="organization-table" aria-labelledby="organization-list-title">
        <thead>
          <tr>
            <th scope="col">Organization</th>
            <th scope="col">Your role</th>
            <th scope="col" className="organization-table-app">
              App
            </th>
            <th scope="col" className="organization-table-number">
              Repositories
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface OrganizationRowProps {
  readonly organization: OrganizationView;
  readonly codeHostUrl: string | null;
}

function OrganizationRow({ organization, codeHostUrl }: OrganizationRowProps) {
  const { login, name, avatarUrl, viewerCanAdminister } = organization;
  return (
    <tr>
      <th scope="row">
        <span className="organization-table-name">
          <Portrait url={avatarUrl} login={login} size={32} square />
          <span className="organization-table-words">
            <Link className="organization-table-link" href={organizationHref(login)}>
              {name ?? login}
            </Link>
            {name !== null && <span className="organization-table-login">{login}</span>}
          </span>
        </span>
      </th>
      <td>
        <Label variant={viewerCanAdminister ? 'accent' : 'secondary'}>{viewerCanAdminister ? 'Admin' : 'Member'}</Label>
      </td>
      <td>
        <AppCell organization={organization} codeHostUrl={codeHostUrl} />
      </td>
      <td className="organization-table-number">
        <Repositories organization={organization} />
      </td>
    </tr>
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
    <Link href={installationHref(installationId)} inline>
      {repositoryCount === null ? (isSome ? 'Selected' : 'All') : formatCount(repositoryCount)}
      {repositoryCount !== null && isSome && ' selected'}
      <span className="organization-table-unit"> {repositoryCount === 1 ? 'repository' : 'repositories'}</span>
      <VisuallyHidden> of {name ?? login}</VisuallyHidden>
    </Link>
  );
}
