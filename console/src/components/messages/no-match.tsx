import { SearchIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Resets the filter. The caller moves the focus, because the button disappears. */
  readonly onClear: () => void;
  readonly clearWords?: string;
}

export function NoMatch({ title, children, onClear, clearWords = 'Clear filter' }: NoMatchProps) {
  return (
    <EmptyState icon={SearchIcon} title={title} actions={<Button onClick={onClear}>{clearWords}</Button>}>
      {children}
    </EmptyState>
  );
}
