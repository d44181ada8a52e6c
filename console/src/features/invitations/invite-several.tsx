import { RUN_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { Role } from '@orgdesk/people-files/cells';
import {
  type CheckedPerson,
  chosenInvitations,
  isChosen,
  type PersonToCheck,
  peopleIn,
} from '@orgdesk/people-files/preview';
import { readRows } from '@orgdesk/people-files/read-rows';
import { reviewOf } from '@orgdesk/people-files/review';
import { Button } from '@primer/react';
import { useId, useMemo, useRef, useState } from 'react';
import { ContinueTick } from '../../components/app-work/continue-tick.tsx';
import { useContinuing } from '../../components/app-work/use-continuing.ts';
import { type OfferedOrganization, OrganizationChoice } from '../../components/controls/organization-choice.tsx';
import { PageLink } from '../../components/controls/page-link.tsx';
import { useFirstRows } from '../../components/list/first-rows.tsx';
import { StartFailure } from '../../components/messages/start-failure.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { useStartRun } from '../../lib/use-start-run.ts';
import { readRowsFile } from './form/read-rows-file.ts';
import { RoleChoice } from './form/role-choice.tsx';
import { RowsField } from './form/rows-field.tsx';
import { type OrganizationPreview, OrganizationPreviews, useSeveralPreview } from './organization-previews.tsx';
import { AccountWarnings } from './preview/preview-notices.tsx';
import { problemText, warningsOf } from './preview/preview-texts.ts';
import './invite-several.css';

const SUMMARY = 'invite-several-summary';

interface InviteSeveralProps {
  readonly offered: readonly OfferedOrganization[];
}

export function InviteSeveral({ offered }: InviteSeveralProps) {
  const [text, setText] = useState('');
  const [fileMessage, setFileMessage] = useState<string | null>(null);
  const [role, setRole] = useState<Role>('direct_member');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const check = useSeveralPreview();
  const { people, problems } = useMemo(() => peopleOf(text, role), [text, role]);
  const organizations = offered.filter(({ id }) => chosen.has(id));
  // One key for what is shown, so that a repeated start returns the same run.
  const key = useRef('');
  const run = useStartRun();
  const start = () => {
    const items = check.previews.flatMap(({ organization, preview }) => {
      const invitations = [...chosenInvitations(preview)];
      return invitations.length === 0 ? [] : [{ organization: organization.id, invitations }];
    });
    run.mutate({ key: key.current, title: titleOf(people.length, items.length), items, ...continuing.approval });
  };
  const isPreviewed = check.previews.length > 0;
  const total = check.previews.reduce((sum, { preview }) => sum + chosenInvitations(preview).length, 0);
  const taking = check.previews.filter(({ preview }) => chosenInvitations(preview).length > 0);
  const maySend = !check.isChecking && total > 0;
  const continuing = useContinuing(maySend ? taking.map(({ organization }) => organization) : []);
  const isTooMuch = total > RUN_PEOPLE_MAX;
  const problem = problemOf(people.length, organizations.length);

  const readFile = async (file: File) => {
    const found = await readRowsFile(file);
    if ('refusal' in found) return setFileMessage(found.refusal);
    setFileMessage(null);
    setText(found.text);
    area.current?.focus();
  };
  const begin = () => {
    setIsTried(true);
    if (problem !== null) return;
    key.current = crypto.randomUUID();
    run.reset();
    check.start(organizations, people);
    heading.current?.focus();
  };

  return (
    <div className="invite-several">
      <p className="invite-several-back">
        <PageLink to="/people">People</PageLink>
      </p>
      <h1 className="invite-several-title" ref={heading} tabIndex={-1}>
        Invite people to several organizations
      </h1>
      {isPreviewed ? (
        <>
          <p role="status">
            {check.isChecking
              ? `Checking ${counted(people.length, 'person', 'people')}…`
              : `${counted(total, 'invitation', 'invitations')} in ${counted(taking.length, 'organization', 'organizations')}. Nothing has been sent yet.`}
          </p>
          <InvitedAccounts previews={check.previews} />
          <OrganizationPreviews previews={check.previews} />
          {isTooMuch && (
            <p role="status">One run invites up to {formatCount(RUN_PEOPLE_MAX)} people. Choose fewer organizations.</p>
          )}
          {maySend && !isTooMuch && <ContinueTick continuing={continuing} />}
          {run.error !== null && (
            <StartFailure
              failure={run.error}
              what="invitations"
              onRetry={start}
              isRetrying={run.isPending}
              wasApproved={continuing.isChosen}
            />
          )}
          <div className="invite-several-actions">
            <Button
              onClick={() => {
                check.clear();
                heading.current?.focus();
              }}
            >
              Back
            </Button>
            {maySend && !isTooMuch && (
              <Button variant="primary" inactive={run.isPending} onClick={start}>
                Send {counted(total, 'invitation', 'invitations')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <form
          className="invite-several"
          onSubmit={(event) => {
            event.preventDefault();
            begin();
          }}
        >
          <RowsField
            text={text}
            onWrite={(next) => {
              setText(next);
              setFileMessage(null);
            }}
            mayPaste={() => true}
            onFile={(file) => void readFile(file)}
            isCollapsed={false}
            area={area}
            describedBy={SUMMARY}
          />
          <div id={SUMMARY} role="status">
            {fileMessage !== null && <p>{fileMessage}</p>}
            <p>
              {people.length === 0 ? 'No one added yet' : `${counted(people.length, 'person', 'people')} to invite`}
            </p>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ key: row, where, text }) => (
              <p key={row}>
                Left out, {where}: {text}
              </p>
            ))}
            {problems.length > PROBLEMS_SHOWN && (
              <p>{formatCount(problems.length - PROBLEMS_SHOWN)} more rows are left out.</p>
            )}
          </div>
          <RoleChoice label="Role for everyone" value={role} onChange={setRole} />
          <OrganizationChoice offered={offered} chosen={chosen} onChange={setChosen} />
          <p className="hint">Teams differ between organizations. Add people to teams after they have joined.</p>
          <p className="invite-several-problem" role="status">
            {isTried && problem}
          </p>
          <div className="invite-several-actions">
            <Button type="submit" variant="primary" inactive={problem !== null}>
              Check {counted(people.length, 'person', 'people')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

const PROBLEMS_SHOWN = 5;

function peopleOf(text: string, role: Role) {
  const rows = reviewOf([{ file: null, read: readRows(text) }], {});
  const named = peopleIn(rows, { role, teams: [] });
  return {
    people: named
      .filter(({ problem }) => problem === null)
      .map((person): PersonToCheck => ({ ...person, role, teams: [] })),
    problems: rows.flatMap(({ key, where, problem, roleText }) =>
      problem === null || problem === 'heading' ? [] : [{ key, where, text: problemText(problem, roleText) }],
    ),
  };
}

function problemOf(people: number, organizations: number): string | null {
  if (people === 0) return 'Add at least one person.';
  return organizations === 0 ? 'Choose an organization.' : null;
}

const titleOf = (people: number, organizations: number): string =>
  `Invite ${counted(people, 'person', 'people')} to ${counted(organizations, 'organization', 'organizations')}`;

interface InvitedAccountsProps {
  readonly previews: readonly OrganizationPreview[];
}

/** Shows each account that would be invited once, marked ones first, so that a stranger is seen before sending. */
function InvitedAccounts({ previews }: InvitedAccountsProps) {
  const id = useId();
  const { first, more } = useFirstRows(accountsIn(previews), 'accounts', 'invited-accounts');
  if (first.length === 0) return null;
  return (
    <section className="stack-8" aria-labelledby={id}>
      <h2 className="invite-several-name" id={id}>
        Who will be invited
      </h2>
      <ul className="invite-several-accounts">
        {first.map((person) => (
          <li key={person.person} className="invite-several-account">
            <Portrait url={person.answer?.account?.avatarUrl ?? null} login={person.person} size={32} />
            <span className="invite-several-account-text">
              <span>{person.person}</span> <bdi className="hint">{person.answer?.account?.name ?? 'No name'}</bdi>
              <AccountWarnings person={person} />
            </span>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function accountsIn(previews: readonly OrganizationPreview[]): readonly CheckedPerson[] {
  const byAccount = new Map<number, CheckedPerson>();
  for (const person of previews.flatMap(({ preview }) => preview.people)) {
    const { accountId = null, account = null } = person.answer ?? {};
    const isFirst = accountId !== null && account !== null && !byAccount.has(accountId);
    if (isFirst && isChosen(person)) byAccount.set(accountId, person);
  }
  return [...byAccount.values()].toSorted(
    (a, b) => Number(warningsOf(b).length > 0) - Number(warningsOf(a).length > 0),
  );
}
