import { type Icon, RepoIcon, SearchIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { type Read, unreadText } from '../../lib/reading/read.ts';
import { PageLinkButton } from '../controls/page-link.tsx';
import { AgainButton } from './again-button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Notice } from './notice.tsx';

interface NothingProps {
  readonly read: Read<number>;
  /** Names the things that were read, such as "people". */
  readonly what: string;
  /** Without one, `title` is a line of text. */
  readonly icon?: Icon;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
}

/**
 * Says that there is nothing, but only of what was read whole. Otherwise names what was not read. Renders nothing
 * before the first read, and where there is something.
 */
export function Nothing(props: NothingProps) {
  const { read, what, icon, title, children, actions, onRetry, isRetrying = false } = props;
  if (read.kind === 'unread' || read.value > 0) return null;
  if (read.kind === 'part') {
    return (
      <Notice
        tone="warning"
        role="status"
        title={`Not all ${what} loaded`}
        action={
          <AgainButton notBefore={null} isBusy={isRetrying} onPress={onRetry}>
            {isRetrying ? 'Trying again…' : 'Try again'}
          </AgainButton>
        }
      >
        <p>{unreadText(read)}</p>
      </Notice>
    );
  }
  if (icon === undefined) return <p className="hint">{title}</p>;
  return (
    <EmptyState icon={icon} title={String(title)} actions={actions}>
      {children}
    </EmptyState>
  );
}

interface NoMatchProps {
  /** What was searched. */
  readonly read: Read<unknown>;
  readonly title: string;
  readonly children: ReactNode;
  readonly onClear: () => void;
  readonly clearLabel?: string;
}

/** Says so only of what was read, and names what was not. */
export function NoMatch({ read, title, children, onClear, clearLabel = 'Clear filter' }: NoMatchProps) {
  const isWhole = read.kind === 'whole';
  return (
    <EmptyState
      icon={SearchIcon}
      title={isWhole ? title : 'No match in what was loaded'}
      actions={<Button onClick={onClear}>{clearLabel}</Button>}
    >
      {isWhole ? children : unreadText(read)}
    </EmptyState>
  );
}

interface NoRepositoryProps {
  readonly login: string;
  readonly repository: string;
  readonly children: ReactNode;
}

export function NoRepository({ login, repository, children }: NoRepositoryProps) {
  return (
    <EmptyState
      icon={RepoIcon}
      title={`Repository “${repository}” not found`}
      actions={
        <>
          <PageLinkButton to="/organizations/$login/repositories" params={{ login }}>
            View repositories
          </PageLinkButton>
          <PageLinkButton to="/organizations/$login/installation" params={{ login }}>
            View covered repositories
          </PageLinkButton>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
