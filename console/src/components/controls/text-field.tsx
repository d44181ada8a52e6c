import type { Icon } from '@primer/octicons-react';
import type { ComponentPropsWithRef } from 'react';
import './text-field.css';

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  readonly icon?: Icon;
}

/** The design system's field would add a tenth to all scripts, for features that are not used. */
export function TextField({ icon: Picture, className = '', ...input }: TextFieldProps) {
  return (
    <span className={`text-field ${className}`} data-invalid={input['aria-invalid'] === true ? '' : undefined}>
      {Picture !== undefined && <Picture />}
      <input {...input} className="text-field-input" />
    </span>
  );
}
