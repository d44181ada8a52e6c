import type { Icon } from '@primer/octicons-react';
import type { ComponentPropsWithRef } from 'react';
import './controls.css';

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

interface SearchFieldProps extends Omit<TextFieldProps, 'onChange'> {
  readonly label: string;
  readonly onType: (text: string) => void;
}

export function SearchField({ label, onType, ...field }: SearchFieldProps) {
  return (
    <TextField
      {...field}
      type="search"
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
