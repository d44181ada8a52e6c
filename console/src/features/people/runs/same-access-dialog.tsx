import { Button, Checkbox } from '@primer/react';
import { type ComponentType, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { ContinueTick } from '../../../components/app-work/continue-tick.tsx';
import { type Approval, useContinuing } from '../../../components/app-work/use-continuing.ts';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { StartFailure } from '../../../components/messages/start-failure.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { noneRead, readFrom, unreadText } from '../../../lib/reading/read.ts';
import { namesOf } from '../across/across-texts.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import type { PersonInOrganization } from '../person/get-person-across.ts';
import { FailureCause } from './failure-cause.tsx';
import { type PreviewedTeam, type SameAccess, useSameAccess } from './use-same-access.ts';
import '../change/change-people-dialog.css';
import './runs.css';

interface SameAccessDialogProps {
  readonly person: string;
  readonly own: ReadonlyMap<number, PersonInOrganization>;
  readonly Unread: ComponentType<UnreadProps>;
  readonly onClose: () => void;
}

/** Adds a person to the teams of somebody else. Nothing changes before confirmation. */
export function SameAccessDialog({ person, own, Unread, onClose }: SameAccessDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { load, progress, start } = useSameAccess(person, own);
  const [model, setModel] = useState('');
  const [isTried, setIsTried] = useState(false);
  const wanted = model.trim().replace(/^@/, '');
  const problem =
    wanted === '' ? 'Enter a username.' : wanted.toLowerCase() === person.toLowerCase() ? 'Enter someone else.' : '';
  const step = load.status;

  useEffect(() => {
    if (step !== 'idle') heading.current?.focus();
  }, [step]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem === '') load.mutate(wanted);
  };
  const close = () => dialog.current?.close();
  const [done, total] = progress;
  return (
    <DialogFrame
      size="large"
      dialog={dialog}
      heading={heading}
      title={load.data === undefined ? `Copy teams to ${person}` : `Copy teams of ${load.data.model} to ${person}`}
      onClose={onClose}
    >
      {step === 'idle' && (
        <form className="stack-12" onSubmit={submit} noValidate>
          <div className="change-people-field">
            <label htmlFor={id}>Copy teams of</label>
            <TextField
              id={id}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={isTried && problem !== ''}
              aria-describedby={`${id}-problem`}
              value={model}
              onChange={({ target }) => setModel(target.value)}
            />
            <p className="change-people-problem" id={`${id}-problem`} role="status">
              {isTried && problem}
            </p>
          </div>
          <DialogAnswers>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary">
              Preview
            </Button>
          </DialogAnswers>
        </form>
      )}
      {step === 'pending' && (
        <p className="change-people-progress" role="status">
          {total === 0
            ? `Loading teams of ${load.variables}…`
            : `Loading preview: ${formatCount(done)} of ${formatCount(total)} teams…`}
        </p>
      )}
      {step === 'error' && (
        <FailureNotice
          title={`Couldn’t load teams of ${load.variables}. Nothing was changed`}
          failure={load.error}
          onRetry={() => load.mutate(load.variables)}
        />
      )}
      {step === 'success' && (
        <Teams
          person={person}
          access={load.data}
          Unread={Unread}
          failure={start.error}
          isBusy={start.isPending}
          onConfirm={(teams, approval) => start.mutate({ ...load.data, teams }, approval)}
          onCancel={close}
        />
      )}
      {(step === 'pending' || step === 'error') && (
        <DialogAnswers>
          <Button onClick={close}>Cancel</Button>
          {step === 'error' && <Button onClick={load.reset}>Back</Button>}
        </DialogAnswers>
      )}
    </DialogFrame>
  );
}

interface TeamsProps {
  readonly person: string;
  readonly access: SameAccess;
  readonly Unread: ComponentType<UnreadProps>;
  /** Why the run could not be started; otherwise null. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (teams: readonly PreviewedTeam[], approval: Approval) => void;
  readonly onCancel: () => void;
}

const keyOf = ({ organization, slug }: PreviewedTeam): string => `${organization} ${slug}`;

function Teams({ person, access, Unread, failure, isBusy, onConfirm, onCancel }: TeamsProps) {
  const id = useId();
  const { model, teams, toInvite, unread } = access;
  const offered = teams.filter(({ verdict }) => verdict === 'will-change');
  const refused = teams.filter(({ verdict }) => verdict !== 'will-change');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = offered.filter((team) => !left.has(keyOf(team)));
  const continuing = useContinuing([...new Set(chosen.map(({ login }) => login))].map((login) => ({ login })));
  const read = readFrom(
    { data: teams, error: null },
    {
      all: 'teams',
      value: () => offered.length,
      unread: () => [...unread, ...teams.filter(({ verdict }) => verdict === null)].map(({ login }) => login),
    },
  );
  const confirm = () => {
    if (!isBusy) onConfirm(chosen, continuing.approval);
  };
  const toggle = (key: string) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  return (
    <>
      <p className="run-summary" role="status">
        {offered.length === 0
          ? (noneRead(read, `No teams of ${model} to add ${person} to.`) ?? unreadText(read))
          : `${counted(chosen.length, 'team', 'teams')} to add ${person} to.`}
      </p>
      {offered.length > 0 && (
        <fieldset className="change-people-choice">
          <legend>Teams</legend>
          {offered.map((team) => (
            <label className="change-people-option" htmlFor={`${id}-${keyOf(team)}`} key={keyOf(team)}>
              <Checkbox
                id={`${id}-${keyOf(team)}`}
                checked={!left.has(keyOf(team))}
                onChange={() => toggle(keyOf(team))}
              />
              <span>
                {team.name}
                <span className="change-people-hint">
                  {team.login}
                  {team.role === 'maintainer' && ', as a maintainer'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {refused.map((team) => (
        <p className="change-people-hint" key={keyOf(team)}>
          {team.login}/{team.slug}:{' '}
          {team.failure === null ? (
            'Can’t be changed here. An identity provider or another team determines its members.'
          ) : (
            <FailureCause
              organization={{ id: team.organization, login: team.login, name: null }}
              failure={team.failure}
              Unread={Unread}
            />
          )}
        </p>
      ))}
      {toInvite.map(({ id: organization, login, name }) => (
        <p className="change-people-hint" key={organization}>
          {person} isn’t a member of {name ?? login}.{' '}
          <PageLink to="/organizations/$login/invitations/invite" params={{ login }} inline>
            Invite them to {name ?? login}
          </PageLink>
        </p>
      ))}
      {unread.length > 0 && <p className="change-people-hint">Not checked: {namesOf(unread)}.</p>}
      {chosen.length > 0 && <ContinueTick continuing={continuing} />}
      {failure !== null && (
        <StartFailure
          failure={failure}
          what="change"
          onRetry={confirm}
          isRetrying={isBusy}
          wasApproved={continuing.isChosen}
        />
      )}
      <DialogAnswers>
        <Button onClick={onCancel}>{offered.length === 0 ? 'Close' : 'Cancel'}</Button>
        {chosen.length > 0 && (
          <Button variant="primary" inactive={isBusy} onClick={confirm}>
            Add {person} to {counted(chosen.length, 'team', 'teams')}
          </Button>
        )}
      </DialogAnswers>
    </>
  );
}
