import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { UploadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../../lib/reader-locale.ts';
import '../invitations.css';

interface RowsFieldProps {
  readonly text: string;
  readonly onWrite: (text: string) => void;
  /** Returns false if the text must not reach the field. */
  readonly mayPaste: (text: string) => boolean;
  readonly onFile: (file: File) => void;
  readonly isCollapsed: boolean;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly describedBy: string;
}

export function RowsField({ text, onWrite, mayPaste, onFile, isCollapsed, area, describedBy }: RowsFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [isOpened, setIsOpened] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const isShown = !isCollapsed || isOpened || text !== '';

  useEffect(() => {
    if (isOpened) area.current?.focus();
  }, [isOpened, area]);

  const drop = (event: DragEvent) => {
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  };

  return (
    <fieldset
      className="rows-field"
      aria-label="People to add"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {isShown && (
        <>
          <label className="rows-field-label" htmlFor={`${id}-people`}>
            Usernames or email addresses
          </label>
          <p className="hint" id={`${id}-hint`}>
            Paste up to {formatCount(JOB_ROWS_MAX)}, or cells of a spreadsheet. Or drop a file: CSV, Excel (.xlsx), or
            text, as your HR or identity system exports it.
          </p>
          <textarea
            ref={area}
            className="rows-field-area"
            id={`${id}-people`}
            aria-describedby={`${id}-hint ${describedBy}`}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            placeholder={'ada\n@grace, alan@example.com'}
            value={text}
            onChange={(event) => onWrite(event.target.value)}
            onPaste={(event) => {
              if (!mayPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
            }}
          />
        </>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="File with people"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onFile(file);
          event.target.value = '';
        }}
      />
      <div className="row-8">
        <Button leadingVisual={UploadIcon} onClick={() => chooser.current?.click()}>
          {isCollapsed ? 'Add another file' : 'Choose file'}
        </Button>
        {!isShown && <Button onClick={() => setIsOpened(true)}>Enter people</Button>}
      </div>
    </fieldset>
  );
}
