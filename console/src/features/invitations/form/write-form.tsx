import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { isAddress } from '@orgdesk/people-files/cells';
import { isTooLong, READ_MAX_LINES, readRows } from '@orgdesk/people-files/read-rows';
import type { ReviewedRow, RowProblem, RowsSource } from '@orgdesk/people-files/review';
import { Button } from '@primer/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { DRAFT_SUMMARY_ID } from '../stored-form.ts';
import type { Draft } from './draft.ts';
import { readRowsFile } from './read-rows-file.ts';
import { RoleChoice } from './role-choice.tsx';
import { RowsField } from './rows-field.tsx';
import { SourceLine } from './source-line.tsx';
import { TableMapping } from './table-mapping.tsx';
import { TeamsChoice } from './teams-choice.tsx';
import './form.css';

interface WriteFormProps {
  readonly login: string;
  readonly organization: string;
  readonly draft: Draft;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Set if the person returned to the form. */
  readonly takesFocus: boolean;
  readonly mayBeSent: boolean;
  readonly onCheck: () => void;
}

export function WriteForm(props: WriteFormProps) {
  const { login, organization, draft: rows, area, takesFocus, mayBeSent, onCheck } = props;
  const [fileMessage, setFileMessage] = useState<string | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const { draft, sources, isLoading } = rows;
  const ready = rows.rows.filter(({ problem }) => problem === null);
  const toFix = rows.rows.filter(({ problem }) => problem !== null && canBeFixed(problem)).length;
  const focusForm = () => (area.current ?? summary.current)?.focus();

  useEffect(() => {
    // The pressed button disappeared.
    if (takesFocus) (area.current ?? summary.current)?.focus();
  }, [takesFocus, area]);

  useEffect(() => {
    // Departments become teams only once these are known.
    if (!isWaiting || isLoading) return;
    setIsWaiting(false);
    onCheck();
  }, [isWaiting, isLoading, onCheck]);

  const readFile = async (file: File) => {
    const found = await readRowsFile(file);
    if ('refusal' in found) return setFileMessage(found.refusal);
    const read = readRows(found.text);
    if (read.isTooLong) return setFileMessage(`“${file.name}” wasn’t added: ${TOO_LONG}`);
    if (read.entries.length === 0) return setFileMessage(`No people found in “${file.name}”.`);
    rows.addFile({ ...found, name: file.name });
    setFileMessage(null);
    summary.current?.focus();
  };

  return (
    <form
      className="write-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready.length + toFix === 0) focusForm();
        else setIsWaiting(true);
      }}
    >
      <h2 className="write-form-title">Invite people to {organization}</h2>
      {sources.map(({ file: name, read }, index) => {
        const file = draft.files.find((each) => each.name === name);
        return (
          <div className="write-form-source" key={name ?? ''}>
            {file !== undefined && (
              <SourceLine
                file={file}
                read={read}
                onChange={rows.changeFile}
                onChoose={(choice) => read.table !== null && rows.choose(read.table, choice)}
                onRemove={() => {
                  // The pressed button disappears.
                  summary.current?.focus();
                  setFileMessage(null);
                  rows.dropFile(file.name);
                }}
                onEdit={
                  file.encoding === null && file.sheets.length === 0
                    ? () => {
                        rows.write([draft.text, file.text].filter((text) => text !== '').join('\n'));
                        rows.dropFile(file.name);
                      }
                    : undefined
                }
              />
            )}
            {read.table !== null && index > 0 && <Mapping login={login} source={{ file: name, read }} draft={rows} />}
          </div>
        );
      })}
      <RowsField
        text={draft.text}
        onWrite={(text) => {
          rows.write(text);
          setFileMessage(null);
        }}
        mayPaste={(text) => {
          if (isTooLong(text)) {
            setFileMessage(`The pasted text wasn’t added: ${TOO_LONG}`);
            return false;
          }
          const isTable = draft.text.trim() === '' && readRows(text).table !== null;
          if (isTable) rows.paste(text);
          if (isTable) summary.current?.focus();
          return !isTable;
        }}
        onFile={(file) => void readFile(file)}
        isCollapsed={draft.files.length > 0}
        area={area}
        describedBy={DRAFT_SUMMARY_ID}
      />
      {sources[0] !== undefined && <Mapping login={login} source={sources[0]} draft={rows} />}
      <div className="write-form-summary" ref={summary} tabIndex={-1} id={DRAFT_SUMMARY_ID} role="status">
        {fileMessage !== null && <p>{fileMessage}</p>}
        <p>{messageOf(sources, rows.rows)}</p>
      </div>
      <div className="write-form-for-all">
        <RoleChoice
          label={labelOf(
            'Role',
            ready.some(({ role }) => role !== null),
          )}
          value={draft.role}
          onChange={rows.setRole}
        />
        <TeamsChoice
          login={login}
          label={labelOf(
            'Teams',
            ready.some(({ teams }) => teams !== null),
          )}
          value={draft.teams}
          onChange={rows.setTeams}
        />
      </div>
      <div className="write-form-actions">
        <Button type="submit" variant="primary" inactive={ready.length + toFix === 0}>
          {checkLabel(ready.length, toFix)}
        </Button>
        {!mayBeSent && (
          <span className="write-form-hint">{isWaiting ? 'Loading teams…' : 'Nothing has been sent yet.'}</span>
        )}
      </div>
    </form>
  );
}

interface MappingProps {
  readonly login: string;
  readonly source: RowsSource;
  readonly draft: Draft;
}

function Mapping({
  login,
  source: {
    file,
    read: { table },
  },
  draft,
}: MappingProps) {
  if (table === null) return null;
  return <TableMapping login={login} table={table} file={file} onChoose={(choice) => draft.choose(table, choice)} />;
}

const labelOf = (what: string, hasOwn: boolean): string =>
  `${what} ${hasOwn ? 'for rows without their own' : 'for everyone'}`;

function checkLabel(ready: number, toFix: number): string {
  if (ready > 0) return `Check ${counted(ready, 'person', 'people')}`;
  return toFix > 0 ? `Fix ${counted(toFix, 'row', 'rows')}` : 'Check';
}

const TOO_LONG = `it’s longer than ${formatCount(READ_MAX_LINES)} lines or 2 MB. Split it into batches of up to ${formatCount(JOB_ROWS_MAX)} people.`;

const canBeFixed = (problem: RowProblem): boolean =>
  !['heading', 'no-column', 'over-limit', 'repeated'].includes(problem);

function messageOf(sources: readonly RowsSource[], rows: readonly ReviewedRow[]): string {
  if (sources.some(({ read }) => read.isTooLong)) return `The list wasn’t read: ${TOO_LONG}`;
  if (rows.length === 0) return 'No one added yet';
  const countOf = (fits: (row: ReviewedRow) => boolean) => rows.filter(fits).length;
  const addresses = countOf(({ problem, person }) => problem === null && isAddress(person));
  const logins = countOf(({ problem }) => problem === null) - addresses;
  const [repeated, over, open, mistakes] = [
    countOf(({ problem }) => problem === 'repeated'),
    countOf(({ problem }) => problem === 'over-limit'),
    countOf(({ problem }) => problem === 'no-column'),
    countOf(({ problem }) => problem === 'heading' || (problem !== null && canBeFixed(problem))),
  ];
  return [
    `${[
      ...(logins > 0 || addresses === 0 ? [counted(logins, 'username', 'usernames')] : []),
      ...(addresses > 0 ? [counted(addresses, 'email address', 'email addresses')] : []),
    ].join(' and ')} to invite`,
    ...(repeated > 0 ? [counted(repeated, 'duplicate', 'duplicates')] : []),
    ...(mistakes > 0 ? [`${counted(mistakes, 'row', 'rows')} to fix`] : []),
    ...(open > 0 ? [`${counted(open, 'row needs', 'rows need')} a column`] : []),
    ...(over > 0 ? [`${formatCount(over)} over the limit of ${formatCount(JOB_ROWS_MAX)} people`] : []),
  ].join(' · ');
}
