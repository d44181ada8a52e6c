import { RepoIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { PageLinkButton } from '../controls/page-link.tsx';
import { EmptyState } from './empty-state.tsx';

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
