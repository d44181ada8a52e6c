import { OrganizationIcon } from '@primer/octicons-react';
import { LinkButton } from '@primer/react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { pages } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import './organization-frame.css';
import type { Explained } from './subject.ts';

interface NotYoursProps {
  /** As the address writes it. */
  readonly login: string;
  /** Tells what keeps the person from seeing the organization. */
  readonly explain: (about: Explained) => ReactNode;
}

/** Stands in place of an organization that the session does not know. The service would say no more, and is not asked. */
export function NotYours({ login, explain }: NotYoursProps) {
  usePageTitle(login);
  return (
    <div className="organization-frame">
      <EmptyState
        heading="h1"
        icon={OrganizationIcon}
        title={`“${login}” is not among your organizations`}
        actions={
          // What helps is below, with its reason.
          <LinkButton href={pages.organizations}>Go to your organizations</LinkButton>
        }
      >
        Your organizations are read when you sign in.
      </EmptyState>
      {explain({ login, name: login, organization: null, isOptional: false })}
    </div>
  );
}
