import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { Button } from '@primer/react';
import { type RefObject, useId } from 'react';
import { ResultTable } from '../../../../components/tables/result-table.tsx';
import { isRunning } from '../run.ts';
import { type ChangeOutcome, type InvitationChangeRun, resultsWith } from './change-run.ts';
import { outcomeWords, reasonWords, URGENCY } from './change-words.ts';
import './change-results.css';

const VARIANTS = {
  done: 'success',
  gone: 'secondary',
  'already-invited': 'attention',
  refused: 'danger',
  'not-confirmed': 'attention',
} as const satisfies Record<ChangeOutcome, unknown>;

interface InvitationChangeResultsProps {
  readonly run: InvitationChangeRun;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onClear: () => void;
}

export function ChangeResults({ run, heading, onClear }: InvitationChangeResultsProps) {
  const id = useId();
  const waiting = isRunning(run) ? [] : run.waiting;
  return (
    <section className="stack-12" aria-labelledby={id}>
      <div className="change-results-heading">
        <h3 className="change-results-title" id={id} ref={heading} tabIndex={-1}>
          Results
        </h3>
        {!isRunning(run) && run.waiting.length === 0 && <Button onClick={onClear}>Clear results</Button>}
      </div>
      <ResultTable
        label={id}
        what="Invitation"
        results={[
          ...URGENCY.flatMap((outcome) => resultsWith(run, outcome)).map((result) => ({
            key: result.id,
            name: result.invitee,
            words: outcomeWords(run.action, result.outcome),
            variant: VARIANTS[result.outcome],
            reason: reasonWords(result),
          })),
          ...waiting.map(({ id: key, invitee: name }, index) => ({
            key,
            name,
            words: run.state === 'failed' && index < CHANGED_INVITATIONS_MAX ? 'Unknown' : 'Not tried',
            variant: 'secondary' as const,
            reason: run.message,
          })),
        ]}
      />
    </section>
  );
}
