import { Button } from '@primer/react';
import { type ReactNode, type Ref, type RefObject, useEffect, useId, useRef } from 'react';
import './dialog-frame.css';

interface DialogFrameProps {
  readonly title: ReactNode;
  /** `large` fills the screen of a phone. */
  readonly size: 'small' | 'medium' | 'large';
  /** Call `close(answer)` on it. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly onClose: (answer: string) => void;
  readonly children: ReactNode;
}

export function DialogFrame({ title, size, dialog, heading, onClose, children }: DialogFrameProps) {
  const id = useId();
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, [dialog]);
  return (
    <dialog
      className="dialog-frame"
      data-size={size}
      ref={dialog}
      aria-labelledby={id}
      onClose={({ target, currentTarget }) => {
        // React bubbles the event from a dialog inside.
        if (target === currentTarget) onClose(currentTarget.returnValue);
      }}
    >
      <h2 className="dialog-frame-title" id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The button that dismisses the dialog comes first. */
export function DialogAnswers({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-frame-answers">{children}</div>;
}

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
