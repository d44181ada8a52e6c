import { chosenInvitations, type InviteeState, needsDoubleCheck, stateOf } from '@orgdesk/people-files/preview';
import { useId } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { DoubleCheckNotice } from '../preview/double-check-notice.tsx';
import { IN_ORDER, STATES } from '../preview/preview-words.ts';
import { RoomNotice } from '../preview/room-notice.tsx';
import type { OrganizationPreview } from './use-several-preview.ts';

interface OrganizationPreviewsProps {
  readonly previews: readonly OrganizationPreview[];
}

export function OrganizationPreviews({ previews }: OrganizationPreviewsProps) {
  return previews.map((each) => <OneOrganization key={each.organization.id} {...each} />);
}

/** More names would hide the next organization. */
const NAMED_MAX = 5;

function OneOrganization({ organization, preview, isChecking, failure }: OrganizationPreview) {
  const id = useId();
  const { name, login } = organization;
  const states = IN_ORDER.map((state) => ({ state, people: preview.people.filter((one) => stateOf(one) === state) }));
  return (
    <section className="stack-8 invite-several-organization" aria-labelledby={id}>
      <h2 className="invite-several-name" id={id}>
        {name ?? login}
      </h2>
      {preview.people.length === 0 && isChecking && <p className="hint">Waiting…</p>}
      <ul className="invite-several-states">
        {states
          .filter(({ people, state }) => people.length > 0 && (state !== 'unchecked' || !isChecking))
          .map(({ state, people }) => (
            <li key={state}>
              {formatCount(people.length)} {STATES[state].words.toLowerCase()}
              {namesOf(
                state,
                people.map(({ person }) => person),
              )}
            </li>
          ))}
      </ul>
      {failure !== null && (
        <Notice tone="warning" title={`Couldn’t check everyone in ${name ?? login}`}>
          <p>{failure}</p>
        </Notice>
      )}
      <DoubleCheckNotice people={preview.people.filter(needsDoubleCheck)} />
      <RoomNotice preview={preview} invitations={chosenInvitations(preview)} />
    </section>
  );
}

function namesOf(state: InviteeState, people: readonly string[]): string {
  if (state === 'ready') return '';
  const named = people.slice(0, NAMED_MAX).join(', ');
  return people.length > NAMED_MAX ? `: ${named} and ${formatCount(people.length - NAMED_MAX)} more` : `: ${named}`;
}
