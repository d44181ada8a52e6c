import type { Icon } from '@primer/octicons-react';
import { Blankslate } from '@primer/react/experimental';
import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly heading?: 'h1' | 'h2';
}

export function EmptyState({ icon: Picture, title, children, actions, heading = 'h2' }: EmptyStateProps) {
  return (
    <Blankslate border>
      <Blankslate.Visual>
        <Picture size="medium" />
      </Blankslate.Visual>
      <Blankslate.Heading as={heading}>{title}</Blankslate.Heading>
      <Blankslate.Description>
        <span className="empty-state-text">{children}</span>
      </Blankslate.Description>
      {actions !== undefined && <div className="empty-state-actions">{actions}</div>}
    </Blankslate>
  );
}
