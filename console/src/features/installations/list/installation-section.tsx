import type { CoveredRepositoryView } from '@orgdesk/client';
import { SlidersIcon } from '@primer/octicons-react';
import { LinkButton, VisuallyHidden } from '@primer/react';
import { Notice } from '../../../components/messages/notice.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { SinceLabel } from '../../../components/since-label.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { installationAnchor, installationSettingsHref } from '../../../lib/address/paths.ts';
import { APP_SUSPENDED } from '../../../lib/app.ts';
import { formatCount, formatMinute } from '../../../lib/words/reader-locale.ts';
import { coveredCount, type ListedInstallation } from '../installation.ts';
import { RepositoryList } from '../repositories/repository-list.tsx';
import './installation-section.css';

interface InstallationSectionProps {
  readonly installation: ListedInstallation;
  readonly repositories: readonly CoveredRepositoryView[];
  readonly isFiltered: boolean;
}

export function InstallationSection(props: InstallationSectionProps) {
  const { installation, repositories, isFiltered } = props;
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const { summary, organization } = installation;
  const { installationId, accountLogin: login, accountType: type } = summary;
  const anchor = installationAnchor(installationId);
  const name = organization?.name ?? login;
  const isSuspended = organization !== null && organization.suspendedAt !== null;
  const mayConfigure = organization?.viewerCanAdminister ?? type === 'user';

  return (
    <section className="installation-section" id={anchor} aria-labelledby={`${anchor}-title`}>
      <header className="installation-section-header">
        <Portrait url={organization?.avatarUrl ?? null} login={login} size={40} square={type === 'organization'} />
        <div className="installation-section-words">
          <h2 className="installation-section-title" id={`${anchor}-title`}>
            {name}
            {name !== login && <span className="installation-section-login"> {login}</span>}
          </h2>
          <Facts installation={installation} />
        </div>
        {codeHostUrl !== null && mayConfigure && (
          <LinkButton
            href={installationSettingsHref(codeHostUrl, { installationId, login, type })}
            size="small"
            leadingVisual={SlidersIcon}
          >
            Settings
            <VisuallyHidden>
              {' '}
              for {name} on {codeHostName}
            </VisuallyHidden>
          </LinkButton>
        )}
      </header>
      {isSuspended && (
        <Notice tone="warning" title={APP_SUSPENDED}>
          <p>
            {repositories.length > 0
              ? 'This list shows the last known repositories. '
              : 'Repositories can’t be loaded until it’s unsuspended. '}
            {mayConfigure ? `Unsuspend it on ${codeHostName}.` : `Ask an owner to unsuspend it on ${codeHostName}.`}
          </p>
        </Notice>
      )}
      {repositories.length > 0 && (
        // A changed filter returns to the first page.
        <RepositoryList
          key={String(isFiltered)}
          repositories={repositories}
          owner={login}
          account={name}
          leadsToAccess={organization?.viewerCanAdminister === true}
        />
      )}
      {repositories.length === 0 && !isSuspended && (
        <p className="installation-section-empty">
          {coveredCount(installation) === 0
            ? 'No repositories covered'
            : 'Repositories not loaded. They appear here automatically.'}
        </p>
      )}
    </section>
  );
}

function Facts({ installation }: { readonly installation: ListedInstallation }) {
  const { summary, organization } = installation;
  const { accountType, updatedAt } = summary;
  const count = coveredCount(installation);
  const suspendedAt = organization?.suspendedAt ?? null;
  const updated = formatMinute(updatedAt);
  return (
    <div className="installation-section-facts">
      {suspendedAt === null ? (
        <span>Installed</span>
      ) : (
        <SinceLabel variant="attention" since={suspendedAt}>
          Suspended
        </SinceLabel>
      )}
      <span>{accountType === 'organization' ? 'Organization' : 'Personal account'}</span>
      {count !== null && (
        <span>
          {formatCount(count)} {organization?.repositorySelection === 'selected' && 'selected '}
          {count === 1 ? 'repository' : 'repositories'}
        </span>
      )}
      {updated !== null && (
        <span>
          updated <time dateTime={updatedAt}>{updated}</time>
        </span>
      )}
    </div>
  );
}
