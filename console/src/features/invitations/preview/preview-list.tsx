import { Button } from '@primer/react';
import { useMemo, useRef, useState } from 'react';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { useList } from '../../../components/list/use-list.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { type CheckedPerson, canBeSent, isChosen, stateOf } from './preview.ts';
import { PREVIEW, type PreviewRow } from './preview-columns.tsx';
import { IN_ORDER, STATES } from './preview-words.ts';

const PAGE = 50;

interface PreviewListProps {
  readonly people: readonly CheckedPerson[];
  readonly label: string;
  readonly onChoose: (indexes: ReadonlySet<number>, isIn: boolean) => void;
  readonly onChange: (index: number) => void;
}

export function PreviewList({ people, label, onChoose, onChange }: PreviewListProps) {
  const top = useRef<HTMLDivElement>(null);
  const all = useMemo(() => people.map((person, index) => ({ person, index })), [people]);
  const context = useMemo(() => ({ people, onChange }), [people, onChange]);
  const found = useList(PREVIEW, useAddressView(PREVIEW.address), all, context);
  const { shown, view } = found;
  // A changed filter returns to the first page.
  const [turned, setTurned] = useState({ view, page: 0 });
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  const page = turned.view === view ? Math.min(turned.page, pages - 1) : 0;
  const rows = useMemo(() => shown.slice(page * PAGE, (page + 1) * PAGE), [shown, page]);
  const chosen = useMemo(() => new Set(all.flatMap(({ person, index }) => (isChosen(person) ? index : []))), [all]);
  const choosable = useMemo(() => shown.filter(({ person }) => canBeSent(person)), [shown]);
  const isAllIn = choosable.every(({ index }) => chosen.has(index));
  const counts = useMemo(() => Map.groupBy(people, stateOf), [people]);
  const whole = counted(people.length, 'person', 'people');
  const choose = (of: readonly PreviewRow[], isIn: boolean) => onChoose(new Set(of.map(({ index }) => index)), isIn);
  const turnTo = (next: number) => {
    setTurned({ view, page: next });
    top.current?.focus();
  };

  return (
    <>
      <ul className="preview-list-counts" aria-label="People by status">
        {IN_ORDER.filter((state) => counts.has(state)).map((state) => (
          <li key={state}>{`${formatCount(counts.get(state)?.length ?? 0)} ${STATES[state].words.toLowerCase()}`}</li>
        ))}
      </ul>
      <ListFinder
        found={found}
        count={shown.length === people.length ? whole : `${formatCount(shown.length)} of ${whole}`}
      />
      {shown.length === 0 ? (
        <NothingFound found={found} />
      ) : (
        <div className="preview-list-table" ref={top} tabIndex={-1}>
          {choosable.length > 1 && (
            <div>
              <Button size="small" onClick={() => choose(choosable, !isAllIn)}>
                {`${isAllIn ? 'Deselect' : 'Select'} all ${formatCount(choosable.length)}`}
              </Button>
            </div>
          )}
          <FoundTable found={found} rows={rows} label={label} selected={chosen} onSelect={choose} />
          {pages > 1 && (
            <nav className="preview-list-pages" aria-label="Pages">
              <TurnButton words="Previous" isOff={page === 0} onTurn={() => turnTo(page - 1)} />
              <span role="status">
                {`${formatCount(page * PAGE + 1)}–${formatCount(page * PAGE + rows.length)} of ${formatCount(shown.length)}`}
              </span>
              <TurnButton words="Next" isOff={page === pages - 1} onTurn={() => turnTo(page + 1)} />
            </nav>
          )}
        </div>
      )}
    </>
  );
}

interface TurnButtonProps {
  readonly words: string;
  readonly isOff: boolean;
  readonly onTurn: () => void;
}

function TurnButton({ words, isOff, onTurn }: TurnButtonProps) {
  return (
    <Button inactive={isOff} aria-disabled={isOff} onClick={isOff ? undefined : onTurn}>
      {words}
    </Button>
  );
}
