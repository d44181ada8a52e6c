import { Button } from '@primer/react';
import { useId, useState } from 'react';
import { formatCount } from '../../../lib/reader-locale.ts';
import './left-out-list.css';
import type { LeftOut, LeftOutReason } from '../rows/review.ts';

const SHOWN_FIRST = 20;
const LENGTH_SHOWN = 60;

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  email: 'an e-mail address, not a login',
  'full-name': 'reads like a full name, not a login; logins go on lines of their own',
  heading: 'taken for a heading, not for a login',
  'no-column': 'the column with the logins is not chosen',
  'no-login': 'its row has no login',
  'not-a-login': 'not a login: those have letters, digits and hyphens, 39 at most',
  removed: 'removed by you',
  repeated: 'a repetition',
};

interface LeftOutListProps {
  /** At least one. */
  readonly leftOut: readonly LeftOut[];
  readonly onPutBack: (login: string) => void;
}

/** What was written and is nobody to invite: where it stands, and why. */
export function LeftOutList({ leftOut, onPutBack }: LeftOutListProps) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? leftOut : leftOut.slice(0, SHOWN_FIRST);
  return (
    <section className="left-out-list" aria-labelledby={id}>
      <h3 className="left-out-list-title" id={id}>
        Left out ({formatCount(leftOut.length)})
      </h3>
      <ul className="left-out-list-items">
        {shown.map(({ written, where, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be written twice at one place.
          <li key={place}>
            <span className="left-out-list-where">{where}</span>{' '}
            <span className="left-out-list-written">{shortened(written)}</span> <span>{REASONS[reason]}</span>{' '}
            {reason === 'removed' && (
              <Button size="small" aria-label={`Put ${written} back`} onClick={() => onPutBack(written)}>
                Put back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < leftOut.length && (
        <div>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {`Show the other ${formatCount(leftOut.length - shown.length)} left out`}
          </Button>
        </div>
      )}
    </section>
  );
}

const shortened = (written: string): string =>
  written.length > LENGTH_SHOWN ? `${written.slice(0, LENGTH_SHOWN)}…` : written;
