import type { OrganizationRolesLine, Withheld } from '@orgdesk/client';
import type { ReactNode, RefObject } from 'react';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import { type List, type RowControls, useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { type Reading, ReadState } from '../../../components/list/read-state.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { FinderBar, FinderChips } from '../../../components/tables/finder-bar.tsx';
import { createAddressView } from '../../../lib/address/address-view.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { countRead, readFrom } from '../../../lib/reading/read.ts';
import { capitalized } from '../../../lib/sentence-start.ts';
import { WithheldNotice, withheldNames } from '../list/withheld.tsx';
import { AccessGroupList, type Sourced } from './access-group-list.tsx';
import { PERMISSION_LABELS } from './access-texts.ts';
import './access.css';

const SKELETON_ROWS = 5;
const GROUPING = createAddressView<{ readonly by: 'row' | 'source' }>({ by: 'row' }, { by: ['row', 'source'] });
const NO_CONTROLS: RowControls = { box: null, stop: { tabIndex: 0, 'data-stop': '' } };

interface AccessListProps<Row extends Sourced, Context, Name extends string> {
  readonly list: List<Row, Context, Name>;
  readonly context: Context;
  readonly reading: Omit<Reading, 'data'> & {
    readonly data:
      | {
          readonly roles: OrganizationRolesLine | null;
          readonly withheld: readonly Withheld[];
          readonly hasEnded: boolean;
        }
      | undefined;
  };
  readonly rows: readonly Row[];
  readonly nouns: readonly [string, string];
  /** Announced until the first rows arrive. */
  readonly begun: string;
  readonly progress: string;
  /** Whether it is about one person. */
  readonly ofOne: boolean;
  readonly empty: ReactNode;
  readonly file: string;
  readonly label: string;
  readonly section: RefObject<HTMLElement | null>;
}

export function AccessList<Row extends Sourced, Context, Name extends string>(
  props: AccessListProps<Row, Context, Name>,
) {
  const { list, context, reading, rows, nouns, begun, progress, ofOne, empty, file, label, section } = props;
  const { data, error } = reading;
  const found = useList(list, useAddressView(list.address), rows, context);
  const { shown, isAll } = found;
  const grouping = useAddressView(GROUPING);
  const isGrouped = grouping.view.by === 'source';
  const { first, more } = useFirstRows(shown, nouns[1], list.name);
  const read = readFrom(reading, {
    all: `all ${nouns[1]}`,
    value: () => rows.length,
    unread: ({ withheld, hasEnded, roles }) => [
      ...withheldNames(withheld),
      ...(roles !== null && roles.roles === null ? ['organization roles'] : []),
      ...(hasEnded ? [] : [`more ${nouns[1]}`]),
    ],
  });
  const all = data?.hasEnded === true ? countRead(read, ...nouns) : counted(rows.length, ...nouns);
  const count = isAll ? all : `${formatCount(shown.length)} of ${all}`;
  return (
    <>
      <ReadState
        reading={reading}
        failed={`Couldn’t load ${nouns[1]}`}
        outdated={`Couldn’t load all ${nouns[1]}`}
        focus={section}
        rows={SKELETON_ROWS}
      >
        <FinderBar count={begun} />
      </ReadState>
      {data !== undefined && <WithheldNotice withheld={data.withheld} />}
      {data !== undefined && <AccessRoles line={data.roles} ofOne={ofOne} />}
      {data !== undefined && rows.length === 0 && empty}
      {data !== undefined && rows.length > 0 && (
        <>
          <FinderChips
            label={`Group ${nouns[1]}`}
            options={[
              ['row', capitalized(nouns[1])],
              ['source', 'Sources'],
            ]}
            value={grouping.view.by}
            onChange={(by) => grouping.change({ by })}
          />
          <ListFinder
            found={found}
            count={data.hasEnded ? count : `${count} ${progress}`}
            read={read}
            file={file}
            isReady={data.hasEnded || error !== null}
          />
          {shown.length === 0 && <NothingFound read={read} found={found} />}
        </>
      )}
      {shown.length > 0 && (
        <>
          {isGrouped ? (
            <AccessGroupList
              rows={shown}
              nouns={nouns}
              keyOf={list.keyOf}
              cell={(row) => list.columns[0]?.cell(row, context, NO_CONTROLS)}
              label={label}
            />
          ) : (
            <FoundTable found={found} label={label} rows={first} />
          )}
          {!isGrouped && more}
        </>
      )}
    </>
  );
}

type Role = NonNullable<OrganizationRolesLine['roles']>[number];

/** Access to all repositories by a role of the organization; its people are named unless they are one person. */
function AccessRoles({ line, ofOne }: { readonly line: OrganizationRolesLine | null; readonly ofOne: boolean }) {
  if (line === null) return null;
  if (line.roles === null) {
    return (
      <p className="data-table-muted">
        Couldn’t load organization roles{line.message === null ? '.' : `: ${line.message}`}
      </p>
    );
  }
  return (
    <Notice tone="info" title="Access to all repositories by an organization role">
      {line.roles.map((role) => (
        <p key={role.name}>
          {role.name} ({PERMISSION_LABELS[role.permission].toLowerCase()})
          {ofOne ? teamsText(role.people.flatMap(({ teams }) => teams)) : `: ${peopleText(role)}`}
        </p>
      ))}
    </Notice>
  );
}

const teamsText = (teams: readonly string[]): string => (teams.length === 0 ? '' : `, by team ${teams.join(', ')}`);

const peopleText = ({ people }: Role): string =>
  people.map(({ login, teams }) => `${login}${teams.length === 0 ? '' : ` (team ${teams.join(', ')})`}`).join(', ');
