import { KebabHorizontalIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { ListMenu } from '../controls/lazy-menus.ts';
import { MenuButton } from '../controls/menu-button.tsx';
import type { ListOptionsProps } from './list-choices.ts';
import './list-table.css';

/** The menu of a list: the same in every list, at the end of its controls. */
export function ListOptions<Row, Context>(props: ListOptionsProps<Row, Context>) {
  const [note, setNote] = useState('');
  return (
    <span className="list-options">
      <MenuButton
        icon={KebabHorizontalIcon}
        label="List options"
        onBlur={() => setNote('')}
        menu={(open) => <ListMenu {...open} {...(props as ListOptionsProps<unknown, unknown>)} onNote={setNote} />}
      />
      <span className="list-options-note" role="status">
        {note}
      </span>
    </span>
  );
}
