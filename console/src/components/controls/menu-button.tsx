import type { Icon } from '@primer/octicons-react';
import {
  type ComponentPropsWithoutRef,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from './icon-button.tsx';

export interface OpenMenu {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly labelledBy: string;
  readonly onClose: () => void;
}

interface MenuButtonProps extends ComponentPropsWithoutRef<'button'> {
  readonly icon: Icon;
  readonly label: string;
  /** May be loaded lazily. */
  readonly menu: (open: OpenMenu) => ReactNode;
}

export function MenuButton({ menu, ...button }: MenuButtonProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        {...button}
        ref={anchor}
        id={id}
        size="medium"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && <Suspense>{menu({ anchor, labelledBy: id, onClose: () => setIsOpen(false) })}</Suspense>}
    </>
  );
}

export interface MenuEntry {
  readonly label: string;
  readonly onSelect?: () => void;
  /** A link if set. */
  readonly href?: string;
  /** A link to a page of the console if set. */
  readonly path?: string;
  readonly isDownload?: true;
  readonly isDangerous?: boolean;
  readonly isChosen?: boolean;
  /** Why it cannot be selected. */
  readonly unavailable?: string | null;
}

export interface MenuGroup {
  readonly heading?: string;
  /** The menu stays open while several are chosen. */
  readonly choice?: 'single' | 'multiple';
  readonly entries: readonly MenuEntry[];
}
