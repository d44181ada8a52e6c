import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { Button } from '@primer/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { RoleChoice } from '../choices/role-choice.tsx';
import { TeamsChoice } from '../choices/teams-choice.tsx';
import type { PersonToCheck } from '../preview/preview.ts';
import { isAddress, parseRole } from '../rows/cells.ts';
import { isTooLong, READ_MAX_LINES, readRows } from '../rows/read-rows.ts';
import { readRowsFile } from '../rows/read-rows-file.ts';
import type { DraftInvitee, LeftOutReason, RowsReview, RowsSource } from '../rows/review.ts';
import type { useDraft } from '../rows/use-draft.ts';
import { DRAFT_SUMMARY_ID } from '../stored-form.ts';
import { InviteeList } from './invitee-list.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { RowsField } from './rows-field.tsx';
import { TableReading } from './table-reading.tsx';
import './write-form.css';

interface WriteFormProps {
  readonly login: string;
  readonly organization: string;
  readonly draft: ReturnType<typeof useDraft>;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Set if the person returned to the form. */
  readonly takesFocus: boolean;
  readonly onCheck: (people: readonly PersonToCheck[]) => void;
}

export function WriteForm({ login, organization, draft: rows, area, takesFocus, onCheck }: WriteFormProps) {
  const [fileMessage, setFileMessage] = useState<string | null>(null);
  const [open, setOpen] = useState<Pick<DraftInvitee, 'key' | 'where' | 'person' | 'role' | 'teams'> | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const { draft, sources, review } = rows;
  const { invitees, leftOut } = review;
  const count = invitees.length;

  useEffect(() => {
    // The pressed button disappeared.
    if (takesFocus) area.current?.focus();
  }, [takesFocus, area]);

  const readFile = async (file: File) => {
    const found = await readRowsFile(file);
    if ('refusal' in found) return setFileMessage(found.refusal);
    const read = readRows(found.text);
    if (read.isTooLong) return setFileMessage(`“${file.name}” wasn’t added: ${TOO_LONG}`);
    if (read.entries.length === 0) return setFileMessage(`No people found in “${file.name}”.`);
    rows.addFile({ name: file.name, text: found.text });
    const added = read.entries.filter(({ problem }) => problem !== 'heading').length;
    const isOpen = read.table !== null && read.table.open !== null;
    setFileMessage(
      `“${file.name}”: ${isOpen ? 'choose the column with people.' : `${counted(added, 'row', 'rows')} added.`}`,
    );
    area.current?.focus();
  };

  return (
    <>
      <form
        className="write-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (count === 0) return area.current?.focus();
          onCheck(
            invitees.map(({ key, person, where, role, teams }) => ({
              key,
              person,
              where,
              role: role ?? draft.role,
              teams: teams ?? draft.teams,
            })),
          );
        }}
      >
        <h2 className="write-form-title">Invite people to {organization}</h2>
        <RowsField
          text={draft.text}
          onWrite={(text) => {
            rows.write(text);
            setFileMessage(null);
          }}
          mayPaste={(text) => {
            const isKept = !isTooLong(text);
            if (!isKept) setFileMessage(`The pasted text wasn’t added: ${TOO_LONG}`);
            return isKept;
          }}
          onFile={(file) => void readFile(file)}
          files={sources.flatMap(({ file }) => file ?? [])}
          onDropFile={(name) => {
            rows.dropFile(name);
            setFileMessage(null);
          }}
          area={area}
          describedBy={DRAFT_SUMMARY_ID}
        />
        {sources.map(
          ({ file, read: { table } }) =>
            table !== null && (
              <TableReading
                key={file ?? ''}
                table={table}
                file={file}
                onChoose={(choice) => rows.choose(table.key, choice)}
              />
            ),
        )}
        <div className="write-form-summary" ref={summary} tabIndex={-1} id={DRAFT_SUMMARY_ID} role="status">
          {fileMessage !== null && <p>{fileMessage}</p>}
          <p>{messageOf(sources, review)}</p>
        </div>
        <div className="write-form-for-all">
          <RoleChoice
            label={labelOf(
              'Role',
              invitees.some(({ role }) => role !== null),
            )}
            value={draft.role}
            onChange={rows.setRole}
          />
          <TeamsChoice
            login={login}
            label={labelOf(
              'Teams',
              invitees.some(({ teams }) => teams !== null),
            )}
            value={draft.teams}
            onChange={rows.setTeams}
          />
        </div>
        {count > 0 && (
          <InviteeList invitees={invitees} forAll={draft} onRemove={rows.remove} onChange={setOpen} next={summary} />
        )}
        {leftOut.length > 0 && (
          <LeftOutList
            organization={login}
            leftOut={leftOut}
            onPutBack={(person) => {
              // The pressed button disappears.
              summary.current?.focus();
              rows.putBack(person);
            }}
            onFix={({ key, where, written, reason, role, teams }) =>
              setOpen({
                key,
                where,
                person: reason === 'no-person' ? '' : written,
                role: parseRole(role),
                teams: teams.length > 0 ? teams.map((name) => ({ id: null, name })) : null,
              })
            }
          />
        )}
        <div className="write-form-actions">
          <Button type="submit" variant="primary" inactive={count === 0}>
            {count === 0 ? 'Check' : `Check ${counted(count, 'person', 'people')}`}
          </Button>
          <span className="write-form-hint">Nothing has been sent yet.</span>
        </div>
      </form>
      {open !== null && (
        <PersonDialog
          login={login}
          where={open.where}
          row={open}
          forAll={draft}
          onClose={(row) => {
            setOpen(null);
            if (row === null) return;
            rows.changeRow(open.key, row);
            // The pressed button may disappear.
            summary.current?.focus();
          }}
        />
      )}
    </>
  );
}

const labelOf = (what: string, hasOwn: boolean): string =>
  `${what} ${hasOwn ? 'for rows without their own' : 'for everyone'}`;

const TOO_LONG = `it’s longer than ${formatCount(READ_MAX_LINES)} lines or 2 MB. Split it into batches of up to ${formatCount(JOB_ROWS_MAX)} people.`;

function messageOf(sources: readonly RowsSource[], { invitees, leftOut }: RowsReview): string {
  if (sources.some(({ read }) => read.isTooLong)) return `The list wasn’t read: ${TOO_LONG}`;
  if (invitees.length + leftOut.length === 0) return 'No one added yet';
  const countOf = (...reasons: readonly LeftOutReason[]) =>
    leftOut.filter(({ reason }) => reasons.includes(reason)).length;
  const addresses = invitees.filter(({ person }) => isAddress(person)).length;
  const logins = invitees.length - addresses;
  const [repeated, removed, over] = [countOf('repeated'), countOf('removed'), countOf('over-limit')];
  const open = countOf('no-column');
  const mistakes = leftOut.length - repeated - removed - over - open;
  return [
    `${[
      ...(logins > 0 || addresses === 0 ? [counted(logins, 'username', 'usernames')] : []),
      ...(addresses > 0 ? [counted(addresses, 'email address', 'email addresses')] : []),
    ].join(' and ')} to invite`,
    ...(removed > 0 ? [`${formatCount(removed)} removed`] : []),
    ...(repeated > 0 ? [counted(repeated, 'duplicate', 'duplicates')] : []),
    ...(mistakes > 0 ? [`${counted(mistakes, 'row', 'rows')} to fix`] : []),
    ...(open > 0 ? [`${counted(open, 'row needs', 'rows need')} a column`] : []),
    ...(over > 0 ? [`${formatCount(over)} over the limit of ${formatCount(JOB_ROWS_MAX)} people`] : []),
  ].join(' · ');
}
