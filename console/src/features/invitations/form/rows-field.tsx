import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { UploadIcon, XIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import './rows-field.css';

interface RowsFieldProps {
  readonly text: string;
  readonly onWrite: (text: string) => void;
  /** Returns false to block huge text, which would freeze the browser. */
  readonly mayPaste: (text: string) => boolean;
  readonly onFile: (file: File) => void;
  readonly files: readonly string[];
  readonly onDropFile: (name: string) => void;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** ID of the element that summarizes the text. */
  readonly describedBy: string;
}

export function RowsField({ text, onWrite, mayPaste, onFile, files, onDropFile, area, describedBy }: RowsFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);

  const drop = (event: DragEvent) => {
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  };

  return (
    <>
      <label className="rows-field-label" htmlFor={`${id}-people`}>
        Usernames or email addresses
      </label>
      <p className="rows-field-hint" id={`${id}-hint`}>
        Paste up to {formatCount(JOB_ROWS_MAX)}, separated by commas, semicolons, spaces, or lines. You can also paste
        spreadsheet cells with the headings username or email, and optionally role and teams, or drop a CSV or text
        file.
      </p>
      <textarea
        ref={area}
        className="rows-field-area"
        data-over={isOver ? '' : undefined}
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
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="File with people"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onFile(file);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <div className="rows-field-files">
        <Button ref={choose} leadingVisual={UploadIcon} onClick={() => chooser.current?.click()}>
          Choose file
        </Button>
        {files.map((name) => (
          <span className="rows-field-file" key={name}>
            <span>{name}</span>
            <IconButton
              icon={XIcon}
              label={`Remove file ${name}`}
              onClick={() => {
                // The pressed button disappears.
                choose.current?.focus();
                onDropFile(name);
              }}
            />
          </span>
        ))}
      </div>
    </>
  );
}
