import { Checkbox, Select } from '@primer/react';
import { useId } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import './column-question.css';
import type { Table, TableChoice } from '../rows/tables.ts';

const SAMPLE_LENGTH = 24;

interface ColumnQuestionProps {
  readonly table: Table & { readonly open: NonNullable<Table['open']> };
  /** Null for typed text. */
  readonly file: string | null;
  readonly onChoose: (choice: TableChoice) => void;
}

export function ColumnQuestion({ table, file, onChoose }: ColumnQuestionProps) {
  const id = useId();
  const { open, choice } = table;
  const change = (more: Partial<TableChoice>) => onChoose({ ...choice, ...more });
  const isOpen = choice.column === null;
  return (
    <Notice
      tone={isOpen ? 'warning' : 'info'}
      title={`${file === null ? '' : `“${file}”: `}Which column contains usernames or email addresses?`}
    >
      {isOpen && <p>No one in it is invited until you choose.</p>}
      <label htmlFor={`${id}-column`}>Column with usernames or email addresses</label>
      <Select
        id={`${id}-column`}
        block
        value={choice.column === null ? '' : String(choice.column)}
        onChange={({ target: { value } }) =>
          change({ column: value === '' ? null : value === 'all' ? 'all' : Number(value) })
        }
      >
        <Select.Option value="">Choose a column</Select.Option>
        {open.map(({ heading, samples }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity.
          <Select.Option key={column} value={String(column)}>
            {`${shortened(heading ?? '') || `Column ${column + 1}`}${samples.length > 0 ? `: ${samples.map(shortened).join(', ')} …` : ''}`}
          </Select.Option>
        ))}
        <Select.Option value="all">No column: each cell is a person</Select.Option>
      </Select>
      {choice.column !== 'all' && (
        <span className="column-question-headings">
          <Checkbox
            id={`${id}-headings`}
            checked={choice.hasHeadings}
            onChange={() => change({ hasHeadings: !choice.hasHeadings })}
          />
          <label htmlFor={`${id}-headings`}>First row contains headings</label>
        </span>
      )}
    </Notice>
  );
}

const shortened = (text: string): string => (text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH)}…` : text);
