import { Button } from '@primer/react';
import { type ReactNode, useRef } from 'react';
import { DialogAnswers, DialogFrame } from './dialog-frame.tsx';

interface QuestionDialogProps {
  readonly title: string;
  /** What cannot be undone. */
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** How a yes looks. */
  readonly tone: 'danger' | 'primary';
  /** Told the answer; leaving without one is a no. The focus is back where it was by then. */
  readonly onAnswer: (isYes: boolean) => void;
}

const YES = 'yes';

/** Asks before something that cannot be undone. It is open for as long as it is there. */
export function QuestionDialog({ title, children, yes, no, tone, onAnswer }: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (answer: string) => dialog.current?.close(answer);
  return (
    <DialogFrame title={title} size="small" dialog={dialog} onClose={(answer) => onAnswer(answer === YES)}>
      <div>{children}</div>
      <DialogAnswers>
        <Button onClick={() => close('')}>{no}</Button>
        <Button variant={tone} onClick={() => close(YES)}>
          {yes}
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
