import { LinkButton, VisuallyHidden } from '@primer/react';
import './cause-steps.css';
import type { Step } from './cause-words.ts';

interface CauseStepsProps {
  readonly steps: readonly Step[];
  /** What they are about, for those who do not see what stands above them. */
  readonly about: string;
}

/** The links that mend a cause, the one to begin with first. */
export function CauseSteps({ steps, about }: CauseStepsProps) {
  if (steps.length === 0) return null;
  return (
    <div className="cause-steps">
      {steps.map(({ name, href }) => (
        <LinkButton key={name} href={href} size="small">
          {name}
          <VisuallyHidden>: {about}</VisuallyHidden>
        </LinkButton>
      ))}
    </div>
  );
}
