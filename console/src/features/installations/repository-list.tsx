import type { CoveredRepositoryView } from '@orgdesk/client';
import { LockIcon, RepoIcon } from '@primer/octicons-react';
import { Button, Link, VisuallyHidden } from '@primer/react';
import { useEffect, useRef, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { leftRowOf, useReturnToRow } from '../../components/list/left-rows.ts';
import { useDensity } from '../../components/list/list-choices.ts';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { repositoryHref } from '../../lib/address/paths.ts';
import { formatCount } from '../../lib/words/reader-locale.ts';
import { shownAfter, stepsTo } from './repository-filter.tsx';
import './repository-list.css';

interface RepositoryListProps {
  readonly repositories: readonly CoveredRepositoryView[];
  /** Owner login to strip from the repository names. */
  readonly owner: string;
  readonly account: string;
  readonly leadsToAccess: boolean;
}

export function RepositoryList({ repositories, owner, account, leadsToAccess }: RepositoryListProps) {
  const list = useRef<HTMLUListElement>(null);
  const density = useDensity();
  const covered = { name: `covered.${owner}`, keyOf };
  const [steps, setSteps] = useState(() => {
    const { index = 0 } = leftRowOf(covered.name) ?? {};
    return stepsTo(index);
  });
  const onLeave = useReturnToRow({ list: covered, rows: repositories, body: list, onReturn: () => undefined });
  const [firstNew, setFirstNew] = useState<number | null>(null);
  const shown = shownAfter(steps, repositories.length);
  const next = shownAfter(steps + 1, repositories.length);

  useEffect(() => {
    // The pressed button may disappear.
    if (firstNew !== null) list.current?.children[firstNew]?.querySelector('a')?.focus({ preventScroll: true });
  }, [firstNew]);

  const showMore = () => {
    setFirstNew(shown);
    setSteps(steps + 1);
  };

  return (
    <>
      <ul className="repository-list" data-density={density} ref={list} onClickCapture={onLeave}>
        {repositories.slice(0, shown).map((repository, index) => (
          <RepositoryItem
            key={repository.nameWithOwner}
            index={index}
            repository={repository}
            owner={owner}
            leadsToAccess={leadsToAccess}
          />
        ))}
      </ul>
      {shown < repositories.length && (
        <div className="repository-list-more">
          <span>
            {formatCount(shown)} of {formatCount(repositories.length)} shown
          </span>
          <Button size="small" onClick={showMore}>
            {next === repositories.length ? `Show all ${formatCount(next)}` : `Show ${formatCount(next - shown)} more`}
            <VisuallyHidden> repositories of {account}</VisuallyHidden>
          </Button>
        </div>
      )}
    </>
  );
}

const keyOf = ({ nameWithOwner }: CoveredRepositoryView): string => nameWithOwner;

interface RepositoryItemProps {
  readonly index: number;
  readonly repository: CoveredRepositoryView;
  readonly owner: string;
  readonly leadsToAccess: boolean;
}

function RepositoryItem(props: RepositoryItemProps) {
  const { repository, index, owner, leadsToAccess } = props;
  const { nameWithOwner, isPrivate } = repository;
  const { url: codeHostUrl } = useCodeHost();
  const Icon = isPrivate ? LockIcon : RepoIcon;
  const name = nameWithOwner.startsWith(`${owner}/`) ? nameWithOwner.slice(owner.length + 1) : nameWithOwner;
  return (
    <li className="repository-list-item" data-index={index}>
      <span className="repository-list-icon">
        <Icon />
      </span>
      {leadsToAccess && (
        <PageLink
          className="repository-list-name"
          to="/organizations/$login/repositories/$repository/access"
          params={{ login: owner, repository: name }}
        >
          {name}
        </PageLink>
      )}
      {!leadsToAccess && codeHostUrl === null && <span className="repository-list-name">{name}</span>}
      {!leadsToAccess && codeHostUrl !== null && (
        <Link className="repository-list-name" href={repositoryHref(codeHostUrl, nameWithOwner)}>
          {name}
        </Link>
      )}
      <span className="repository-list-visibility">{isPrivate ? 'Private' : 'Public'}</span>
    </li>
  );
}
