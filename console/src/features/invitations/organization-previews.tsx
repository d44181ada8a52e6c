import {
  chosenInvitations,
  type InvitationPreview,
  type InviteeState,
  NO_PREVIEW,
  needsDoubleCheck,
  nextBatch,
  type PersonToCheck,
  requestRow,
  startedPreview,
  stateOf,
  withAnswers,
} from '@orgdesk/people-files/preview';
import { useEffect, useId, useRef, useState } from 'react';
import type { OfferedOrganization } from '../../components/controls/organization-choice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { formatCount } from '../../lib/reader-locale.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { DoubleCheckNotice, RoomNotice } from './preview/preview-notices.tsx';
import { previewPeople } from './preview/preview-people.ts';
import { IN_ORDER, STATES, uncheckedText } from './preview/preview-texts.ts';

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
              {formatCount(people.length)} {STATES[state].label.toLowerCase()}
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

/** Organizations checked at a time. */
const AT_ONCE = 2;

export interface OrganizationPreview {
  readonly organization: OfferedOrganization;
  readonly preview: InvitationPreview;
  readonly isChecking: boolean;
  /** Why not everybody was checked; null if everybody was. */
  readonly failure: string | null;
}

/** Checks the same people in several organizations. */
export function useSeveralPreview() {
  const { id: sessionId } = useSignedIn();
  const [previews, setPreviews] = useState<readonly OrganizationPreview[]>([]);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const change = (id: number, part: Partial<OrganizationPreview>) =>
    setPreviews((before) => before.map((each) => (each.organization.id === id ? { ...each, ...part } : each)));

  async function checkOne({ id, login }: OfferedOrganization, people: readonly PersonToCheck[], signal: AbortSignal) {
    let preview = startedPreview(NO_PREVIEW, people);
    try {
      for (let indexes = nextBatch(preview); indexes.length > 0; indexes = nextBatch(preview)) {
        const rows = indexes.flatMap((index) => preview.people[index] ?? []).map(requestRow);
        const answer = await previewPeople(sessionId, login, rows, signal);
        preview = withAnswers(preview, indexes, answer);
        change(id, { preview });
        const left = answer.rows.find(({ state }) => state === 'not-checked');
        // Those before it were checked, so the next request gets further.
        if (left === undefined || (left.reason === 'out-of-time' && left !== answer.rows[0])) continue;
        return change(id, { failure: uncheckedText(left.reason, left.message) });
      }
    } catch (thrown) {
      if (signal.aborted) return;
      change(id, { failure: thrown instanceof Error ? thrown.message : uncheckedText('unreachable', null) });
    } finally {
      change(id, { isChecking: false });
    }
  }

  return {
    previews,
    isChecking: previews.some(({ isChecking }) => isChecking),
    start: (organizations: readonly OfferedOrganization[], people: readonly PersonToCheck[]) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setPreviews(
        organizations.map((organization) => ({ organization, preview: NO_PREVIEW, isChecking: true, failure: null })),
      );
      const waiting = [...organizations];
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined && !own.signal.aborted; next = waiting.shift())
          await checkOne(next, people, own.signal);
      };
      for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
    },
    clear: () => {
      running.current?.abort();
      setPreviews([]);
    },
  };
}
