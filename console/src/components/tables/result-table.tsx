import { Label, type LabelProps } from '@primer/react';
import type { ReactNode } from 'react';
import type { ListRows, RowKey } from '../list/list.ts';
import { ListTable } from '../list/list-table.tsx';
import '../list/list-table.css';

export interface ShownResult {
  readonly key: RowKey;
  readonly name: string;
  readonly username?: string | null;
  /** A second line below the name. */
  readonly about?: ReactNode;
  readonly label: string;
  readonly variant: NonNullable<LabelProps['variant']>;
  readonly reason: string | null | undefined;
}

const resultsOf = (what: string) =>
  ({
    name: 'results',
    usernameOf: ({ username }) => username ?? null,
    keyOf: ({ key }) => key,
    attributesOf: ({ variant }) => ({ 'data-outcome': variant }),
    columns: [
      {
        heading: what,
        width: 'third',
        cell: ({ name, about }) => (
          <>
            {name}
            {about !== undefined && <span className="data-table-muted">{about}</span>}
          </>
        ),
      },
      { heading: 'Result', width: 'narrow', cell: ({ label, variant }) => <Label variant={variant}>{label}</Label> },
      { heading: 'Reason', width: 'rest', cell: ({ reason }) => reason },
    ],
  }) as const satisfies ListRows<ShownResult>;

export const RESULTS = {
  Person: resultsOf('Person'),
  Invitation: resultsOf('Invitation'),
  Change: resultsOf('Change'),
} as const;

interface ResultTableProps {
  readonly label: string;
  readonly what: keyof typeof RESULTS;
  /** Most urgent first. */
  readonly results: readonly ShownResult[];
}

export function ResultTable({ label, what, results }: ResultTableProps) {
  return <ListTable label={label} list={RESULTS[what]} rows={results} />;
}
