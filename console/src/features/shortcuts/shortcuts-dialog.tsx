import { Button, Checkbox } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../components/messages/dialog-frame.tsx';
import './shortcuts.css';
import { hasSingleKeys, storeSingleKeys } from './single-keys.ts';

interface Shortcut {
  readonly keys: readonly string[];
  readonly text: string;
  readonly isSingle?: true;
}

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Ctrl K', '⌘ K'], text: 'Go to an organization, person, team, repository, or page' },
  { keys: ['/'], text: 'Search the list', isSingle: true },
  { keys: ['j', '↓'], text: 'Next row of the list' },
  { keys: ['k', '↑'], text: 'Previous row of the list' },
  { keys: ['←', '→'], text: 'Other controls of the row' },
  { keys: ['x', 'Space'], text: 'Select the row' },
  { keys: ['Shift x'], text: 'Select from the last selected row to this one' },
  { keys: ['Enter'], text: 'Open the row' },
  { keys: ['?'], text: 'Show keyboard shortcuts', isSingle: true },
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement | null>(null);
  const [isOn, setIsOn] = useState(hasSingleKeys);
  return (
    <DialogFrame title="Keyboard shortcuts" size="medium" dialog={dialog} onClose={onClose}>
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, text, isSingle }) => (
          <div className="shortcuts-entry" key={text} data-off={isSingle && !isOn ? '' : undefined}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="shortcuts-choice" htmlFor={id}>
        <Checkbox
          id={id}
          checked={isOn}
          onChange={({ target }) => {
            storeSingleKeys(target.checked);
            setIsOn(target.checked);
          }}
        />
        Use the keys / and ? everywhere on a page
      </label>
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
