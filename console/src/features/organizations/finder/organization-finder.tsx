import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../../../components/tables/finder-bar.tsx';
import { SortChoice } from '../../../components/tables/sort-choice.tsx';
import { stringifyQuery } from '../../../lib/address/address-query.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { OrganizationRows } from '../table/organization-rows.tsx';
import { BlankRows, OrganizationTableFrame } from '../table/organization-table.tsx';
import { found, foundMemberships, isWorthFiltering } from './find-organizations.ts';
import { LIST_VIEW, type ListView, WHOLE_LIST } from './list-view.ts';

const SORTINGS = [
  { sort: 'name', order: 'ascending', words: 'Name, A to Z' },
  { sort: 'name', order: 'descending', words: 'Name, Z to A' },
  { sort: 'role', order: 'ascending', words: 'Role, admin first' },
  { sort: 'role', order: 'descending', words: 'Role, member first' },
  { sort: 'app', order: 'ascending', words: 'App, installed first' },
  { sort: 'app', order: 'descending', words: 'App, suspended first' },
  { sort: 'repositories', order: 'descending', words: 'Repositories, most first' },
  { sort: 'repositories', order: 'ascending', words: 'Repositories, fewest first' },
] as const;

interface OrganizationFinderProps {
  /** Memberships at sign-in. */
  readonly memberships: readonly OrganizationMembershipView[];
  /** Undefined until App states are loaded. */
  readonly organizations: readonly OrganizationView[] | undefined;
  /** Whether they are loading. */
  readonly isReading: boolean;
}

const ROLE_CHOICES = [
  ['all', 'Any role'],
  ['admin', 'Admin'],
  ['member', 'Member'],
] as const;

const APP_CHOICES = [
  ['all', 'Any App status'],
  ['installed', 'Installed'],
  ['not-installed', 'Not installed'],
  ['suspended', 'Suspended'],
] as const;

/** Long lists have filters, stored in the URL. */
export function OrganizationFinder({ memberships, organizations, isReading }: OrganizationFinderProps) {
  const { view: chosen, change } = useAddressView(LIST_VIEW);
  // Redrawing hundreds of rows must not delay typing.
  const view = useDeferredValue(chosen);
  const [cameWithView] = useState(() => stringifyQuery(LIST_VIEW.write('', chosen)) !== '');
  const input = useRef<HTMLInputElement>(null);
  const all = (organizations ?? memberships).length;
  const isUnknown = organizations === undefined && needsAppStatus(view);
  const shown = useMemo(
    () => (organizations === undefined ? foundMemberships(memberships, view) : found(organizations, view)),
    [organizations, memberships, view],
  );

  const clear = () => {
    const { name, role, app } = WHOLE_LIST;
    change({ name, role, app });
    input.current?.focus();
  };

  return (
    <>
      <FinderBar count={countSentence(isUnknown ? all : shown.length, all)}>
        {(isWorthFiltering(all) || cameWithView) && (
          <>
            <FinderChoice
              label="Filter by your role"
              options={ROLE_CHOICES}
              value={chosen.role}
              onChange={(role) => change({ role })}
            />
            <FinderChoice
              label="Filter by App status"
              options={APP_CHOICES}
              value={chosen.app}
              onChange={(app) => change({ app })}
            />
            <SortChoice label="Sort organizations" sortings={SORTINGS} view={chosen} onSort={change} />
            <FinderFilter
              ref={input}
              label="Filter organizations by name"
              placeholder="Filter by name"
              value={chosen.name}
              onChange={(name) => change({ name })}
            />
          </>
        )}
      </FinderBar>
      {isUnknown && isReading && (
        <OrganizationTableFrame view={view} onSort={change} isReading>
          <BlankRows count={all} />
        </OrganizationTableFrame>
      )}
      {!isUnknown && shown.length > 0 && (
        <OrganizationTableFrame view={view} onSort={change} isReading={isReading}>
          <OrganizationRows organizations={shown} isReading={isReading} />
        </OrganizationTableFrame>
      )}
      {!isUnknown && shown.length === 0 && (
        <NoMatch title="No organization matches" clearWords="Show all organizations" onClear={clear}>
          {missSentence(view)}
        </NoMatch>
      )}
    </>
  );
}

/** Whether the view depends on App states. */
const needsAppStatus = ({ app, sort }: ListView): boolean => app !== 'all' || sort === 'app' || sort === 'repositories';

function countSentence(found: number, all: number): string {
  const organizations = counted(all, 'organization', 'organizations');
  return found === all ? organizations : `${formatCount(found)} of ${organizations}`;
}

function missSentence({ name, role, app }: ListView): string {
  if (name.trim() === '') return 'None of your organizations fits these choices.';
  const others = role === 'all' && app === 'all' ? '' : ' and fits the other choices';
  return `None of your organizations has “${name.trim()}” in its name${others}.`;
}
