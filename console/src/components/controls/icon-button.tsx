import type { Icon } from '@primer/octicons-react';
import './icon-button.css';

interface IconButtonProps {
  readonly icon: Icon;
  /** What it does; read aloud, and shown where a pointer rests. */
  readonly label: string;
  readonly onClick: () => void;
}

/** A small button without words. Not that of the design system: see `text-field.tsx`. */
export function IconButton({ icon: Picture, label, onClick }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Picture />
    </button>
  );
}
