import type { CoveredRepositoryView } from '@orgdesk/client';
import { LockIcon, RepoIcon } from '@primer/octicons-react';
import { Button, Label, Link, VisuallyHidden } from '@primer/react';
import { useEffect, useRef, useState } from 'react';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { repositoryHref } from '../../../lib/address/paths.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { shownAfter } from './find-repositories.ts';
import './repository-list.css';

interface RepositoryListProps {
  readonly repositories: readonly CoveredRepositoryView[];
  /** Owner login to strip from the repository names. */
  readonly owner: string;
  readonly account: string;
}

export function RepositoryList({ repositories, owner, account }: RepositoryListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [steps, setSteps] = useState(0);
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
      <ul className="repository-list" ref={list}>
        {repositories.slice(0, shown).map((repository) => (
          <RepositoryItem key={repository.nameWithOwner} repository={repository} owner={owner} />
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

interface RepositoryItemProps {
  readonly repository: CoveredRepositoryView;
  readonly owner: string;
}

function RepositoryItem({ repository: { nameWithOwner, isPrivate }, owner }: RepositoryItemProps) {
  const { url: codeHostUrl } = useCodeHost();
  const Icon = isPrivate ? LockIcon : RepoIcon;
  const name = nameWithOwner.startsWith(`${owner}/`) ? nameWithOwner.slice(owner.length + 1) : nameWithOwner;
  return (
    <li className="repository-list-item">
      <span className="repository-list-icon">
        <Icon />
      </span>
      {codeHostUrl === null ? (
        <span className="repository-list-name">{name}</span>
      ) : (
        <Link className="repository-list-name" href={repositoryHref(codeHostUrl, nameWithOwner)}>
          {name}
        </Link>
      )}
      <Label variant="secondary">{isPrivate ? 'Private' : 'Public'}</Label>
    </li>
  );
}
