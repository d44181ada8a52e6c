import type { Icon } from '@primer/octicons-react';
import type { ComponentPropsWithRef } from 'react';
import './text-field.css';

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  readonly icon?: Icon;
}

/**
 * A field for one line of text. Not that of the design system, which brings tooltips, hints of keys and a way to place
 * them along, for buttons inside that no field here has: a tenth of all script.
 */
export function TextField({ icon: Picture, className = '', ...input }: TextFieldProps) {
  return (
    <span className={`text-field ${className}`} data-invalid={input['aria-invalid'] === true ? '' : undefined}>
      {Picture !== undefined && <Picture />}
      <input {...input} className="text-field-input" />
    </span>
  );
}
