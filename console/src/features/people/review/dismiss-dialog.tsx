import { DISMISSED_REASON_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { Button } from '@primer/react';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { counted } from '../../../lib/reader-locale.ts';
import { type DismissedInOrganization, useDismiss } from './get-dismissed.ts';
import './review.css';

const USUAL_DAYS = 90;

interface DismissDialogProps {
  readonly finding: string;
  readonly organizations: readonly DismissedInOrganization[];
  readonly noun: readonly [one: string, many: string];
  readonly onDone: (isDismissed: boolean) => void;
}

const DONE = 'done';

export function DismissDialog({ finding, organizations, noun: [one, many], onDone }: DismissDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const untilField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const [chosen] = useState(organizations);
  const [today] = useState(() => new Date());
  const [until, setUntil] = useState(() => dayText(daysAfter(today, USUAL_DAYS)));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const dismiss = useDismiss();
  const names = [...new Set(chosen.flatMap(({ items }) => items.map(({ name }) => name)))];
  const [single] = names;
  const who = names.length === 1 && single !== undefined ? single : counted(names.length, one, many);

  const [min, max] = [dayText(daysAfter(today, 1)), dayText(yearAfter(today))];
  const wrong = { until: until < min || until > max, reason: reason.trim() === '' };

  const send = () => {
    setChecked(true);
    if (wrong.until) return untilField.current?.focus();
    if (wrong.reason) return reasonField.current?.focus();
    if (dismiss.isPending) return;
    const midnight = new Date(`${until}T00:00`);
    dismiss.mutate(
      { organizations: chosen, until: midnight, reason: reason.trim() },
      { onSuccess: () => dialog.current?.close(DONE) },
    );
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <DialogFrame
      title={`Dismiss “${finding}” for ${who}?`}
      size="medium"
      dialog={dialog}
      onClose={(answer) => onDone(answer === DONE)}
    >
      <form className="stack-16" onSubmit={submit} noValidate>
        <p className="dismissals-text">
          The finding is hidden for all owners until this date, or until it changes. The audit log records this.
        </p>
        <label className="dismissals-field" htmlFor={`${id}-until`}>
          Until
          <TextField
            id={`${id}-until`}
            type="date"
            required
            ref={untilField}
            min={min}
            max={max}
            value={until}
            aria-invalid={isChecked && wrong.until}
            aria-describedby={isChecked && wrong.until ? `${id}-wrong` : undefined}
            onChange={({ target }) => setUntil(target.value)}
          />
        </label>
        <label className="dismissals-field" htmlFor={`${id}-reason`}>
          Reason
          <TextField
            id={`${id}-reason`}
            ref={reasonField}
            required
            maxLength={DISMISSED_REASON_MAX_CHARACTERS}
            autoComplete="off"
            value={reason}
            aria-invalid={isChecked && wrong.reason}
            aria-describedby={isChecked && wrong.reason ? `${id}-wrong` : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        {isChecked && (wrong.until || wrong.reason) && (
          <p className="dismissals-error" id={`${id}-wrong`} role="alert">
            {wrong.until ? 'Choose a date within the next year.' : 'Enter a reason.'}
          </p>
        )}
        {dismiss.error !== null && (
          <FailureNotice
            title="Couldn’t dismiss the finding"
            failure={dismiss.error}
            onRetry={send}
            isRetrying={dismiss.isPending}
          />
        )}
        <DialogAnswers>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button type="submit" variant="primary" inactive={dismiss.isPending}>
            {dismiss.isPending ? 'Dismissing…' : 'Dismiss'}
          </Button>
        </DialogAnswers>
      </form>
    </DialogFrame>
  );
}

const daysAfter = (day: Date, days: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
const yearAfter = (day: Date) => new Date(day.getFullYear() + 1, day.getMonth(), day.getDate());

/** As date fields have it, in the reader's time zone. */
const dayText = (day: Date): string =>
  [String(day.getFullYear()), ...[day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
