import { SearchIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  readonly title: string;
  readonly children: ReactNode;
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
