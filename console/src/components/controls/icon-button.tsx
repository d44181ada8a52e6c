import type { Icon } from '@primer/octicons-react';
import './icon-button.css';

interface IconButtonProps {
  readonly icon: Icon;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly onClick: () => void;
}

/** Replaces the design system's button for the reason in `text-field.tsx`. */
export function IconButton({ icon: Picture, label, onClick }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Picture />
    </button>
  );
}
