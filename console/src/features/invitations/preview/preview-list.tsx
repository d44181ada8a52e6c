import { Button } from '@primer/react';
import { useMemo, useRef, useState } from 'react';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../../../components/tables/finder-bar.tsx';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { type CheckedPerson, canBeSent, isChosen, type PersonState, stateOf } from './preview.ts';
import { PreviewTable } from './preview-table.tsx';
import { STATES } from './preview-words.ts';

const PAGE = 50;
const IN_ORDER = Object.keys(STATES) as readonly PersonState[];

type Shown = PersonState | 'all' | 'chosen' | 'left-out';

interface PreviewListProps {
  readonly people: readonly CheckedPerson[];
  readonly label: string;
  readonly onChoose: (places: ReadonlySet<number>, isIn: boolean) => void;
  readonly onChange: (place: number) => void;
}

export function PreviewList({ people, label, onChoose, onChange }: PreviewListProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const counts = useMemo(() => Map.groupBy(people, stateOf), [people]);
  const chosen = useMemo(() => people.filter(isChosen).length, [people]);
  const wanted = text.trim().toLowerCase();
  const found = useMemo(
    () =>
      people.flatMap((person, place) =>
        fits(person, shown) && person.person.toLowerCase().includes(wanted) ? [{ person, place }] : [],
      ),
    [people, shown, wanted],
  );
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const current = Math.min(page, pages - 1);
  const rows = useMemo(() => found.slice(current * PAGE, (current + 1) * PAGE), [found, current]);
  const choosable = useMemo(() => found.filter(({ person }) => canBeSent(person)), [found]);
  const isAllIn = choosable.every(({ person }) => isChosen(person));
  const options: readonly (readonly [Shown, string])[] = [
    ['all', `All (${formatCount(people.length)})`],
    ['chosen', `Chosen (${formatCount(chosen)})`],
    ['left-out', `Left out (${formatCount(people.length - chosen)})`],
    ...IN_ORDER.flatMap((state) => {
      const count = counts.get(state)?.length ?? 0;
      return count === 0 && state !== shown ? [] : [[state, `${STATES[state].words} (${formatCount(count)})`] as const];
    }),
  ];
  const turnTo = (next: number) => {
    setPage(next);
    top.current?.focus();
  };

  return (
    <>
      <ul className="preview-list-counts" aria-label="People by state">
        {IN_ORDER.flatMap((state) => {
          const count = counts.get(state)?.length ?? 0;
          return count === 0
            ? []
            : [<li key={state}>{`${formatCount(count)} ${STATES[state].words.toLowerCase()}`}</li>];
        })}
      </ul>
      <FinderBar
        count={
          found.length === people.length
            ? counted(people.length, 'person', 'people')
            : `${formatCount(found.length)} of ${counted(people.length, 'person', 'people')}`
        }
      >
        <FinderFilter
          ref={input}
          label="Find a person"
          placeholder="Find a person"
          value={text}
          onChange={(next) => {
            setText(next);
            setPage(0);
          }}
        />
        <FinderChoice
          label="State"
          options={options}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setPage(0);
          }}
        />
      </FinderBar>
      {found.length === 0 ? (
        <NoMatch
          title="Nobody matches"
          clearWords="Show everybody"
          onClear={() => {
            setShown('all');
            setText('');
            input.current?.focus();
          }}
        >
          No person of the list fits these choices.
        </NoMatch>
      ) : (
        <div className="preview-list-table" ref={top} tabIndex={-1}>
          {choosable.length > 1 && (
            <div>
              <Button size="small" onClick={() => onChoose(new Set(choosable.map(({ place }) => place)), !isAllIn)}>
                {`${isAllIn ? 'Take off' : 'Choose'} all ${formatCount(choosable.length)} that can be sent`}
              </Button>
            </div>
          )}
          <PreviewTable label={label} rows={rows} people={people} onChoose={onChoose} onChange={onChange} />
          {pages > 1 && (
            <nav className="preview-list-pages" aria-label="Pages of the list">
              <Button
                inactive={current === 0}
                aria-disabled={current === 0}
                onClick={current === 0 ? undefined : () => turnTo(current - 1)}
              >
                Previous
              </Button>
              <span role="status">
                {`${formatCount(current * PAGE + 1)}–${formatCount(current * PAGE + rows.length)} of ${formatCount(found.length)}`}
              </span>
              <Button
                inactive={current === pages - 1}
                aria-disabled={current === pages - 1}
                onClick={current === pages - 1 ? undefined : () => turnTo(current + 1)}
              >
                Next
              </Button>
            </nav>
          )}
        </div>
      )}
    </>
  );
}

function fits(person: CheckedPerson, shown: Shown): boolean {
  if (shown === 'all') return true;
  if (shown === 'chosen') return isChosen(person);
  return shown === 'left-out' ? !isChosen(person) : stateOf(person) === shown;
}
