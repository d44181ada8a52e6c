import { Button, ProgressBar } from '@primer/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formatCount } from '../../lib/words/reader-locale.ts';
import { Notice } from '../messages/notice.tsx';
import { isRunning, type Run } from './run.ts';
import './run-frame.css';

interface RunFrameProps {
  readonly run: Run<unknown, unknown>;
  readonly label: string;
  readonly progressLabel: string;
  readonly words: string;
  readonly tone: 'critical' | 'success' | 'warning';
  readonly onStop: () => void;
  readonly resultsHeading: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function RunFrame(props: RunFrameProps) {
  const { run, label, progressLabel, words, tone, onStop, resultsHeading, children } = props;
  const frame = useRef<HTMLElement>(null);
  const isSending = isRunning(run);
  const done = run.total - run.waiting.length;
  const shownState = useRef(run.state);

  useEffect(() => {
    // A restored run must not move the focus.
    if (run.state === shownState.current && !isSending) return;
    shownState.current = run.state;
    // The pressed button disappears; other focus stays.
    if (document.activeElement !== document.body && document.activeElement !== frame.current) return;
    const next = run.state === 'finished' ? resultsHeading : frame;
    next.current?.focus();
  }, [run.state, isSending, resultsHeading]);

  return (
    <section className="run-frame" data-state={run.state} ref={frame} tabIndex={-1} aria-label={label}>
      {run.total > 0 && run.state !== 'finished' && (
        <ProgressBar
          aria-label={progressLabel}
          aria-valuenow={Math.round((done / run.total) * 100)}
          aria-valuetext={`${formatCount(done)} of ${formatCount(run.total)}`}
          progress={(done / run.total) * 100}
        />
      )}
      <div className="run-frame-words" role="status">
        {run.state === 'finished' ? <Notice tone={tone} title={words} /> : <p>{words}</p>}
      </div>
      {isSending && (
        <div>
          <Button onClick={onStop} inactive={run.state === 'stopping'}>
            {run.state === 'stopping' ? 'Stopping…' : 'Stop'}
          </Button>
        </div>
      )}
      {children}
    </section>
  );
}
