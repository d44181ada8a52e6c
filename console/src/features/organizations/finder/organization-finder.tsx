import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { VisuallyHidden } from '@primer/react';
import { useMemo, useState } from 'react';
import { useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { stringifyQuery } from '../../../lib/address/address-view.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { ORGANIZATIONS } from '../table/columns.tsx';
import { LIST_VIEW, type OrganizationsView } from './list-view.ts';

const UNFILTERED_MAX = 8;
const BLANK_ROWS_MAX = 20;

interface OrganizationFinderProps {
  /** Memberships at sign-in. */
  readonly memberships: readonly OrganizationMembershipView[];
  readonly organizations: readonly OrganizationView[] | undefined;
  readonly isReading: boolean;
}

/** Long lists have filters, stored in the URL. */
export function OrganizationFinder({ memberships, organizations, isReading }: OrganizationFinderProps) {
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
  if (text.trim() === '') return ORGANIZATIONS.noMatch.words;
  const others = role === 'all' && app === 'all' ? '' : ' and matches the other filters';
  return `No organization has “${text.trim()}” in its name${others}.`;
}
