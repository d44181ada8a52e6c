import type { Icon } from '@primer/octicons-react';
import type { ComponentPropsWithRef } from 'react';
import './icon-button.css';

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: Icon;
  readonly label: string;
  /** `medium` is large enough to touch. */
  readonly size?: 'small' | 'medium';
}

/** Replaces the design system's button for the reason in `text-field.tsx`. */
export function IconButton({ icon: Picture, label, size = 'small', ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className="icon-button" data-size={size} aria-label={label} title={label}>
      <Picture />
    </button>
  );
}
