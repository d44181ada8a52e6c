import { type ReactNode, type Ref, type RefObject, useEffect, useId } from 'react';
import './dialog-frame.css';

interface DialogFrameProps {
  readonly title: ReactNode;
  /** `large` fills the screen of a phone. */
  readonly size: 'small' | 'medium' | 'large';
  /** To close it by, with an answer. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Where reading goes on when what is in it changes. */
  readonly heading?: Ref<HTMLHeadingElement>;
  /** While true, Esc does not close it. */
  readonly isHeld?: boolean;
  /** Told the answer it was closed with; leaving is an empty one. The focus is back where it was by then. */
  readonly onClose: (answer: string) => void;
  readonly children: ReactNode;
}

/** A dialog over the page. It is open for as long as it is there. */
export function DialogFrame({ title, size, dialog, heading, isHeld = false, onClose, children }: DialogFrameProps) {
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
      onKeyDown={(event) => {
        // The event "cancel" can be refused only once in a row.
        if (isHeld && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        if (isHeld) event.preventDefault();
      }}
      onClose={({ currentTarget }) => onClose(currentTarget.returnValue)}
    >
      <h2 className="dialog-frame-title" id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The buttons at the end of a dialog, the one that leaves it first. */
export function DialogAnswers({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-frame-answers">{children}</div>;
}
