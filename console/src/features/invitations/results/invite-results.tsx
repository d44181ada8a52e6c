import { Button, Checkbox, Label } from '@primer/react';
import { type RefObject, useId, useMemo, useState } from 'react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { isUnderWay } from '../runs/run.ts';
import {
  failedLogins,
  type InviteOutcome,
  type InviteResult,
  type InviteRun,
  resultsWith,
  unconfirmedLogins,
} from '../sending/invite-run.ts';
import { csvOf } from './csv.ts';
import { download } from './download.ts';

const COLUMNS = [
  { name: 'Login', width: 'third' },
  { name: 'Result', width: 'narrow' },
  { name: 'Reason', width: 'rest' },
] as const;

interface InviteResultsProps {
  readonly run: InviteRun;
  /** Login, for the name of the file. */
  readonly organization: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onRetry: (logins: readonly string[]) => void;
  readonly onClear: () => void;
  /** Leads to where more names can be written; null where none can. */
  readonly onMore: (() => void) | null;
}

/** What became of everybody who was sent, those to do something about first: to filter, try again, copy and save. */
export function InviteResults({ run, organization, heading, onRetry, onClear, onMore }: InviteResultsProps) {
  const id = useId();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [says, setSays] = useState('');
  const failed = failedLogins(run);
  const unconfirmed = unconfirmedLogins(run);
  const isFiltered = onlyFailed && failed.length > 0;
  const sorted = useMemo(() => URGENCY.flatMap((wanted) => resultsWith(run, wanted)), [run]);
  const shown = isFiltered ? sorted.filter(({ outcome }) => outcome === 'failed') : sorted;
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
    <section className="invite-results" aria-labelledby={`${id}-title`}>
      <h2 className="invite-results-title" id={`${id}-title`} ref={heading} tabIndex={-1}>
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
        <PageLinkButton to="/organizations/$login/invitations" params={{ login: organization }}>
          See open invitations
        </PageLinkButton>
        {onMore !== null && <Button onClick={onMore}>Add more names</Button>}
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

/** In this order they are shown. */
const URGENCY: readonly InviteOutcome[] = ['failed', 'unconfirmed', 'already', 'invited'];

const OUTCOMES = {
  invited: { words: 'Invited', variant: 'success' },
  already: { words: 'Already there', variant: 'secondary' },
  unconfirmed: { words: 'Not confirmed', variant: 'attention' },
  failed: { words: 'Failed', variant: 'danger' },
} as const satisfies Record<InviteOutcome, unknown>;

function ResultRow({ result }: { readonly result: InviteResult }) {
  const { words, variant } = OUTCOMES[result.outcome];
  return (
    <tr data-outcome={result.outcome}>
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
