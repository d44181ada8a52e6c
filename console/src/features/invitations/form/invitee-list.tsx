import { XIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { formatCount } from '../../../lib/reader-locale.ts';
import './invitee-list.css';

/** Hundreds of names are rather looked through than removed one by one. */
const SHOWN_FIRST = 100;
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface InviteeListProps {
  /** At least one. */
  readonly logins: readonly string[];
  readonly onRemove: (login: string) => void;
  /** Where the focus goes once nobody is left. */
  readonly next: RefObject<HTMLElement | null>;
}

/**
 * Exactly who will be invited, each with a button that takes the name off. For the keyboard the list is one stop: the
 * arrows lead from name to name.
 */
export function InviteeList({ logins, onRemove, next }: InviteeListProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? logins : logins.slice(0, SHOWN_FIRST);
  const stop = Math.min(current, shown.length - 1);

  const goTo = (place: number) => {
    const to = Math.max(0, Math.min(place, shown.length - 1));
    setCurrent(to);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const step = STEPS[key];
    if (step !== undefined) goTo(stop + step);
    else if (key === 'Home') goTo(0);
    else if (key === 'End') goTo(shown.length - 1);
    else return;
    event.preventDefault();
  };
  const remove = (login: string, place: number) => {
    // Before its button goes away, so that the focus stays in the list.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[place + 1] ?? buttons[place - 1] ?? next.current)?.focus();
    setCurrent(Math.min(place, shown.length - 2));
    onRemove(login);
  };

  return (
    <section className="invitee-list" aria-labelledby={id}>
      <h3 className="invitee-list-title" id={id}>
        Who will be invited ({formatCount(logins.length)})
      </h3>
      <ul className="invitee-list-names" ref={list} onKeyDown={onKeyDown}>
        {shown.map((login, place) => (
          <li className="invitee-list-name" key={login}>
            <span>{login}</span>
            <button
              type="button"
              aria-label={`Remove ${login}`}
              tabIndex={place === stop ? 0 : -1}
              onFocus={() => setCurrent(place)}
              onClick={() => remove(login, place)}
            >
              <XIcon />
            </button>
          </li>
        ))}
      </ul>
      {shown.length < logins.length && (
        <div>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {`Show the other ${formatCount(logins.length - shown.length)}`}
          </Button>
        </div>
      )}
    </section>
  );
}
