import type { CoveredRepositoryView } from '@orgdesk/client';
import { LockIcon, RepoIcon } from '@primer/octicons-react';
import { Button, Link, VisuallyHidden } from '@primer/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { leftRowOf, useReturnToRow } from '../../components/list/first-rows.tsx';
import type { ListRows } from '../../components/list/list.ts';
import { useDensity } from '../../components/list/list-choices.ts';
import { ListOptions } from '../../components/list/list-options.tsx';
import { NoMatch } from '../../components/messages/nothing.tsx';
import { FinderFilter } from '../../components/tables/finder-bar.tsx';
import { createAddressView } from '../../lib/address/address-view.ts';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { repositoryHref } from '../../lib/address/paths.ts';
import { hasWords } from '../../lib/fold.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import type { Read } from '../../lib/reading/read.ts';
import './repositories.css';

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

interface RepositoryFilterProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

export function RepositoryFilter({ input, typed, onType }: RepositoryFilterProps) {
  return (
    <FinderFilter
      ref={input}
      label="Filter repositories by name"
      placeholder="Filter repositories"
      value={typed}
      onChange={onType}
    />
  );
}

interface NoRepositoryMatchesProps extends Pick<RepositoryFilterProps, 'input' | 'onType'> {
  readonly text: string;
  /** The repositories that were searched. */
  readonly read: Read<unknown>;
}

export function NoRepositoryMatches({ text, read, input, onType }: NoRepositoryMatchesProps) {
  const clear = () => {
    onType('');
    input.current?.focus();
  };
  return (
    <NoMatch read={read} title="No matching repositories" onClear={clear}>
      No covered repository has “{text}” in its name.
    </NoMatch>
  );
}

/** Words to find in the names of repositories. */
export const COVERED_VIEW = createAddressView<{ readonly repository: string }>(
  { repository: '' },
  { repository: null },
);

const COVERED = {
  name: 'covered-repositories',
  keyOf,
  columns: [
    {
      heading: 'Account',
      width: 'rest',
      isFixed: true,
      cell: () => null,
      csv: ({ nameWithOwner }) => nameWithOwner.slice(0, nameWithOwner.indexOf('/')),
    },
    {
      heading: 'Repository',
      width: 'rest',
      isFixed: true,
      cell: () => null,
      csv: ({ nameWithOwner }) => nameWithOwner.slice(nameWithOwner.indexOf('/') + 1),
    },
    {
      heading: 'Visibility',
      width: 'rest',
      isFixed: true,
      cell: () => null,
      csv: ({ isPrivate }) => (isPrivate ? 'Private' : 'Public'),
    },
  ],
} as const satisfies ListRows<CoveredRepositoryView>;

interface CoveredOptionsProps {
  readonly shown: readonly CoveredRepositoryView[];
  readonly read: Read<unknown>;
  readonly typed: string;
}

export function CoveredOptions({ shown, read, typed }: CoveredOptionsProps) {
  return (
    <ListOptions
      list={COVERED}
      context={undefined}
      shown={shown}
      read={read}
      link={() => COVERED_VIEW.href({ repository: typed })}
    />
  );
}

const UNFILTERED_MAX = 15;
const FIRST_SHOWN = 100;
const NEXT_SHOWN = 1_000;

export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

/** Finds every word, without regard to case and accents. */
export function matching(
  repositories: readonly CoveredRepositoryView[],
  text: string,
): readonly CoveredRepositoryView[] {
  if (text.trim() === '') return repositories;
  return repositories.filter(({ nameWithOwner }) => hasWords(nameWithOwner, text));
}

const stepsTo = (index: number): number => Math.max(0, Math.ceil((index + 1 - FIRST_SHOWN) / NEXT_SHOWN));

/** `steps` counts presses of "Show more". */
export const shownAfter = (steps: number, count: number): number => Math.min(count, FIRST_SHOWN + steps * NEXT_SHOWN);
