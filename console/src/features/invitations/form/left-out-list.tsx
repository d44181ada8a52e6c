import { Button } from '@primer/react';
import { useId, useState } from 'react';
import { csvOf } from '../../../lib/keeping/csv.ts';
import { download } from '../../../lib/keeping/download.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import type { LeftOut } from '../rows/review.ts';
import './left-out-list.css';
import { canBeFixed, problemWords } from './left-out-words.ts';

const SHOWN_FIRST = 20;
const SHOWN_MORE = 200;
const LENGTH_SHOWN = 60;

interface LeftOutListProps {
  /** Used in the file name. */
  readonly organization: string;
  readonly leftOut: readonly LeftOut[];
  readonly onPutBack: (person: string) => void;
  readonly onFix: (row: LeftOut) => void;
}

export function LeftOutList({ organization, leftOut, onPutBack, onFix }: LeftOutListProps) {
  const id = useId();
  const [limit, setLimit] = useState(SHOWN_FIRST);
  const shown = leftOut.slice(0, limit);
  const others = leftOut.length - shown.length;
  return (
    <section className="left-out-list" aria-labelledby={id}>
      <h3 className="left-out-list-title" id={id}>
        Not included ({formatCount(leftOut.length)})
      </h3>
      <ul className="left-out-list-items">
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may contain the same text twice.
          <li key={index}>
            <span className="left-out-list-where">{row.where}</span>{' '}
            <span className="left-out-list-written">{shortened(row.written)}</span>{' '}
            <span>{problemWords(row.reason, row.role)}</span>{' '}
            {row.reason === 'removed' && (
              <Button size="small" aria-label={`Restore ${row.written}`} onClick={() => onPutBack(row.written)}>
                Restore
              </Button>
            )}
            {canBeFixed(row.reason) && (
              <Button size="small" aria-label={`Fix ${row.where}`} onClick={() => onFix(row)}>
                Fix
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="left-out-list-actions">
        {others > 0 && (
          <Button size="small" onClick={() => setLimit(limit + SHOWN_MORE)}>
            {others > SHOWN_MORE ? `Show ${SHOWN_MORE} more rows` : `Show remaining ${formatCount(others)} rows`}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => download(`not-invited-${organization}.csv`, csvOf([HEADINGS, ...leftOut.map(cellsOf)]))}
        >
          Download as CSV
        </Button>
      </div>
    </section>
  );
}

/** `login`, `role` and `teams` are recognized when the file is uploaded again. */
const HEADINGS = ['login', 'role', 'teams', 'source', 'reason'];
const cellsOf = ({ written, role, teams, where, reason }: LeftOut): readonly string[] => [
  written,
  role,
  teams.join('; '),
  where,
  problemWords(reason, role),
];

const shortened = (written: string): string =>
  written.length > LENGTH_SHOWN ? `${written.slice(0, LENGTH_SHOWN)}…` : written;
