import { Button, Checkbox } from '@primer/react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { namesOf } from '../across/across-words.ts';
import type { UnreadProps } from '../across/progress/organization-lines.tsx';
import '../change/change-people-dialog.css';
import type { PersonPlace } from '../everywhere/get-person-across.ts';
import { AcrossPreview } from './across-preview.tsx';
import type { Offered } from './offered.ts';
import { useChangeAcross } from './use-change-across.ts';
import { type OpenItem, openInvitations, useOffboarding, useOpenTokens } from './use-offboarding.ts';

interface OffboardDialogProps {
  readonly person: string;
  readonly places: readonly PersonPlace[];
  readonly offered: readonly Offered[];
  readonly Unread: ComponentType<UnreadProps>;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

/** Ends what a person has in all organizations. Each item can be left out; nothing changes before confirmation. */
export function OffboardDialog({ person, places, offered, Unread, onClose, onCancelled }: OffboardDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, done } = useChangeAcross();
  const close = () => dialog.current?.close();
  const { failed, failure, isBusy, begin } = useOffboarding(person, () => {
    close();
    onCancelled();
  });
  const [invitations] = useState(() => openInvitations(places));
  const tokens = useOpenTokens(person);
  const open = [...(tokens.data?.items ?? []), ...invitations];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = open.filter((item) => !left.has(keyOf(item)));
  const { mutate, status: step } = preview;
  const load = () => {
    tokens.mutate(offered.map(({ login }) => login));
    mutate({ change: { kind: 'remove' }, logins: [person], organizations: offered.map((each) => each.id) });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(load, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => heading.current?.focus(), [step]);

  const toggle = (key: string) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  const unread = unreadWords(tokens.data?.unread ?? new Map());
  const title = `Offboard ${person}`;
  const isLoading = step === 'pending' || step === 'idle' || tokens.isPending;
  return (
    <DialogFrame size="large" dialog={dialog} heading={heading} title={title} onClose={onClose}>
      {isLoading && (
        <p className="change-people-progress" role="status">
          Loading preview: {formatCount(Math.floor(done))} of {formatCount(offered.length)} organizations…
        </p>
      )}
      {step === 'error' && (
        <FailureNotice title="Couldn’t load the preview. Nothing was changed" failure={preview.error} onRetry={load} />
      )}
      {step === 'success' && !isLoading && (
        <AcrossPreview
          plan={preview.data}
          offered={offered}
          Unread={Unread}
          failure={failure}
          isBusy={isBusy}
          onConfirm={(_, items) => begin({ run: { key: preview.data.key, title, items }, items: chosen })}
          onReload={load}
          onCancel={close}
          besides={{
            count: chosen.length,
            title,
            children: (
              <>
                {open.length > 0 && (
                  <fieldset className="change-people-choice">
                    <legend>End first</legend>
                    {open.map((each) => (
                      <label className="change-people-option" htmlFor={`${id}-${keyOf(each)}`} key={keyOf(each)}>
                        <Checkbox
                          id={`${id}-${keyOf(each)}`}
                          checked={!left.has(keyOf(each))}
                          onChange={() => toggle(keyOf(each))}
                        />
                        <span>{each.words}</span>
                      </label>
                    ))}
                  </fieldset>
                )}
                {failed.length > 0 && (
                  <Notice tone="critical" title="Not everything was ended. No one was removed" role="alert">
                    {failed.map((each) => (
                      <p key={keyOf(each)}>
                        {each.words}: {each.error ?? 'no answer that confirms it.'}
                      </p>
                    ))}
                    <p>Try again, or leave it out.</p>
                  </Notice>
                )}
                {unread !== null && <p className="change-people-hint">{unread}</p>}
                <p className="change-people-hint">
                  Not included: classic tokens, SSH keys and single sign-on authorizations. They give no access to an
                  organization after removal, except to public repositories.
                </p>
              </>
            ),
          }}
        />
      )}
      {(step !== 'success' || isLoading) && (
        <DialogAnswers>
          <Button onClick={close}>Cancel</Button>
        </DialogAnswers>
      )}
    </DialogFrame>
  );
}

const keyOf = ({ kind, id }: OpenItem): string => `${kind}-${id}`;

function unreadWords(unread: ReadonlyMap<string, string | null>): string | null {
  if (unread.size === 0) return null;
  const [words] = [...unread.values()].filter((each) => each !== null);
  const where = namesOf([...unread.keys()].map((login) => ({ login })));
  return `Personal access tokens not checked in ${where}${words === undefined ? '' : `: ${words}`}.`;
}
