import type { AuditEntry, OrganizationView } from '@orgdesk/client';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Button, SkeletonBox, VisuallyHidden } from '@primer/react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { formatClock, formatMinute, formatMinuteBy } from '../../lib/reader-locale.ts';
import { noneRead, readFrom, unreadText } from '../../lib/reading/read.ts';
import { messageOf } from './entry-message.ts';
import { OUTCOME_BADGES, reasonOf } from './entry-texts.ts';
import { MessageText } from './message-text.tsx';
import { type ActionRow, actionsOf, isView, summaryOf, type TrailAction } from './recent-actions.ts';
import './recent-changes.css';

type Organization = Pick<OrganizationView, 'login' | 'name'>;

interface RecentTrail {
  readonly organization: Organization;
  /** Undefined if they were not read. */
  readonly entries: readonly AuditEntry[] | undefined;
  /** Whether the audit log has changes that are older than these. */
  readonly hasMore: boolean;
}

interface RecentChangesProps {
  readonly trails: readonly RecentTrail[];
  readonly isReading: boolean;
  /** Names of organizations whose changes could not be loaded. */
  readonly failed: readonly string[];
  /** Names of further organizations, which were not read. */
  readonly left: readonly string[];
  readonly onRetry: () => void;
  /** Reads some of those left; null if it cannot. */
  readonly onReadMore: (() => void) | null;
  /** False on an organization's own page. */
  readonly namesOrganizations: boolean;
  readonly shownMax: number;
}

export function RecentChanges(props: RecentChangesProps) {
  const { trails, isReading, failed, left, onRetry, onReadMore, namesOrganizations, shownMax } = props;
  const [showsViews, setShowsViews] = useState(false);
  const actions = useMemo(
    () =>
      trails
        .flatMap(({ organization, entries = [] }) =>
          actionsOf(entries.filter((entry) => showsViews || !isView(entry))).map((action) => ({
            organization,
            action,
          })),
        )
        .toSorted((one, other) => newestAt(other.action).localeCompare(newestAt(one.action)))
        .slice(0, shownMax),
    [trails, showsViews, shownMax],
  );
  const hasViews = trails.some(({ entries = [] }) => entries.some(isView));
  const loaded = trails.filter(({ entries }) => entries !== undefined);
  const read = readFrom(
    { data: loaded.length === 0 ? undefined : loaded, error: null },
    {
      all: 'changes',
      value: () => actions.length,
      unread: (some) => [
        ...failed,
        ...left,
        ...some.filter(({ hasMore }) => hasMore).map(({ organization }) => `older changes of ${nameOf(organization)}`),
      ],
    },
  );
  const [only] = trails;
  return (
    <RecentFrame
      isReading={isReading}
      action={
        <span className="recent-actions">
          {hasViews && (
            <Button size="small" aria-pressed={showsViews} onClick={() => setShowsViews(!showsViews)}>
              {showsViews ? 'Hide views' : 'Show views'}
            </Button>
          )}
          {!namesOrganizations && only !== undefined && (
            <PageLink to="/organizations/$login/audit-trail" params={{ login: only.organization.login }}>
              View audit log
            </PageLink>
          )}
        </span>
      }
    >
      {actions.map(({ organization, action }) => (
        <Action
          key={`${organization.login} ${oldestNumber(action)}`}
          action={action}
          organization={namesOrganizations ? organization : null}
        />
      ))}
      {!isReading && noneRead(read, <li className="recent-item recent-muted">No changes yet.</li>)}
      {!isReading && actions.length === 0 && read.kind === 'part' && failed.length === 0 && left.length === 0 && (
        <li className="recent-item recent-muted">{unreadText(read)}</li>
      )}
      {!isReading && failed.length > 0 && (
        <li className="recent-item recent-muted">
          Couldn’t load the changes of {failed.join(', ')}.{' '}
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </li>
      )}
      {!isReading && namesOrganizations && left.length > 0 && (
        <li className="recent-item recent-muted">
          {loaded.length > 0 && `Changes of ${loaded.map(({ organization }) => nameOf(organization)).join(', ')}. `}
          Not loaded: {left.join(', ')}.{' '}
          {onReadMore !== null && (
            <Button size="small" onClick={onReadMore}>
              Load more
            </Button>
          )}
        </li>
      )}
    </RecentFrame>
  );
}

const nameOf = ({ name, login }: Organization): string => name ?? login;

const newestAt = ({ rows }: TrailAction): string => rows[0]?.entry.at ?? '';
const oldestNumber = ({ rows }: TrailAction): number => rows.at(-1)?.entry.number ?? 0;

interface ActionProps {
  readonly action: TrailAction;
  readonly organization: Organization | null;
}

function Action({ action, organization }: ActionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { rows } = action;
  const { message, counts } = summaryOf(action);
  const [first] = rows;
  const at = newestAt(action);
  const line = (
    <span className="recent-text">
      <MessageText parts={message} />
      {counts !== null && <span className="recent-muted"> · {counts}</span>}
      {rows.length === 1 && first !== undefined && <RowState row={first} />}
    </span>
  );
  return (
    <li className="recent-item">
      <div className="recent-line">
        {rows.length === 1 ? (
          line
        ) : (
          <button
            type="button"
            className="recent-disclosure"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            {line}
          </button>
        )}
        <span className="recent-about">
          {organization !== null && (
            <PageLink to="/organizations/$login/audit-trail" params={{ login: organization.login }}>
              {organization.name ?? organization.login}
              <VisuallyHidden>, audit log</VisuallyHidden>
            </PageLink>
          )}
          <time dateTime={at} title={formatMinute(at) ?? undefined}>
            {formatMinuteBy(new Date(at), new Date())}
          </time>
        </span>
      </div>
      {rows.length > 1 && (
        <ul className="recent-rows" id={id} hidden={!isOpen}>
          {isOpen &&
            rows.map((row) => (
              <li key={row.entry.number}>
                <MessageText parts={messageOf(row.entry)} />
                <RowState row={row} />
              </li>
            ))}
        </ul>
      )}
    </li>
  );
}

function RowState({ row: { entry, confirmation } }: { readonly row: ActionRow }) {
  const { name: codeHost } = useCodeHost();
  const reason = reasonOf(entry);
  const notes = [
    ...(entry.outcome === 'done' ? [] : [OUTCOME_BADGES[entry.outcome].label.toLowerCase()]),
    ...(reason === null ? [] : [reason]),
    ...(confirmation === null ? [] : [`confirmed by ${codeHost} ${formatClock(confirmation.at) ?? ''}`.trimEnd()]),
  ];
  return notes.length === 0 ? null : (
    <bdi className="recent-muted" dir="auto">
      {' '}
      · {notes.join(' · ')}
    </bdi>
  );
}

interface RecentFrameProps {
  readonly isReading: boolean;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

const SKELETONS = ['first', 'second', 'third'];

function RecentFrame({ isReading, action, children }: RecentFrameProps) {
  const id = useId();
  return (
    <section className="recent" aria-labelledby={id}>
      <SectionHeading id={id} title="Recent changes">
        {action}
      </SectionHeading>
      <VisuallyHidden role="status">{isReading ? 'Loading recent changes' : ''}</VisuallyHidden>
      <ul className="recent-list">
        {children}
        {isReading &&
          SKELETONS.map((name) => (
            <li className="recent-item" key={name} aria-hidden="true">
              <SkeletonBox height="1rem" width="16rem" />
            </li>
          ))}
      </ul>
    </section>
  );
}
