import { useRef } from 'react';
import { AddingPanel } from './adding-panel.tsx';
import { AddingResults } from './adding-results.tsx';
import type { useAddRun } from './use-add-run.ts';

interface AddingProps {
  /** Of the organization. */
  readonly login: string;
  readonly adding: ReturnType<typeof useAddRun>;
  /** Takes those who wait back to where they can be changed. */
  readonly onPutBack: (logins: readonly string[]) => void;
  /** Told when what came of it was cleared: the button that was pressed went away. */
  readonly onClear: () => void;
}

/** People on their way into an organization without invitations: how far it is, and what came of it. */
export function Adding({ login, adding: { run, send, stop, leaveOut, clear }, onPutBack, onClear }: AddingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (run.state === 'idle') return null;
  return (
    <>
      <AddingPanel
        run={run}
        onStop={stop}
        onSend={send}
        onPutBack={() => {
          onPutBack(run.waiting);
          leaveOut();
        }}
        resultsHeading={heading}
      />
      {run.results.length > 0 && (
        <AddingResults
          run={run}
          organization={login}
          heading={heading}
          onRetry={send}
          onClear={() => {
            clear();
            onClear();
          }}
        />
      )}
    </>
  );
}
