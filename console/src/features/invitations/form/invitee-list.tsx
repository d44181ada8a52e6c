import { PencilIcon, XIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { ROLE_WORDS, type Role } from '../rows/cells.ts';
import type { ChosenTeam, DraftInvitee } from '../rows/review.ts';
import './invitee-list.css';

const SHOWN_FIRST = 100;
const SHOWN_MORE = 200;
/** Each person has two buttons. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 2, ArrowLeft: -1, ArrowUp: -2 };

interface InviteeListProps {
  readonly invitees: readonly DraftInvitee[];
  readonly forAll: { readonly role: Role; readonly teams: readonly ChosenTeam[] };
  readonly onRemove: (person: string) => void;
  readonly onChange: (invitee: DraftInvitee) => void;
  /** Receives the focus when the list becomes empty. */
  readonly next: RefObject<HTMLElement | null>;
}

/** The list is one tab stop; arrow keys move between the buttons. */
export function InviteeList({ invitees, forAll, onRemove, onChange, next }: InviteeListProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(1);
  const [limit, setLimit] = useState(SHOWN_FIRST);
  const shown = invitees.slice(0, limit);
  const others = invitees.length - shown.length;
  const stop = Math.min(current, 2 * shown.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfter(event.key, stop, 2 * shown.length);
    if (to === null) return;
    event.preventDefault();
    setCurrent(to);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  const remove = (person: string, index: number) => {
    // The focus moves before the button disappears.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[2 * index + 3] ?? buttons[2 * index - 1] ?? next.current)?.focus();
    setCurrent(Math.max(0, Math.min(2 * index + 1, 2 * shown.length - 3)));
    onRemove(person);
  };
  const stopAt = (index: number) => ({
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setCurrent(index),
  });

  return (
    <section className="invitee-list" aria-labelledby={id}>
      <h3 className="invitee-list-title" id={id}>
        People to invite ({formatCount(invitees.length)})
      </h3>
      <ul className="invitee-list-people" ref={list} onKeyDown={onKeyDown}>
        {shown.map((invitee, index) => (
          <li className="invitee-list-person" key={invitee.person} data-role={invitee.role ?? forAll.role}>
            <span className="invitee-list-name">{invitee.person}</span>
            <span className="invitee-list-as">{asWords(invitee, forAll)}</span>
            <span className="invitee-list-buttons">
              <button
                type="button"
                aria-label={`Edit ${invitee.person}`}
                {...stopAt(2 * index)}
                onClick={() => onChange(invitee)}
              >
                <PencilIcon />
              </button>
              <button
                type="button"
                aria-label={`Remove ${invitee.person}`}
                {...stopAt(2 * index + 1)}
                onClick={() => remove(invitee.person, index)}
              >
                <XIcon />
              </button>
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <div>
          <Button size="small" onClick={() => setLimit(limit + SHOWN_MORE)}>
            {others > SHOWN_MORE ? `Show ${SHOWN_MORE} more` : `Show remaining ${formatCount(others)}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function asWords({ role, teams }: DraftInvitee, forAll: InviteeListProps['forAll']): string {
  const names = (teams ?? forAll.teams).map(({ name }) => name);
  return [ROLE_WORDS[role ?? forAll.role], ...(names.length > 0 ? [names.join(', ')] : [])].join(' · ');
}

/** Returns null for other keys. Vertical keys keep their column. */
function indexAfter(key: string, index: number, count: number): number | null {
  if (key === 'Home') return index % 2;
  if (key === 'End') return count - 2 + (index % 2);
  const step = STEPS[key];
  if (step === undefined) return null;
  const to = index + step;
  return to < 0 || to >= count ? index : to;
}
