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
import { IconButton } from '../controls/icon-button.tsx';

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
