import type { PlanFilesAnswer } from '@orgdesk/client';
import { teamKeyOf } from '@orgdesk/contract/team-key';
import { Button, Select } from '@primer/react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { ORGANIZATION_READ_LIMIT_MS } from '../../lib/reading/owner-reads.ts';
import { Field, typedLogins } from './field.tsx';
import { PlanView } from './plan-view.tsx';

export interface TeamSettingsProps {
  readonly login: string;
  /** Null for a new team. */
  readonly team: {
    readonly slug: string;
    readonly name: string;
    readonly description: string | null;
    readonly privacy: string;
    readonly parentTeam: { readonly slug: string } | null;
  } | null;
  readonly onDone: (isStarted: boolean) => void;
}

/** Changes one team by a plan, as a file with that team alone would. */
export function TeamSettings({ login, team, onDone }: TeamSettingsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isStarted = useRef(false);
  const id = useId();
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const [privacy, setPrivacy] = useState(team?.privacy === 'SECRET' ? 'secret' : 'closed');
  const [parent, setParent] = useState(team?.parentTeam?.slug ?? '');
  const [maintainers, setMaintainers] = useState('');
  const [answer, setAnswer] = useState<PlanFilesAnswer | null>(null);
  const planning = useMutation({
    mutationFn: async (entries: object) => {
      // JSON is YAML.
      const file = { name: 'team.yaml', text: JSON.stringify({ version: 1, teams: { entries } }) };
      const sent = { path: { login }, body: { files: [file], kept: false } };
      return (
        await answerOf((options) => client.planOrganizationFiles({ ...sent, ...options }), {
          limitMs: ORGANIZATION_READ_LIMIT_MS,
        })
      ).data;
    },
    onSuccess: setAnswer,
  });
  const preview = (event: SubmitEvent) => {
    event.preventDefault();
    const isRenamed = team === null || name.trim() !== team.name;
    const logins = typedLogins(maintainers);
    planning.mutate({
      [team?.slug ?? teamKeyOf(name)]: {
        ...(isRenamed && { name: name.trim() }),
        description,
        privacy,
        parent: parent.trim() === '' ? null : parent.trim(),
        ...(logins.length > 0 && { maintainers: logins }),
      },
    });
  };
  const plan = answer?.plan ?? null;
  return (
    <DialogFrame
      title={team === null ? 'New team' : `Edit ${team.name}`}
      size="large"
      dialog={dialog}
      onClose={() => onDone(isStarted.current)}
    >
      {plan === null || plan.steps.length === 0 ? (
        <form className="stack-16" onSubmit={preview}>
          <Field label="Name" value={name} onChange={setName} isRequired />
          <Field label="Description" value={description} onChange={setDescription} />
          <label className="organization-file-field" htmlFor={`${id}-privacy`}>
            Visibility
            <Select id={`${id}-privacy`} value={privacy} onChange={({ target }) => setPrivacy(target.value)}>
              <Select.Option value="closed">Every member sees it</Select.Option>
              <Select.Option value="secret">Secret: its people and owners see it</Select.Option>
            </Select>
          </label>
          <Field
            label="Parent team"
            value={parent}
            onChange={setParent}
            hint="As in the team’s URL, such as “platform”. Empty for none."
          />
          <Field
            label={team === null ? 'Maintainers' : 'Further maintainers'}
            value={maintainers}
            onChange={setMaintainers}
            hint="Usernames of members, separated by commas."
          />
          <div role="status">
            {plan?.steps.length === 0 && <p>Nothing to change.</p>}
            {answer !== null && answer.problems.length > 0 && (
              <Notice tone="critical" title="This can’t be planned">
                {answer.problems.map(({ message, nearest }) => (
                  <p key={message}>
                    {message}
                    {nearest !== null && ` Did you mean “${nearest}”?`}
                  </p>
                ))}
              </Notice>
            )}
          </div>
          {planning.error !== null && (
            <FailureNotice title="Couldn’t plan the change" failure={planning.error} onRetry={() => setAnswer(null)} />
          )}
          <DialogAnswers>
            <Button onClick={() => dialog.current?.close()}>Cancel</Button>
            {team !== null && (
              <Button variant="danger" onClick={() => planning.mutate({ [team.slug]: { absent: true } })}>
                Delete team…
              </Button>
            )}
            <Button type="submit" variant="primary" inactive={planning.isPending} disabled={name.trim() === ''}>
              {planning.isPending ? 'Planning…' : 'Preview'}
            </Button>
          </DialogAnswers>
        </form>
      ) : (
        <>
          <PlanView
            login={login}
            plan={plan}
            files={null}
            verb="Apply"
            onApplied={() => {
              isStarted.current = true;
              dialog.current?.close();
            }}
          />
          <DialogAnswers>
            <Button onClick={() => setAnswer(null)}>Back</Button>
          </DialogAnswers>
        </>
      )}
    </DialogFrame>
  );
}
