import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { OrganizationIcon } from '@primer/octicons-react';
import { LinkButton, VisuallyHidden } from '@primer/react';
import { useMemo, useRef, useState } from 'react';
import { useList } from '../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../components/list/list-finder.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { ListFrame } from '../../components/tables/list-frame.tsx';
import { stringifyQuery } from '../../lib/address/address-view.ts';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { useOrganizations } from './get-organizations.ts';
import { LIST_VIEW, type OrganizationsView } from './list-view.ts';
import { MissingOrganizations } from './missing-organizations.tsx';
import { ORGANIZATIONS } from './organization-columns.tsx';

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

const UNFILTERED_MAX = 8;
const BLANK_ROWS_MAX = 20;

interface OrganizationFinderProps {
  /** Memberships at sign-in. */
  readonly memberships: readonly OrganizationMembershipView[];
  readonly organizations: readonly OrganizationView[] | undefined;
  readonly isReading: boolean;
}

/** Long lists have filters, stored in the URL. */
function OrganizationFinder({ memberships, organizations, isReading }: OrganizationFinderProps) {
  const address = useAddressView(LIST_VIEW);
  const [cameWithView] = useState(() => stringifyQuery(LIST_VIEW.write('', address.view)) !== '');
  const rows = organizations ?? memberships;
  const isUnknown = organizations === undefined && needsAppStatus(address.view);
  const context = useMemo(() => ({ isReading, isUnknown }), [isReading, isUnknown]);
  const found = useList(ORGANIZATIONS, address, rows, context);
  const shown = isUnknown ? (isReading ? rows.slice(0, BLANK_ROWS_MAX) : []) : found.shown;
  const all = counted(rows.length, 'organization', 'organizations');
  const isAll = isUnknown || shown.length === rows.length;
  const read = readFrom(
    { data: rows, error: null },
    {
      all: 'your organizations',
      value: ({ length }) => length,
      unread: () => (organizations === undefined ? ['the App status of your organizations'] : []),
    },
  );
  const count = isAll ? all : `${formatCount(shown.length)} of ${all}`;

  return (
    <>
      <ListFinder
        found={found}
        count={count}
        read={read}
        file="organizations"
        hasFilters={rows.length > UNFILTERED_MAX || cameWithView}
        isReady={!isReading}
      />
      {shown.length > 0 && (
        <div className="organization-table">
          {isReading && <VisuallyHidden role="status">Loading App status</VisuallyHidden>}
          <FoundTable found={found} rows={shown} label="organization-list-title" isBusy={isReading} />
        </div>
      )}
      {!isUnknown && shown.length === 0 && (
        <NothingFound read={read} found={found}>
          {missMessage(found.view)}
        </NothingFound>
      )}
    </>
  );
}

const needsAppStatus = ({ app, sort }: OrganizationsView): boolean =>
  app !== 'all' || sort === 'app' || sort === 'repositories';

function missMessage({ text, role, app }: OrganizationsView): string {
  if (text.trim() === '') return ORGANIZATIONS.noMatch.text;
  const others = role === 'all' && app === 'all' ? '' : ' and matches the other filters';
  return `No organization has “${text.trim()}” in its name${others}.`;
}
