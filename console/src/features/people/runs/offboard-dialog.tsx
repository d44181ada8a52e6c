import { Button, Checkbox } from '@primer/react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import type { UnreadProps } from '../across/progress/organization-lines.tsx';
import '../change/change-people-dialog.css';
import type { PersonPlace } from '../everywhere/get-person-across.ts';
import { AcrossPreview } from './across-preview.tsx';
import type { Offered } from './offered.ts';
import { useChangeAcross } from './use-change-across.ts';
import { openInvitations, useOffboarding } from './use-offboarding.ts';

interface OffboardDialogProps {
  readonly person: string;
  readonly places: readonly PersonPlace[];
  readonly offered: readonly Offered[];
  readonly Unread: ComponentType<UnreadProps>;
  readonly onClose: () => void;
  /** Called after only invitations were cancelled. */
  readonly onCancelled: () => void;
}

/** Ends what a person has in all organizations. Each item can be left out; nothing changes before confirmation. */
export function OffboardDialog({ person, places, offered, Unread, onClose, onCancelled }: OffboardDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, done } = useChangeAcross();
  const close = () => dialog.current?.close();
  const { uncancelled, failure, isBusy, begin } = useOffboarding(person, () => {
    close();
    onCancelled();
  });
  const [invitations] = useState(() => openInvitations(places));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = invitations.filter((each) => !left.has(each.id));
  const { mutate, status: step } = preview;
  const load = () =>
    mutate({ change: { kind: 'remove' }, logins: [person], organizations: offered.map((each) => each.id) });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(load, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => heading.current?.focus(), [step]);

  const toggle = (invitation: number) => {
    const next = new Set(left);
    if (!next.delete(invitation)) next.add(invitation);
    setLeft(next);
  };
  const title = `Offboard ${person}`;
  return (
    <DialogFrame size="large" dialog={dialog} heading={heading} title={title} onClose={onClose}>
      {(step === 'pending' || step === 'idle') && (
        <p className="change-people-progress" role="status">
          Loading preview: {formatCount(Math.floor(done))} of {formatCount(offered.length)} organizations…
        </p>
      )}
      {step === 'error' && (
        <FailureNotice title="Couldn’t load the preview. Nothing was changed" failure={preview.error} onRetry={load} />
      )}
      {step === 'success' && (
        <AcrossPreview
          plan={preview.data}
          offered={offered}
          Unread={Unread}
          failure={failure}
          isBusy={isBusy}
          onConfirm={(_, items) => begin({ run: { key: preview.data.key, title, items }, invitations: chosen })}
          onReload={load}
          onCancel={close}
          besides={{
            count: chosen.length,
            title,
            children: (
              <>
                {invitations.length > 0 && (
                  <fieldset className="change-people-choice">
                    <legend>Cancel first</legend>
                    {invitations.map((each) => (
                      <label className="change-people-option" htmlFor={`${id}-${each.id}`} key={each.id}>
                        <Checkbox
                          id={`${id}-${each.id}`}
                          checked={!left.has(each.id)}
                          onChange={() => toggle(each.id)}
                        />
                        <span>{each.words}</span>
                      </label>
                    ))}
                  </fieldset>
                )}
                {uncancelled.length > 0 && (
                  <Notice tone="critical" title="Not everything was cancelled. No one was removed" role="alert">
                    {uncancelled.map((each) => (
                      <p key={each.id}>
                        {each.words}: {each.error ?? 'no answer that confirms it.'}
                      </p>
                    ))}
                    <p>Try again, or leave it out.</p>
                  </Notice>
                )}
                <p className="change-people-hint">
                  Not included: personal access tokens, SSH keys and single sign-on authorizations. They give no access
                  to an organization after removal, except to public repositories.
                </p>
              </>
            ),
          }}
        />
      )}
      {step !== 'success' && (
        <DialogAnswers>
          <Button onClick={close}>Cancel</Button>
        </DialogAnswers>
      )}
    </DialogFrame>
  );
}
