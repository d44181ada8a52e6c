import { Button, Checkbox, Label } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { csvOf } from './csv.ts';
import { download } from './download.ts';
import {
  failedLogins,
  type InviteOutcome,
  type InviteResult,
  type InviteRun,
  isUnderWay,
  unconfirmedLogins,
} from './invite-run.ts';

const COLUMNS = [
  { name: 'Login', width: 'third' },
  { name: 'Result', width: 'narrow' },
  { name: 'Reason', width: 'rest' },
] as const;

interface InviteResultsProps {
  readonly run: InviteRun;
  /** Login, for the name of the file. */
  readonly organization: string;
  readonly onRetry: (logins: readonly string[]) => void;
  readonly onClear: () => void;
}

/** What became of everybody who was sent: to filter, try again, copy and save. */
export function InviteResults({ run, organization, onRetry, onClear }: InviteResultsProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [says, setSays] = useState('');
  const failed = failedLogins(run);
  const unconfirmed = unconfirmedLogins(run);
  const isFiltered = onlyFailed && failed.length > 0;
  const shown = isFiltered ? run.results.filter(({ outcome }) => outcome === 'failed') : run.results;
  const isWaiting = isUnderWay(run);

  const copy = async (logins: readonly string[]) => {
    try {
      await navigator.clipboard.writeText(logins.join('\n'));
      setSays(`${counted(logins.length, 'login', 'logins')} copied.`);
    } catch {
      setSays('The browser does not allow copying here. Download the list instead.');
    }
  };

  return (
    <section className="invite-results" ref={section} aria-labelledby={`${id}-title`}>
      <h2 className="invite-results-title" id={`${id}-title`}>
        Results
      </h2>
      <div className="invite-results-bar">
        {failed.length > 0 && (
          <span className="invite-results-filter">
            <Checkbox id={`${id}-filter`} checked={onlyFailed} onChange={() => setOnlyFailed(!onlyFailed)} />
            <label htmlFor={`${id}-filter`}>Only the failed ones ({formatCount(failed.length)})</label>
          </span>
        )}
        {failed.length > 0 && !isWaiting && run.waiting.length === 0 && (
          <>
            <Button onClick={() => onRetry(failed)}>Try the failed ones again</Button>
            <Button onClick={() => void copy(failed)}>Copy the failed ones</Button>
          </>
        )}
        {unconfirmed.length > 0 && !isWaiting && (
          <Button onClick={() => void copy(unconfirmed)}>Copy those not confirmed</Button>
        )}
        <Button onClick={() => download(`invitations-${organization}.csv`, csvOf(rowsOf(run)))}>Download as CSV</Button>
        {!isWaiting && run.waiting.length === 0 && <Button onClick={onClear}>Clear</Button>}
      </div>
      <p className="invite-results-says" role="status">
        {says}
      </p>
      <DataTable label={`${id}-title`} columns={COLUMNS}>
        {shown.map((result) => (
          <ResultRow key={result.login} result={result} />
        ))}
      </DataTable>
    </section>
  );
}

const OUTCOMES = {
  invited: { words: 'Invited', variant: 'success' },
  already: { words: 'Already there', variant: 'secondary' },
  unconfirmed: { words: 'Not confirmed', variant: 'attention' },
  failed: { words: 'Failed', variant: 'danger' },
} as const satisfies Record<InviteOutcome, unknown>;

function ResultRow({ result }: { readonly result: InviteResult }) {
  const { words, variant } = OUTCOMES[result.outcome];
  return (
    <tr>
      <th scope="row">{result.login}</th>
      <td>
        <Label variant={variant}>{words}</Label>
      </td>
      <td>{result.error}</td>
    </tr>
  );
}

const rowsOf = ({ results, waiting, sentence }: InviteRun): readonly (readonly string[])[] => [
  ['login', 'result', 'reason'],
  ...results.map((result) => [result.login, OUTCOMES[result.outcome].words.toLowerCase(), result.error ?? '']),
  ...waiting.map((login) => [login, 'not sent', sentence ?? '']),
];
