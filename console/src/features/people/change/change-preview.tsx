import type { PeopleChange, PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { useIsBefore } from '../../../lib/moments/use-is-before.ts';
import { ROLE_WORDS } from '../people-words.ts';
import { needsConfirmation } from './change-run.ts';
import {
  changeTitle,
  changeWords,
  consequencesOf,
  notesOf,
  previewMessage,
  UNCHANGED_ORDER,
  verdictWords,
} from './change-words.ts';

interface ChangePreviewProps {
  readonly login: string;
  readonly organization: string;
  readonly change: PeopleChange;
  readonly previews: readonly PreviewPeopleAnswer[];
  /** Called with the typed login if required. */
  readonly onConfirm: (confirmation: string | null) => void;
  readonly onReload: () => void;
  readonly onCancel: () => void;
}

export function ChangePreview(props: ChangePreviewProps) {
  const { login, organization, change, previews, onConfirm, onReload, onCancel } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { name: codeHost } = useCodeHost();
  const [written, setWritten] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isFresh = useIsBefore(earliestEnd(previews));
  const people = previews.flatMap((preview) => preview.people);
  const changed = people.filter(({ verdict }) => verdict === 'will-change');
  const unchanged = UNCHANGED_ORDER.flatMap((verdict) => people.filter((person) => person.verdict === verdict));
  const mustType = needsConfirmation(previews);
  const isConfirmed = !mustType || written.trim().toLowerCase() === login.toLowerCase();
  const context = { organization, codeHost };
  const notes = notesOf(changed, context);
  const { isDangerous } = changeWords(change);

  const confirm = () => {
    setIsTried(true);
    if (isConfirmed) onConfirm(mustType ? written.trim() : null);
    else field.current?.focus();
  };

  return (
    <>
      <Notice
        tone={changed.length === 0 ? 'info' : isDangerous ? 'warning' : 'info'}
        role="status"
        title={previewMessage(change, people)}
      >
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Notice>
      {unchanged.length > 0 && (
        <PreviewTable
          id={`${id}-kept`}
          title="Unchanged"
          list={KEPT}
          people={unchanged}
          explain={({ verdict }) => verdictWords(verdict, change, context)}
        />
      )}
      {changed.length > 0 && (
        <PreviewTable
          id={`${id}-changed`}
          title="To be changed"
          list={CHANGED}
          people={changed}
          explain={(person) => consequencesOf(person).join(' ') || 'No other changes'}
        />
      )}
      {!isFresh && changed.length > 0 && (
        <p className="change-people-hint" role="status">
          This preview has expired.
        </p>
      )}
      <DialogAnswers>
        {mustType && changed.length > 0 && isFresh && (
          <div className="change-people-field">
            <label htmlFor={`${id}-login`}>
              Type <strong>{login}</strong> to confirm
            </label>
            <TextField
              ref={field}
              id={`${id}-login`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={isTried && !isConfirmed}
              aria-describedby={`${id}-problem`}
              value={written}
              onChange={({ target }) => setWritten(target.value)}
            />
            <p className="change-people-problem" id={`${id}-problem`} role="status">
              {isTried && !isConfirmed && `Type ${login} exactly.`}
            </p>
          </div>
        )}
        <Button onClick={onCancel}>{changed.length === 0 ? 'Close' : 'Cancel'}</Button>
        {changed.length > 0 && !isFresh && (
          <Button variant="primary" onClick={onReload}>
            Refresh preview
          </Button>
        )}
        {changed.length > 0 && isFresh && (
          <Button variant={isDangerous ? 'danger' : 'primary'} onClick={confirm}>
            {changeTitle(change, changed)}
          </Button>
        )}
      </DialogAnswers>
    </>
  );
}

function earliestEnd(previews: readonly PreviewPeopleAnswer[]): Date {
  const [first, ...later] = previews.map(({ expiresAt }) => new Date(expiresAt));
  return later.reduce((earliest, end) => (end < earliest ? end : earliest), first ?? new Date(0));
}

interface ChangePreviewTableProps {
  readonly id: string;
  readonly title: string;
  readonly list: ListRows<PreviewedPerson, ExplainContext>;
  readonly people: readonly PreviewedPerson[];
  readonly explain: ExplainContext['explain'];
}

interface ExplainContext {
  readonly explain: (person: PreviewedPerson) => string;
}

const explained = (heading: string): ListRows<PreviewedPerson, ExplainContext> => ({
  keyOf: ({ login }) => login,
  columns: [
    {
      heading: 'Person',
      width: 'third',
      cell: ({ login, role }) => (
        <>
          {login}
          {role !== null && <span className="data-table-muted">{ROLE_WORDS[role]}</span>}
        </>
      ),
    },
    { heading, width: 'rest', cell: (person, { explain }) => explain(person) },
  ],
});

const KEPT = explained('Reason');
const CHANGED = explained('Other changes');

function PreviewTable({ id, title, list, people, explain }: ChangePreviewTableProps) {
  return (
    <section className="change-people-part" aria-labelledby={id}>
      <h3 className="change-people-title" id={id}>
        {title}
      </h3>
      <ListTable label={id} list={list} rows={people} context={{ explain }} />
    </section>
  );
}
