import { Button, Label } from '@primer/react';
import { type RefObject, useId } from 'react';
import { isUnderWay } from '../../../../components/run/run.ts';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import { PEOPLE_A_REQUEST } from '../../../../lib/moments/batches.ts';
import { type ChangeOutcome, type ChangeRun, resultsWith } from './change-run.ts';
import { outcomeWords, reasonWords, URGENCY } from './change-words.ts';
import './change-results.css';

const COLUMNS = [
  { name: 'Invitation', width: 'third' },
  { name: 'Result', width: 'narrow' },
  { name: 'Reason', width: 'rest' },
] as const;

const VARIANTS = {
  done: 'success',
  gone: 'secondary',
  'already-invited': 'attention',
  refused: 'danger',
  'not-confirmed': 'attention',
} as const satisfies Record<ChangeOutcome, unknown>;

interface ChangeResultsProps {
  readonly run: ChangeRun;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onClear: () => void;
}

export function ChangeResults({ run, heading, onClear }: ChangeResultsProps) {
  const id = useId();
  const waiting = isUnderWay(run) ? [] : run.waiting;
  return (
    <section className="change-results" aria-labelledby={id}>
      <div className="change-results-heading">
        <h3 className="change-results-title" id={id} ref={heading} tabIndex={-1}>
          Results
        </h3>
        {!isUnderWay(run) && run.waiting.length === 0 && <Button onClick={onClear}>Clear results</Button>}
      </div>
      <DataTable label={id} columns={COLUMNS}>
        {URGENCY.flatMap((outcome) => resultsWith(run, outcome)).map((result) => (
          <tr key={result.id} data-outcome={result.outcome}>
            <th scope="row">{result.invitee}</th>
            <td>
              <Label variant={VARIANTS[result.outcome]}>{outcomeWords(run.action, result.outcome)}</Label>
            </td>
            <td>{reasonWords(result)}</td>
          </tr>
        ))}
        {waiting.map(({ id: waitingId, invitee }, place) => (
          <tr key={waitingId}>
            <th scope="row">{invitee}</th>
            <td>
              <Label variant="secondary">
                {run.state === 'failed' && place < PEOPLE_A_REQUEST ? 'Not known' : 'Not tried'}
              </Label>
            </td>
            <td>{run.sentence}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
