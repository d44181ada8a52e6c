import type { PeopleChange } from '@orgdesk/client';
import { Button, ProgressBar } from '@primer/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { OrganizationChoice } from '../../../components/controls/organization-choice.tsx';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import { ChangeChoice } from '../change/change-choice.tsx';
import { type ChosenPerson, changeTitle, peopleText } from '../change/change-texts.ts';
import { AcrossPreview, type Offered } from './across-preview.tsx';
import { useChangeAcross } from './use-change-across.ts';
import '../change/change-people-dialog.css';

export interface ChangeAcrossDialogProps {
  readonly people: readonly ChosenPerson[];
  /** Those to which some of the people belong are chosen first. */
  readonly offered: readonly Offered[];
  readonly Unread: ComponentType<UnreadProps>;
  readonly onClose: () => void;
}

/** Changes people in several organizations. Nothing changes before confirmation, which leads to the page of the run. */
export function ChangeAcrossDialog({ people, offered, Unread, onClose }: ChangeAcrossDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, done, start } = useChangeAcross();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(offered.filter((each) => each.people !== 0).map(({ id }) => id)),
  );
  const [wanted] = useState(people);
  const step = preview.status;
  const previewed = preview.variables;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => heading.current?.focus(), [step]);

  const close = () => dialog.current?.close();
  const begin = (change: PeopleChange) =>
    preview.mutate({
      change,
      logins: wanted.map(({ login }) => login),
      organizations: offered.map(({ id }) => id).filter((id) => chosen.has(id)),
    });
  const total = previewed?.organizations.length ?? 1;
  return (
    <DialogFrame
      size="large"
      dialog={dialog}
      heading={heading}
      title={previewed === undefined ? `Change ${peopleText(wanted)}` : changeTitle(previewed.change, wanted)}
      onClose={onClose}
    >
      {step === 'idle' && (
        <ChangeChoice
          login={null}
          name={null}
          onChoose={begin}
          onCancel={close}
          problem={chosen.size === 0 ? 'Choose an organization.' : ''}
        >
          <OrganizationChoice offered={offered.map(withHint)} chosen={chosen} onChange={setChosen} />
        </ChangeChoice>
      )}
      {step === 'pending' && (
        <>
          <p className="change-people-progress" role="status">
            Loading preview: {formatCount(Math.floor(done))} of {formatCount(total)} organizations…
          </p>
          <ProgressBar
            aria-label="Organizations previewed"
            aria-valuenow={Math.round((done / total) * 100)}
            progress={(done / total) * 100}
          />
        </>
      )}
      {step === 'error' && previewed !== undefined && (
        <FailureNotice
          title="Couldn’t load the preview. Nothing was changed"
          failure={preview.error}
          onRetry={() => preview.mutate(previewed)}
        />
      )}
      {step === 'success' && preview.data !== undefined && previewed !== undefined && (
        <AcrossPreview
          plan={preview.data}
          offered={offered}
          Unread={Unread}
          failure={start.error}
          isBusy={start.isPending}
          onConfirm={(title, items, approval) => start.mutate({ key: preview.data.key, title, items, ...approval })}
          onReload={() => preview.mutate(previewed)}
          onCancel={close}
        />
      )}
      {(step === 'pending' || step === 'error') && (
        <DialogAnswers>
          <Button onClick={close}>Cancel</Button>
        </DialogAnswers>
      )}
    </DialogFrame>
  );
}

const withHint = ({ people, ...organization }: Offered) => ({
  ...organization,
  ...(people === null ? {} : { hint: `${counted(people, 'person', 'people')} selected` }),
});
