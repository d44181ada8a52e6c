import { UploadIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { type DragEvent, type RefObject, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { forgetKept, keepInTab, readKept } from '../../lib/kept-in-tab.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { batchesOf } from './batches.ts';
import './invite-form.css';
import { readNamesFile } from './read-names-file.ts';
import { quotedName, type SplitLogins, splitLogins } from './split-logins.ts';

const UNLIKELY_SHOWN = 20;

interface InviteFormProps {
  readonly organization: string;
  readonly onSend: (logins: readonly string[]) => void;
  /** Under which what is typed is kept in this tab until it is sent. */
  readonly draftKey: string;
  /** What it holds when it appears; by default what was kept. */
  readonly initial: readonly string[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** Takes names by typing, paste, file or drop, and says before sending what became of them. */
export function InviteForm({ organization, onSend, draftKey, initial, area }: InviteFormProps) {
  const id = useId();
  const [text, setText] = useState(() => (initial.length > 0 ? initial.join('\n') : draftIn(readKept(draftKey))));
  const [fileSays, setFileSays] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  // Typing stays quick in a list of thousands.
  const typed = useDeferredValue(text);
  const split = useMemo(() => splitLogins(typed), [typed]);
  const count = split.logins.length;

  useEffect(() => {
    if (text === '') forgetKept(draftKey);
    else keepInTab(draftKey, text);
  }, [text, draftKey]);

  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = await readNamesFile(file);
    if ('refusal' in found) return setFileSays(found.refusal);
    setText((before) =>
      [...(before.trim() === '' ? [] : [before.trimEnd()]), ...found.names.map(quotedName)].join('\n'),
    );
    setFileSays(`“${file.name}”: ${counted(found.names.length, 'name', 'names')} added to the list.`);
    area.current?.focus();
  };

  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  };

  return (
    <form
      className="invite-form"
      onSubmit={(event) => {
        event.preventDefault();
        // Not the deferred ones: what is sent is what is written.
        const { logins } = splitLogins(text);
        if (logins.length > 0) {
          forgetKept(draftKey);
          onSend(logins);
        } else area.current?.focus();
      }}
    >
      <h2 className="invite-form-title">Invite people to {organization}</h2>
      <label className="invite-form-label" htmlFor={`${id}-names`}>
        Logins
      </label>
      <p className="invite-form-hint" id={`${id}-hint`}>
        Paste as many as you like, with or without @, separated by commas, semicolons, blanks or lines. You can also
        drop a CSV or text file here.
      </p>
      <textarea
        ref={area}
        className="invite-form-names"
        data-over={isOver ? '' : undefined}
        id={`${id}-names`}
        aria-describedby={`${id}-hint ${id}-says`}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        placeholder={'ada\n@grace, alan'}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setFileSays(null);
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
        aria-label="File with logins"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          // The same file may be chosen again after it was changed.
          event.target.value = '';
        }}
      />
      <div className="invite-form-says" id={`${id}-says`} role="status">
        {fileSays !== null && <p>{fileSays}</p>}
        <p>{sentenceOf(split)}</p>
      </div>
      {split.isLikeFullNames && (
        <Notice tone="warning" role="status" title="These look like full names">
          <p>People are invited by login. Each word is taken for a login of its own, which may be somebody else's.</p>
        </Notice>
      )}
      {split.unlikely.length > 0 && <Unlikely names={split.unlikely} />}
      <div className="invite-form-actions">
        <Button type="submit" variant="primary" inactive={count === 0}>
          {count === 0 ? 'Invite' : `Invite ${count === 1 ? '1 person' : `${formatCount(count)} people`}`}
        </Button>
        <Button leadingVisual={UploadIcon} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
      </div>
    </form>
  );
}

const draftIn = (kept: unknown): string => (typeof kept === 'string' ? kept : '');

function Unlikely({ names }: { readonly names: readonly string[] }) {
  return (
    <div className="invite-form-unlikely">
      <p>
        {names.length === 1 ? 'This is not a login and is' : 'These are not logins and are'} left out. E-mail addresses
        and full names cannot be invited here.
      </p>
      <ul>
        {names.slice(0, UNLIKELY_SHOWN).map((name) => (
          <li key={name}>
            <Label variant="attention">{name.length > 60 ? `${name.slice(0, 60)}…` : name}</Label>
          </li>
        ))}
        {names.length > UNLIKELY_SHOWN && <li>and {formatCount(names.length - UNLIKELY_SHOWN)} more</li>}
      </ul>
    </div>
  );
}

function sentenceOf({ logins, repeated, unlikely }: SplitLogins): string {
  if (logins.length + unlikely.length === 0) return 'No names yet.';
  const requests = batchesOf(logins).length;
  return [
    `${counted(logins.length, 'login', 'logins')} to invite`,
    ...(repeated > 0 ? [`${counted(repeated, 'repetition', 'repetitions')} left out`] : []),
    ...(unlikely.length > 0
      ? [unlikely.length === 1 ? '1 is not a login' : `${formatCount(unlikely.length)} are not logins`]
      : []),
    ...(requests > 1 ? [`sent as ${formatCount(requests)} requests, one after the other`] : []),
  ].join(' · ');
}
