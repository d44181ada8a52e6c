import { Button } from '@primer/react';
import { AgainButton } from '../../../../components/messages/again-button.tsx';
import { formatClock } from '../../../../lib/words/reader-locale.ts';
import './reading-controls.css';

interface ReadingControlsProps {
  readonly isReading: boolean;
  /** When a complete list was read, in epoch milliseconds; null if never. */
  readonly readAt: number | null;
  readonly isStopped: boolean;
  readonly onStop: () => void;
  readonly onRefresh: () => void;
}

export function ReadingControls({ isReading, readAt, isStopped, onStop, onRefresh }: ReadingControlsProps) {
  const instant = readAt === null ? null : new Date(readAt).toISOString();
  return (
    <div className="reading-controls">
      <span className="reading-controls-state" role="status">
        {!isReading && isStopped && 'Stopped'}
        {!isReading && !isStopped && instant !== null && (
          <>
            Updated at <time dateTime={instant}>{formatClock(instant)}</time>
          </>
        )}
      </span>
      <Button size="small" inactive={!isReading} onClick={isReading ? onStop : undefined}>
        Stop
      </Button>
      <AgainButton size="small" notBefore={null} isBusy={isReading} onPress={onRefresh}>
        Refresh
      </AgainButton>
    </div>
  );
}
