import { decodedAs, ENCODINGS } from '@orgdesk/people-files/decode-text';
import type { ReadRows } from '@orgdesk/people-files/read-rows';
import { SEPARATORS, type TableChoice } from '@orgdesk/people-files/table/table-choice';
import { XIcon } from '@primer/octicons-react';
import { Button, Select } from '@primer/react';
import { useMemo } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { counted } from '../../../lib/reader-locale.ts';
import type { DraftFile } from './draft.ts';
import './form.css';

const SEPARATOR_LABELS = { '\t': 'Tabs', ';': 'Semicolons', ',': 'Commas', '|': 'Bars' } as const;
const HEADING_ROWS = 15;
const WORDS_SHOWN = 4;

interface SourceLineProps {
  readonly file: DraftFile;
  readonly read: ReadRows;
  readonly onChange: (file: DraftFile) => void;
  readonly onChoose: (choice: TableChoice) => void;
  readonly onRemove: () => void;
  readonly onEdit: (() => void) | undefined;
}

export function SourceLine({
  file,
  read: { table, entries, unit },
  onChange,
  onChoose,
  onRemove,
  onEdit,
}: SourceLineProps) {
  const { name, text, encoding, sheets } = file;
  const rowCount = table?.rowCount ?? entries.length;
  const encodings = useMemo(
    () =>
      encoding === null
        ? []
        : ENCODINGS.filter((each) => each === encoding || decodedAs(text, encoding, each) !== null),
    [text, encoding],
  );
  const accented = useMemo(() => (encoding?.startsWith('UTF') === false ? accentedWords(text) : []), [text, encoding]);
  return (
    <fieldset className="source-line" aria-label={name}>
      <div className="source-line-parts">
        <strong className="source-line-name">{name}</strong>
        <span>{counted(rowCount, unit, `${unit}s`)}</span>
        {sheets.length > 0 && (
          <Part
            label="Sheet"
            value={sheets.find((sheet) => sheet.text === text)?.name ?? ''}
            options={sheets.map((sheet) => [sheet.name, `Sheet ${sheet.name}`])}
            onChange={(chosen) => {
              const sheet = sheets.find((each) => each.name === chosen);
              if (sheet !== undefined) onChange({ ...file, text: sheet.text });
            }}
          />
        )}
        {table !== null && sheets.length === 0 && (
          <Part
            label="Separator"
            value={table.separator}
            options={SEPARATORS.map((separator) => [separator, SEPARATOR_LABELS[separator]])}
            onChange={(chosen) =>
              onChoose({
                ...table.choice,
                separator: SEPARATORS.find((each) => each === chosen) ?? null,
                headingRow: null,
                kinds: null,
              })
            }
          />
        )}
        {encoding !== null && (
          <Part
            label="Encoding"
            value={encoding}
            options={encodings.map((each) => [each, each])}
            onChange={(chosen) => {
              const other = ENCODINGS.find((each) => each === chosen);
              const decoded = other === undefined ? null : decodedAs(text, encoding, other);
              if (other !== undefined && decoded !== null) onChange({ ...file, text: decoded, encoding: other });
            }}
          />
        )}
        {table !== null && (
          <Part
            label="Headings"
            value={String(table.headingRow)}
            options={headingOptions(table.headingRow)}
            onChange={(chosen) => onChoose({ ...table.choice, headingRow: Number(chosen), kinds: null })}
          />
        )}
        <span className="source-line-actions">
          {onEdit !== undefined && (
            <Button size="small" onClick={onEdit}>
              Edit as text
            </Button>
          )}
          <IconButton icon={XIcon} label={`Remove file ${name}`} size="medium" onClick={onRemove} />
        </span>
      </div>
      {accented.length > 0 && (
        <p className="hint">
          Not in UTF-8. Check the accents: {accented.join(', ')}. If they’re wrong, change the encoding.
        </p>
      )}
    </fieldset>
  );
}

interface PartProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Part({ label, value, options, onChange }: PartProps) {
  return (
    <Select size="small" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, label]) => (
        <Select.Option key={option} value={option}>
          {label}
        </Select.Option>
      ))}
    </Select>
  );
}

const headingOptions = (current: number): PartProps['options'] => [
  ['0', 'No headings'],
  ...Array.from({ length: Math.max(HEADING_ROWS, current) }, (_, index) => index + 1).map(
    (row) => [String(row), `Headings in row ${row}`] as const,
  ),
];

function accentedWords(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}]*[^\p{ASCII}\s][\p{L}\p{M}]*/gu)) {
    words.add(word.slice(0, 20));
    if (words.size === WORDS_SHOWN) break;
  }
  return [...words];
}
