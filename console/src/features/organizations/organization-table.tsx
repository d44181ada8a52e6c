import type { OrganizationView } from '@orgdesk/contract';
import { Label } from '@primer/react';
import type { ReactNode } from 'react';
import { Portrait } from '../../components/portrait.tsx';
import { formatCount } from '../../lib/reader-locale.ts';
import { InstallationLabel } from './installation-label.tsx';
import './organization-table.css';

interface OrganizationTableProps {
  readonly organizations: readonly OrganizationView[];
}

/** Organizations with role, App status and repositories. Rows become cards on a narrow screen. */
export function OrganizationTable({ organizations }: OrganizationTableProps) {
  return (
    <OrganizationTableFrame>
      {organizations.map((organization) => (
        <OrganizationRow key={organization.id} organization={organization} />
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
            <th scope="col">App</th>
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

function OrganizationRow({ organization }: { readonly organization: OrganizationView }) {
  const { login, name, avatarUrl, viewerCanAdminister } = organization;
  return (
    <tr>
      <th scope="row">
        <span className="organization-table-name">
          <Portrait url={avatarUrl} login={login} size={32} square />
          <span className="organization-table-words">
            <span>{name ?? login}</span>
            {name !== null && <span className="organization-table-login">{login}</span>}
          </span>
        </span>
      </th>
      <td>
        <Label variant={viewerCanAdminister ? 'accent' : 'secondary'}>{viewerCanAdminister ? 'Admin' : 'Member'}</Label>
      </td>
      <td>
        <InstallationLabel organization={organization} />
      </td>
      <td className="organization-table-number">
        <Repositories organization={organization} />
      </td>
    </tr>
  );
}

/** How many repositories the App reaches, or as long as nobody counted them, whether it is all or some. */
function Repositories({ organization }: { readonly organization: OrganizationView }) {
  const { repositoryCount, repositorySelection } = organization;
  if (repositoryCount === null) {
    if (repositorySelection === null) return null;
    return (
      <>
        {repositorySelection === 'selected' ? 'Selected' : 'All'}
        <span className="organization-table-unit"> repositories</span>
      </>
    );
  }
  return (
    <>
      {formatCount(repositoryCount)}
      {repositorySelection === 'selected' && <span className="organization-table-aside"> selected</span>}
      <span className="organization-table-unit"> {repositoryCount === 1 ? 'repository' : 'repositories'}</span>
    </>
  );
}
