import { Button } from '@primer/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './question-dialog.css';

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
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const close = (answer: string) => dialog.current?.close(answer);
  return (
    <dialog
      className="question-dialog"
      ref={dialog}
      aria-labelledby={id}
      onClose={({ currentTarget }) => onAnswer(currentTarget.returnValue === YES)}
    >
      <h2 className="question-dialog-title" id={id}>
        {title}
      </h2>
      {children}
      <div className="question-dialog-answers">
        <Button onClick={() => close('')}>{no}</Button>
        <Button variant={tone} onClick={() => close(YES)}>
          {yes}
        </Button>
      </div>
    </dialog>
  );
}
