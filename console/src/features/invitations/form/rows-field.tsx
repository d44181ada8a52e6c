import { UploadIcon, XIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import './rows-field.css';

interface NamesFieldProps {
  readonly text: string;
  readonly onWrite: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** Names of the files that were read. */
  readonly files: readonly string[];
  readonly onDropFile: (name: string) => void;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** ID of what describes how the text is understood. */
  readonly describedBy: string;
}

/** Where names are typed, pasted, dropped and read from files. */
export function NamesField({ text, onWrite, onFile, files, onDropFile, area, describedBy }: NamesFieldProps) {
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
      <label className="names-field-label" htmlFor={`${id}-names`}>
        Logins
      </label>
      <p className="names-field-hint" id={`${id}-hint`}>
        Paste as many as you like, with or without @, separated by commas, semicolons, blanks or lines, or a table with
        a column of logins. You can also drop a CSV or text file here.
      </p>
      <textarea
        ref={area}
        className="names-field-area"
        data-over={isOver ? '' : undefined}
        id={`${id}-names`}
        aria-describedby={`${id}-hint ${describedBy}`}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        placeholder={'ada\n@grace, alan'}
        value={text}
        onChange={(event) => onWrite(event.target.value)}
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
        aria-label="File with logins"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again after it was changed.
          event.target.value = '';
        }}
      />
      <div className="names-field-files">
        <Button ref={choose} leadingVisual={UploadIcon} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        {files.map((name) => (
          <span className="names-field-file" key={name}>
            <span>{name}</span>
            <IconButton
              icon={XIcon}
              label={`Remove the file ${name}`}
              onClick={() => {
                // The button that was pressed goes away.
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
