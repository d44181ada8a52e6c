import { Button } from '@primer/react';
import { type ReactNode, useRef } from 'react';
import { DialogAnswers, DialogFrame } from './dialog-frame.tsx';

interface QuestionDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  readonly tone: 'danger' | 'primary';
  readonly onAnswer: (isYes: boolean) => void;
}

const YES = 'yes';

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
