import { SearchIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { type Read, unreadWords } from '../../lib/reading/read.ts';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  /** What was searched. */
  readonly read: Read<unknown>;
  readonly title: string;
  readonly children: ReactNode;
  readonly onClear: () => void;
  readonly clearWords?: string;
}

/** Says so only of what was read, and names what was not. */
export function NoMatch({ read, title, children, onClear, clearWords = 'Clear filter' }: NoMatchProps) {
  const isWhole = read.kind === 'whole';
  return (
    <EmptyState
      icon={SearchIcon}
      title={isWhole ? title : 'No match in what was loaded'}
      actions={<Button onClick={onClear}>{clearWords}</Button>}
    >
      {isWhole ? children : unreadWords(read)}
    </EmptyState>
  );
}
