import type { AuditEntry } from '@orgdesk/client';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Label, VisuallyHidden } from '@primer/react';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import { formatClock, formatDay, formatSecond } from '../../../lib/words/reader-locale.ts';
import { factChanges, OUTCOME_WORDS, reasonOf, WAY_WORDS } from '../words/entry-words.ts';
import { type SentencePart, sentenceOf } from '../words/sentence.ts';

interface EntryRowProps {
  readonly entry: AuditEntry;
  readonly isNew: boolean;
  /** Whether the row is in the tab order. */
  readonly isStop: boolean;
  readonly onFocus: (number: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export const EntryRow = memo(({ entry, isNew, isStop, onFocus, onKeyDown }: EntryRowProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { number, at, way, outcome } = entry;
  const { words, variant } = OUTCOME_WORDS[outcome];
  const reason = reasonOf(entry);
  return (
    <tr data-entry={number} data-new={isNew ? '' : undefined} aria-labelledby={id}>
      <td className="trail-table-time">
        <time dateTime={at} title={formatSecond(at) ?? undefined}>
          {formatClock(at)}
          <span className="data-table-muted">{formatDay(at)}</span>
        </time>
      </td>
      <th scope="row" className="trail-table-what">
        <button
          type="button"
          className="trail-table-disclosure"
          id={id}
          tabIndex={isStop ? 0 : -1}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onFocus={() => onFocus(number)}
          onKeyDown={onKeyDown}
        >
          {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
          <Sentence parts={sentenceOf(entry)} />
        </button>
        {isOpen && <EntryDetails entry={entry} />}
      </th>
      <td className="trail-table-way">{WAY_WORDS[way]}</td>
      <td className="trail-table-outcome">
        <Label variant={variant}>{words}</Label>
        {reason !== null && (
          <bdi className="data-table-muted" dir="auto">
            {reason}
          </bdi>
        )}
      </td>
    </tr>
  );
});
EntryRow.displayName = 'EntryRow';

/** `bdi` isolates the text direction of names. */
function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return (
    <span className="trail-table-sentence">
      {parts.map((part, place) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places.
          <bdi className="trail-table-name" key={place}>
            {part.name}
          </bdi>
        ),
      )}
    </span>
  );
}

function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const { number, at, settledAt, action, actor, target, requestId, deliveryId } = entry;
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['At', formatSecond(at)],
    ['Outcome known at', settledAt === null ? null : formatSecond(settledAt)],
    ['Action', action],
    ['By', actor === null ? null : `${actor.login} (ID ${actor.id})`],
    ['On', target === null ? null : `${target.name}${target.id === null ? '' : ` (ID ${target.id})`}`],
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
