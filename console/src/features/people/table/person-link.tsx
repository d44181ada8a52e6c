import { Link } from '@primer/react';
import type { ReactNode } from 'react';
import type { RowControls } from '../../../components/list/list.ts';

interface PersonLinkProps extends Pick<RowControls, 'stop'> {
  readonly href: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A router link would rerender on every keystroke in the filter. */
export function PersonLink({ href, onOpen, stop, children }: PersonLinkProps) {
  return (
    <Link
      {...stop}
      className="person-table-name"
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}
