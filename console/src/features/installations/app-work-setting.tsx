import type { AppWorkAnswer, ChangeAppWorkRequest } from '@orgdesk/client';
import { Button, Label, LinkButton } from '@primer/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import {
  continuingText,
  obstaclesTitle,
  obstacleText,
  SELECTED_REPOSITORIES,
  stoppingText,
  trialTexts,
} from '../../components/app-work/app-work-texts.ts';
import { APP_WORK_ANCHOR, appWorkQuery } from '../../components/app-work/get-app-work.ts';
import { ReadState } from '../../components/list/read-state.tsx';
import { QuestionDialog } from '../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { formatMinute } from '../../lib/reader-locale.ts';
import { answerOf, clientOf, HttpFailure, hasStatus, isRefusal } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import './installation.css';

interface AppWorkSettingProps {
  readonly login: string;
  readonly organization: string;
  /** What keeps the service from confirming that the person is an owner, so that the setting cannot be read. */
  readonly obstacle: 'app-missing' | 'app-suspended' | null;
}

/** Whether jobs of the organization may continue through the App after a sign-out. For owners. */
export function AppWorkSetting({ login, organization, obstacle }: AppWorkSettingProps) {
  const { name: codeHost } = useCodeHost();
  const reading = useQuery({ ...appWorkQuery(login), enabled: obstacle === null });
  const heading = useRef<HTMLHeadingElement>(null);
  const isLinked = window.location.hash === `#${APP_WORK_ANCHOR}`;

  useEffect(() => {
    // The page was not this long when the browser looked for the fragment.
    if (isLinked) heading.current?.focus();
  }, [isLinked]);

  return (
    <section className="stack-12" aria-labelledby={APP_WORK_ANCHOR}>
      <SectionHeading id={APP_WORK_ANCHOR} heading={heading} title="Jobs after sign-out" of={organization} />
      <p className="hint">
        If this is on, owners who start a job can have the App continue it after they sign out, on their behalf, as long
        as they stay an owner.
      </p>
      {obstacle === null ? (
        <ReadState reading={reading} failed="Couldn’t load this setting" loading="Loading this setting" rows={1} />
      ) : (
        <p>{obstacleText(obstacle, [], codeHost)}</p>
      )}
      {obstacle === null && reading.data !== undefined && (
        <Setting login={login} work={reading.data} onReload={() => void reading.refetch()} />
      )}
    </section>
  );
}

const settingAddress = (): string => `${addressHere().replace(/#.*$/, '')}#${APP_WORK_ANCHOR}`;

interface SettingProps {
  readonly login: string;
  readonly work: AppWorkAnswer;
  readonly onReload: () => void;
}

function Setting({ login, work, onReload }: SettingProps) {
  const id = useId();
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const { name: codeHost } = useCodeHost();
  const [isAsking, setIsAsking] = useState(false);
  const { isOn, version, changedAt, changedBy, obstacles, missing, repositories, trials, jobs } = work;
  const saving = useMutation({
    mutationFn: async (body: ChangeAppWorkRequest) =>
      (await answerOf((options) => clientOf(sessionId).changeAppWork({ path: { login }, body, ...options }))).data,
    onSuccess(changed) {
      queries.setQueryData(appWorkQuery(login).queryKey, changed);
      void queries.invalidateQueries({ queryKey: personalKey('jobs', login) });
    },
  });
  const { error, isPending, variables } = saving;
  const lacksSecret = !isOn && obstacles.includes('no-webhook-secret');
  const save = (next: boolean) => {
    if (!isPending) saving.mutate({ version, isOn: next });
  };
  const press = () => {
    if (isOn && jobs > 0) setIsAsking(true);
    else save(!isOn);
  };
  const reload = () => {
    saving.reset();
    onReload();
  };
  const isBlocked = isPending || lacksSecret;
  return (
    <>
      <div className="installation-state">
        <div className="installation-state-text">
          <Label variant={isOn ? 'success' : 'secondary'}>{isOn ? 'On' : 'Off'}</Label>
          <span>
            {isOn ? continuingText(jobs) : 'Jobs stop when the session of whoever runs them ends.'}{' '}
            {changedAt !== null && `Changed by ${changedBy ?? 'someone'}, ${formatMinute(changedAt) ?? changedAt}.`}
          </span>
        </div>
        <Button
          inactive={isBlocked}
          aria-disabled={isBlocked}
          aria-describedby={obstacles.length > 0 ? `${id}-obstacles` : undefined}
          onClick={lacksSecret ? undefined : press}
        >
          {isPending ? 'Saving…' : isOn ? 'Switch off' : 'Switch on'}
        </Button>
      </div>
      <div role="status">{saving.isSuccess && <p>{isOn ? 'Switched on.' : 'Switched off.'}</p>}</div>
      {error instanceof HttpFailure && isRefusal(error) && (
        <Notice
          tone="critical"
          role="alert"
          title="The setting was not changed"
          action={
            hasStatus(error, 403) ? (
              <LinkButton href={signInHref(settingAddress())}>Sign in again</LinkButton>
            ) : (
              <Button onClick={reload}>Load the setting again</Button>
            )
          }
        >
          <p>{error.message}</p>
        </Notice>
      )}
      {error !== null && !isRefusal(error) && (
        <FailureNotice
          title="Couldn’t confirm that the setting was changed"
          failure={error}
          onRetry={() => variables !== undefined && save(variables.isOn)}
          isRetrying={isPending}
        />
      )}
      {obstacles.length > 0 && (
        <Notice tone="warning" title={obstaclesTitle(isOn, obstacles)}>
          <ul className="app-work-obstacles" id={`${id}-obstacles`}>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacleText(obstacle, missing, codeHost)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {repositories === 'selected' && <p className="hint">{SELECTED_REPOSITORIES}</p>}
      {isOn &&
        trialTexts(trials).map((text) => (
          <p key={text} className="hint">
            {text}
          </p>
        ))}
      {isAsking && (
        <QuestionDialog
          title="Switch this off?"
          yes="Switch off"
          no="Keep on"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) save(false);
          }}
        >
          {stoppingText(jobs)} Switching it on again doesn’t resume them.
        </QuestionDialog>
      )}
    </>
  );
}
