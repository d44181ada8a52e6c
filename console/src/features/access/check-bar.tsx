import { AgainButton } from '../../components/messages/again-button.tsx';
import { retryAtOf } from '../../lib/reading/http-client.ts';
import { formatClock } from '../../lib/words/reader-locale.ts';
import './check-bar.css';

interface CheckBarProps {
  /** ISO 8601 instant of the last answer; null before there is one. */
  readonly checkedAt: string | null;
  readonly isChecking: boolean;
  /** Why the last check failed; null when it did not. */
  readonly failure: Error | null;
  readonly onCheck: () => void;
}

/** When the code host was asked last, and a button that asks it again. It stays, so that the focus does. */
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
        Check again
      </AgainButton>
    </div>
  );
}
