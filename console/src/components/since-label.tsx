import { Label } from '@primer/react';
import { formatDay } from '../lib/words/reader-locale.ts';
import './since-label.css';

interface SinceLabelProps {
  readonly variant: 'attention' | 'secondary' | 'success';
  readonly children: string;
  readonly since: string;
}

export function SinceLabel({ variant, children, since }: SinceLabelProps) {
  const day = formatDay(since);
  return (
    <span className="since-label">
      <Label variant={variant}>{children}</Label>
      {day !== null && (
        <span className="since-label-day">
          since <time dateTime={since}>{day}</time>
        </span>
      )}
    </span>
  );
}
