import type { AccessExport } from '@orgdesk/client';
import { Button, Label, LinkButton, ProgressBar, VisuallyHidden } from '@primer/react';
import { client } from '../../lib/reading/http-client.ts';
import { formatCount, formatMinute } from '../../lib/words/reader-locale.ts';
import { progressWords, STATE_WORDS, stateHint, unseenWords } from './export-words.ts';
import { isRunning } from './get-exports.ts';

interface ExportPanelProps {
  readonly login: string;
  readonly shown: AccessExport;
  /** Null while a change is in progress. */
  readonly onCancel: (() => void) | null;
}

export function ExportPanel({ login, shown, onCancel }: ExportPanelProps) {
  const { id, state, startedBy, createdAt, expiresAt, repositoriesDone: done, repositoriesTotal: total } = shown;
  const { words, variant } = STATE_WORDS[state];
  const hint = stateHint(shown, new Date());
  const unseen = unseenWords(shown);
  const isOpen = isRunning(shown);
  const percent = total === null || total === 0 ? 0 : Math.min(100, (done * 100) / total);
  const hasFile = state === 'finished' || (state === 'stopped' && shown.rowCount > 0);
  return (
    <section className="access-export" aria-labelledby={`export-${id}`}>
      <div className="access-export-heading">
        <h3 className="access-export-title" id={`export-${id}`}>
          {formatMinute(createdAt) ?? createdAt}
        </h3>
        <Label variant={variant}>{words}</Label>
        <span className="access-export-by">started by {startedBy}</span>
      </div>
      {isOpen && (
        <ProgressBar
          aria-label="Repositories exported"
          aria-valuenow={Math.floor(percent)}
          aria-valuetext={total === null ? 'Counting repositories' : `${formatCount(done)} of ${formatCount(total)}`}
          progress={percent}
        />
      )}
      <p className="access-export-line">
        {progressWords(shown)}
        {isOpen ? '…' : '.'}
      </p>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      {hint !== null && <p className="access-export-hint">{hint}</p>}
      {unseen !== null && <p className="access-export-hint">{unseen}</p>}
      {hasFile && expiresAt !== null && (
        <p className="access-export-hint">
          Available until <time dateTime={expiresAt}>{formatMinute(expiresAt) ?? expiresAt}</time>.
        </p>
      )}
      {(hasFile || isOpen) && (
        <div className="access-export-steps">
          {hasFile && (
            <LinkButton
              href={client.addressOf('downloadAccessExport', { path: { login, id } })}
              download=""
              variant={state === 'finished' ? 'primary' : 'default'}
            >
              Download CSV
            </LinkButton>
          )}
          {isOpen && (
            <Button inactive={onCancel === null} onClick={() => onCancel?.()}>
              Cancel export
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
