import { SearchIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  readonly title: string;
  /** What was looked for. */
  readonly children: ReactNode;
  /** Shows everything again. The button goes away, so the focus has to go somewhere. */
  readonly onClear: () => void;
  readonly clearWords?: string;
}

/** Stands where a list would be when nothing of it fits the filter. */
export function NoMatch({ title, children, onClear, clearWords = 'Clear the filter' }: NoMatchProps) {
  return (
    <EmptyState icon={SearchIcon} title={title} actions={<Button onClick={onClear}>{clearWords}</Button>}>
      {children}
    </EmptyState>
  );
}
