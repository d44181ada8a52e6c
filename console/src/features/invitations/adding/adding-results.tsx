import { Button, Label } from '@primer/react';
import { type RefObject, useId } from 'react';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { csvOf } from '../results/csv.ts';
import { download } from '../results/download.ts';
import { isUnderWay } from '../runs/run.ts';
import { type AddOutcome, type AddRun, failedLogins, resultsWith } from './add-run.ts';
import './adding-results.css';

const COLUMNS = [
  { name: 'Login', width: 'third' },
  { name: 'Result', width: 'narrow' },
  { name: 'Reason', width: 'rest' },
] as const;

/** In this order they are shown. */
const OUTCOMES = {
  failed: { words: 'Failed', variant: 'danger' },
  unconfirmed: { words: 'Not confirmed', variant: 'attention' },
  already: { words: 'Already there', variant: 'secondary' },
  added: { words: 'Added', variant: 'success' },
} as const satisfies Record<AddOutcome, unknown>;

interface AddingResultsProps {
  readonly run: AddRun;
  /** Login, for the name of the file. */
  readonly organization: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onRetry: (logins: readonly string[]) => void;
  readonly onClear: () => void;
}

/** What became of everybody who was to be added, those to do something about first. */
export function AddingResults({ run, organization, heading, onRetry, onClear }: AddingResultsProps) {
  const id = useId();
  const failed = failedLogins(run);
  const isOver = !isUnderWay(run) && run.waiting.length === 0;
  const sorted = (Object.keys(OUTCOMES) as readonly AddOutcome[]).flatMap((wanted) => resultsWith(run, wanted));
  return (
    <section className="adding-results" aria-labelledby={id}>
      <h2 className="adding-results-title" id={id} ref={heading} tabIndex={-1}>
        Results
      </h2>
      <div className="adding-results-bar">
        {failed.length > 0 && isOver && <Button onClick={() => onRetry(failed)}>Try the failed ones again</Button>}
        <Button
          onClick={() =>
            download(
              `added-${organization}.csv`,
              csvOf([
                ['login', 'result', 'reason'],
                ...sorted.map(({ login, outcome, error }) => [
                  login,
                  OUTCOMES[outcome].words.toLowerCase(),
                  error ?? '',
                ]),
                ...run.waiting.map((login) => [login, 'not added', run.sentence ?? '']),
              ]),
            )
          }
        >
          Download as CSV
        </Button>
        {isOver && <Button onClick={onClear}>Clear</Button>}
      </div>
      <DataTable label={id} columns={COLUMNS}>
        {sorted.map(({ login, outcome, error }) => (
          <tr key={login}>
            <th scope="row">{login}</th>
            <td>
              <Label variant={OUTCOMES[outcome].variant}>{OUTCOMES[outcome].words}</Label>
            </td>
            <td>{error}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
