import {
  BookIcon,
  type Icon,
  OrganizationIcon,
  PeopleIcon,
  PersonIcon,
  RepoIcon,
  SearchIcon,
  ZapIcon,
} from '@primer/octicons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { SearchField } from '../../components/controls/text-field.tsx';
import { DialogFrame } from '../../components/messages/dialog-frame.tsx';
import { indexAfter } from '../../lib/address/index-after.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { type Entry, type EntryKind, findEntries } from './entries.ts';
import './quick-find.css';
import { noneRead, readFrom } from '../../lib/reading/read.ts';

const KINDS: Readonly<Record<EntryKind, { readonly Icon: Icon; readonly label: string }>> = {
  action: { Icon: ZapIcon, label: 'Action' },
  organization: { Icon: OrganizationIcon, label: 'Organization' },
  person: { Icon: PersonIcon, label: 'Person' },
  team: { Icon: PeopleIcon, label: 'Team' },
  repository: { Icon: RepoIcon, label: 'Repository' },
  page: { Icon: BookIcon, label: 'Page' },
};

interface QuickFindDialogProps {
  /** Organizations that were not searched. */
  readonly missing: readonly string[];
  readonly entries: readonly Entry[];
  /** Says what is still being loaded or could not be; null if nothing. */
  readonly note: string | null;
  readonly onType: (text: string) => void;
  readonly onClose: (href: string | null) => void;
}

export function QuickFindDialog({ entries, missing, note, onType, onClose }: QuickFindDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { entries: shown, total } = useMemo(() => findEntries(entries, typed), [entries, typed]);
  const index = Math.min(active, shown.length - 1);
  const open = (entry: Entry | undefined) => entry !== undefined && dialog.current?.close(entry.href);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // A search field would only be cleared.
    if (event.key === 'Escape') dialog.current?.close();
    else if (event.key === 'Enter') open(shown[index]);
    else {
      const next = event.key === 'Home' || event.key === 'End' ? null : indexAfter(event.key, index, shown.length);
      if (next === null) return;
      setActive(next);
    }
    event.preventDefault();
  };
  return (
    <DialogFrame title="Go to" size="medium" dialog={dialog} onClose={(href) => onClose(href === '' ? null : href)}>
      <SearchField
        icon={SearchIcon}
        label="Search organizations, people, teams, repositories, and pages"
        placeholder="Search organizations, people, teams, repositories, and pages"
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? `${id}-${index}` : undefined}
        value={typed}
        onType={(text) => {
          setTyped(text);
          setActive(0);
          onType(text);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="quick-find-list" role="listbox" aria-label="Results" id={id} ref={list}>
        {shown.map((entry, at) => (
          <Option
            key={`${entry.kind} ${entry.href}`}
            id={`${id}-${at}`}
            entry={entry}
            isActive={at === index}
            onPoint={() => setActive(at)}
            onChoose={() => open(entry)}
          />
        ))}
      </div>
      <p className="quick-find-note" role="status">
        {countText(shown.length, total, missing)}
        {note !== null && ` ${note}`}
      </p>
    </DialogFrame>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, entry: { kind, name, detail }, isActive, onPoint, onChoose }: OptionProps) {
  const { Icon, label } = KINDS[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys.
    <div
      className="quick-find-entry"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <Icon aria-label={label} />
      <span className="quick-find-name">{name}</span>
      <span className="quick-find-detail">{detail}</span>
    </div>
  );
}

function countText(shown: number, total: number, missing: readonly string[]): string {
  const read = readFrom({ data: total, error: null }, { all: 'results', value: () => total, unread: () => missing });
  if (total === 0) return noneRead(read, 'No results.') ?? 'No result in what was loaded.';
  if (shown < total)
    return `The first ${formatCount(shown)} of ${formatCount(total)} results. Type more to narrow them.`;
  return `${counted(total, 'result', 'results')}.`;
}
