import { Button } from '@primer/react';
import { type RefObject, useId, useRef, useState } from 'react';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { ColumnQuestion } from './form/column-question.tsx';
import { batchesOf } from './runs/batches.ts';
import './invite-form.css';
import { InviteeList } from './form/invitee-list.tsx';
import { LeftOutList } from './form/left-out-list.tsx';
import { NamesField } from './form/rows-field.tsx';
import { readNames } from './rows/read-rows.ts';
import { readNamesFile } from './rows/read-rows-file.ts';
import type { LeftOutReason, NamesSource, Review } from './rows/review.ts';
import { useNames } from './rows/use-draft.ts';

interface InviteFormProps {
  readonly organization: string;
  readonly onSend: (logins: readonly string[]) => void;
  /** Under which what is written is kept in this tab until it is sent. */
  readonly draftKey: string;
  /** What it holds when it appears; by default what was kept. */
  readonly initial: readonly string[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** Takes names by typing, paste, file or drop, and shows exactly who will be invited by them, and what is left out. */
export function InviteForm({ organization, onSend, draftKey, initial, area }: InviteFormProps) {
  const id = useId();
  const names = useNames(draftKey, initial);
  const [fileSays, setFileSays] = useState<string | null>(null);
  const says = useRef<HTMLDivElement>(null);
  const { sources, review } = names;
  const { logins, leftOut } = review;
  const count = logins.length;

  const readFile = async (file: File) => {
    const found = await readNamesFile(file);
    if ('refusal' in found) return setFileSays(found.refusal);
    const { entries, table } = readNames(found.text);
    if (entries.length === 0) return setFileSays(`There are no names in “${file.name}”.`);
    names.addFile({ name: file.name, text: found.text });
    const count = entries.filter(({ problem }) => problem !== 'heading').length;
    const added = `${counted(count, 'name', 'names')} added to the list.`;
    setFileSays(`“${file.name}”: ${table === null ? added : 'say which column holds the logins.'}`);
    area.current?.focus();
  };

  return (
    <form
      className="invite-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (count === 0) return area.current?.focus();
        names.forget();
        onSend(logins);
      }}
    >
      <h2 className="invite-form-title">Invite people to {organization}</h2>
      <NamesField
        text={names.text}
        onWrite={(text) => {
          names.write(text);
          setFileSays(null);
        }}
        onFile={(file) => void readFile(file)}
        files={sources.flatMap(({ file }) => file ?? [])}
        onDropFile={(name) => {
          names.dropFile(name);
          setFileSays(null);
        }}
        area={area}
        describedBy={`${id}-says`}
      />
      {sources.map(
        ({ file, read: { table } }) =>
          table !== null && (
            <ColumnQuestion
              key={file ?? ''}
              table={table}
              file={file}
              onChoose={(choice) => names.choose(table.key, choice)}
            />
          ),
      )}
      <div className="invite-form-says" ref={says} tabIndex={-1} id={`${id}-says`} role="status">
        {fileSays !== null && <p>{fileSays}</p>}
        {headingSentences(sources).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{sentenceOf(review)}</p>
      </div>
      {count > 0 && <InviteeList logins={logins} onRemove={names.remove} next={says} />}
      {leftOut.length > 0 && (
        <LeftOutList
          leftOut={leftOut}
          onPutBack={(login) => {
            // The button that was pressed goes away.
            says.current?.focus();
            names.putBack(login);
          }}
        />
      )}
      <div className="invite-form-actions">
        <Button type="submit" variant="primary" inactive={count === 0}>
          {count === 0 ? 'Invite' : `Invite ${count === 1 ? '1 person' : `${formatCount(count)} people`}`}
        </Button>
      </div>
    </form>
  );
}

const headingSentences = (sources: readonly NamesSource[]): readonly string[] =>
  sources.flatMap(({ file, read: { heading, table } }) =>
    heading === null || table !== null
      ? []
      : [`${file === null ? 'Logins' : `Logins of “${file}”`} are taken from the column “${heading}”.`],
  );

function sentenceOf({ logins, leftOut }: Review): string {
  if (logins.length + leftOut.length === 0) return 'No names yet.';
  const countOf = (...reasons: readonly LeftOutReason[]) =>
    leftOut.filter(({ reason }) => reasons.includes(reason)).length;
  const requests = batchesOf(logins).length;
  const [repeated, removed] = [countOf('repeated'), countOf('removed')];
  const [rows, open] = [countOf('no-login'), countOf('no-column')];
  const others = leftOut.length - repeated - removed - rows - open;
  return [
    `${counted(logins.length, 'login', 'logins')} to invite`,
    ...(removed > 0 ? [`${formatCount(removed)} removed`] : []),
    ...(repeated > 0 ? [`${counted(repeated, 'repetition', 'repetitions')} left out`] : []),
    ...(others > 0 ? [others === 1 ? '1 is not a login' : `${formatCount(others)} are not logins`] : []),
    ...(rows > 0 ? [`${counted(rows, 'row', 'rows')} without a login`] : []),
    ...(open > 0 ? [`${counted(open, 'row waits', 'rows wait')} for the column to be chosen`] : []),
    ...(requests > 1 ? [`sent as ${formatCount(requests)} requests, one after the other`] : []),
  ].join(' · ');
}
