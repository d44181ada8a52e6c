import { AgainButton } from '../../components/messages/again-button.tsx';
import { retryAtOf } from '../../lib/reading/http-client.ts';
import { formatClock } from '../../lib/words/reader-locale.ts';
import './access.css';

interface CheckBarProps {
  /** ISO 8601 timestamp; null before the first answer. */
  readonly checkedAt: string | null;
  readonly isChecking: boolean;
  readonly failure: Error | null;
  readonly onCheck: () => void;
}

/** The bar stays mounted to keep the focus. */
export function CheckBar({ checkedAt, isChecking, failure, onCheck }: CheckBarProps) {
  const time = checkedAt === null ? null : formatClock(checkedAt);
  return (
    <div className="check-bar">
      <span className="check-bar-time" role="status">
        {isChecking && 'Checking…'}
        {!isChecking && checkedAt !== null && time !== null && (
          <>
            Checked at <time dateTime={checkedAt}>{time}</time>
          </>
        )}
      </span>
      <AgainButton size="small" notBefore={retryAtOf(failure)} isBusy={isChecking} onPress={onCheck}>
        Refresh
      </AgainButton>
    </div>
  );
}
