import type { AuditEntry } from '@orgdesk/client';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Label, VisuallyHidden } from '@primer/react';
import { useState } from 'react';
import type { ListRows, RowControls } from '../../components/list/list.ts';
import { formatClock, formatDay, formatSecond } from '../../lib/reader-locale.ts';
import { carriedOutText, factChanges, OUTCOME_BADGES, reasonOf, SOURCE_LABELS } from './entry-texts.ts';
import { EntryText } from './message-text.tsx';
import './audit-trail.css';

interface TrailContext {
  /** Numbers of entries that arrived while the page was open. */
  readonly arrived: ReadonlySet<number>;
}

export const ENTRIES = {
  name: 'audit-log',
  keyOf: ({ number }) => number,
  attributesOf: ({ number }, { arrived }) => ({
    'data-entry': number,
    'data-new': arrived.has(number) ? '' : undefined,
    'aria-labelledby': `entry-${number}`,
  }),
  columns: [
    {
      heading: 'When',
      width: 'time',
      className: 'trail-table-time',
      cell: ({ at }) => (
        <time dateTime={at} title={formatSecond(at) ?? undefined}>
          {formatClock(at)}
          <span className="data-table-muted">{formatDay(at)}</span>
        </time>
      ),
    },
    {
      heading: 'Event',
      width: 'rest',
      className: 'trail-table-what',
      isRowHeader: true,
      cell: (entry, _, { stop }) => <EventCell entry={entry} stop={stop} />,
    },
    { heading: 'Source', width: 'source', className: 'trail-table-source', cell: ({ way }) => SOURCE_LABELS[way] },
    {
      heading: 'Outcome',
      width: 'outcome',
      className: 'trail-table-outcome',
      cell: (entry) => {
        const { label, variant } = OUTCOME_BADGES[entry.outcome];
        const reason = reasonOf(entry);
        return (
          <>
            {entry.outcome === 'done' ? label : <Label variant={variant}>{label}</Label>}
            {reason !== null && (
              <bdi className="data-table-muted" dir="auto">
                {reason}
              </bdi>
            )}
          </>
        );
      },
    },
  ],
} as const satisfies ListRows<AuditEntry, TrailContext>;

function EventCell({ entry, stop }: { readonly entry: AuditEntry } & Pick<RowControls, 'stop'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        {...stop}
        type="button"
        className="trail-table-disclosure"
        id={`entry-${entry.number}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        <EntryText entry={entry} />
      </button>
      {isOpen && <EntryDetails entry={entry} />}
    </>
  );
}

function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const { number, at, settledAt, action, actor, target, requestId, deliveryId } = entry;
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['Started at', formatSecond(at)],
    ['Completed at', settledAt === null ? null : formatSecond(settledAt)],
    ['Action', action],
    ['Actor', actor === null ? null : `${actor.login} (ID ${actor.id})`],
    ['Carried out by', carriedOutText(entry)],
    ['Target', target === null ? null : `${target.name}${target.id === null ? '' : ` (ID ${target.id})`}`],
    ['Request ID', requestId],
    ['Delivery ID', deliveryId],
    ['Number', String(number)],
  ];
  return (
    <dl className="trail-table-details">
      {factChanges(entry).map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && <bdi>{before}</bdi>}
            {before !== null && <span aria-hidden="true"> → </span>}
            {before !== null && <VisuallyHidden>, then </VisuallyHidden>}
            <bdi>{after ?? 'none'}</bdi>
          </dd>
        </div>
      ))}
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
