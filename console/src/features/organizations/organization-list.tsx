import type { OrganizationMembershipView } from '@orgdesk/client';
import { OrganizationIcon } from '@primer/octicons-react';
import { LinkButton } from '@primer/react';
import { useRef } from 'react';
import { ReadState } from '../../components/list/read-state.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { ListFrame } from '../../components/tables/list-frame.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { OrganizationFinder } from './finder/organization-finder.tsx';
import { useOrganizations } from './get-organizations.ts';
import { MissingOrganizations } from './missing/missing-organizations.tsx';

interface OrganizationListProps {
  /** Memberships at sign-in, shown until App states are loaded. */
  readonly memberships: readonly OrganizationMembershipView[];
}

export function OrganizationList({ memberships }: OrganizationListProps) {
  const page = useRef<HTMLElement>(null);
  const reading = useOrganizations();
  const { data: organizations, error } = reading;
  const shownOrganizations = organizations ?? memberships;

  return (
    <ListFrame ref={page} titleId="organization-list-title" title="Organizations">
      <ReadState reading={reading} failed="Couldn’t load App status" focus={page} />
      {shownOrganizations.length === 0 ? (
        <NoOrganizations reading={reading} />
      ) : (
        <OrganizationFinder
          memberships={memberships}
          organizations={organizations}
          isReading={organizations === undefined && error === null}
        />
      )}
      <MissingOrganizations
        organizations={shownOrganizations}
        isAlwaysOpen={shownOrganizations.length === 0}
        isListRead={organizations !== undefined}
        hasSteps={shownOrganizations.length > 0}
      />
    </ListFrame>
  );
}

function NoOrganizations({ reading }: { readonly reading: ReturnType<typeof useOrganizations> }) {
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  return (
    <Nothing
      read={readFrom(reading, { all: 'your organizations', value: ({ length }) => length })}
      what="organizations"
      onRetry={() => void reading.refetch()}
      isRetrying={reading.isFetching}
      icon={OrganizationIcon}
      title="No organizations"
      actions={
        <>
          <LinkButton href={signInHref(addressHere())} variant="primary">
            Sign in again
          </LinkButton>
          {codeHostUrl !== null && <LinkButton href={codeHostUrl}>Open {codeHostName}</LinkButton>}
        </>
      }
    >
      You had no organizations when you signed in. If you joined one since then, sign in again. If one requires single
      sign-on, authorize it on {codeHostName} first.
    </Nothing>
  );
}
