import type { CallOptions, Run, RunItem } from '@orgdesk/client';
import { PeopleIcon } from '@primer/octicons-react';
import { Button, Label, LinkButton, ProgressBar, VisuallyHidden } from '@primer/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { JobKindTexts } from '../../../components/jobs/job-kind.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { RowsSkeleton } from '../../../components/list/read-state.tsx';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { QuestionDialog } from '../../../components/messages/dialog-frame.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { OUTDATED_PAGE } from '../../../lib/failure-texts.ts';
import { formatMinute } from '../../../lib/reader-locale.ts';
import { answerOf, client, clientOf, hasStatus } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import { CHANGES } from '../change/change-texts.ts';
import { RUN_ITEMS } from './run-items.tsx';
import { runProgress, runQuery, runState, runTitle } from './runs.ts';
import './runs.css';

const SKELETON_ROWS = 3;

interface RunViewProps {
  readonly id: string;
  /** Whose page shows what is left; null if several people were changed. */
  readonly person: string | null;
  readonly Unread: ComponentType<UnreadProps>;
  /** Of jobs that invite people. */
  readonly invitations: JobKindTexts;
}

export function RunView({ id, person, Unread, invitations }: RunViewProps) {
  const label = useId();
  const page = useRef<HTMLDivElement>(null);
  const { data: run, error, isFetching, refetch } = useQuery(runQuery(id));
  const context = useMemo(
    () => ({
      Unread,
      texts: { 'people-change': CHANGES, invitations } satisfies Record<RunItem['kind'], JobKindTexts>,
    }),
    [Unread, invitations],
  );
  const state = run === undefined ? null : runState(run);
  const progress = run === undefined ? null : runProgress(run);
  return (
    <div className="run-view" ref={page} tabIndex={-1}>
      <p className="run-view-back">
        <PageLink to="/runs">Changes in several organizations</PageLink>
      </p>
      {hasStatus(error, 404) ? (
        <EmptyState heading="h1" icon={PeopleIcon} title="This change isn’t stored">
          Only the person who started it can see it, for a few weeks.
        </EmptyState>
      ) : (
        <>
          <div className="run-view-heading">
            <h1 className="run-view-title" id={label}>
              {run === undefined ? 'Changes' : runTitle(run)}
            </h1>
            {state !== null && <Label variant={state.variant}>{state.label}</Label>}
          </div>
          <p className="run-view-progress">
            {run !== undefined && progress !== null && (
              <>
                {progress.text}. Started {formatMinute(run.createdAt) ?? run.createdAt}.
                {!run.isOver && run.failed == null && ' You can close this page. The changes continue.'}
              </>
            )}
          </p>
          <VisuallyHidden role="status">{state?.label ?? ''}</VisuallyHidden>
          {run !== undefined && progress !== null && !run.isOver && (
            <ProgressBar
              aria-label="People processed"
              aria-valuenow={Math.floor(progress.percent)}
              progress={progress.percent}
            />
          )}
          {error !== null && (
            <FailureNotice
              title={run === undefined ? 'Couldn’t load the changes' : OUTDATED_PAGE}
              failure={error}
              onRetry={() => {
                page.current?.focus();
                void refetch();
              }}
              isRetrying={isFetching}
              tone={run === undefined ? 'critical' : 'warning'}
            />
          )}
          {run !== undefined && run.failed != null && <RetryRun id={id} failed={run.failed} heading={page} />}
          {run === undefined && error === null && <RowsSkeleton rows={SKELETON_ROWS} />}
          {run !== undefined && (
            <>
              <ListTable label={label} list={RUN_ITEMS} rows={run.items} context={context} isBusy={!run.isOver} />
              <p>
                <LinkButton href={client.addressOf('downloadRunResults', { path: { run: id } })} download="">
                  Download CSV
                </LinkButton>
              </p>
              {!run.isOver && run.cancelledAt === null && <CancelRun id={id} heading={page} />}
              {person !== null && run.isOver && (
                <p>
                  <PageLink to="/people/$person" params={{ person }} inline>
                    Check what {person} still has, and create a report
                  </PageLink>
                </p>
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The service stops the jobs of all organizations before it answers. */
const ANSWER_LIMIT_MS = 60_000;

function CancelRun({ id, heading }: RunActionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending, error } = useRunAction({ id, heading }, 'cancelRun', { limitMs: ANSWER_LIMIT_MS });
  return (
    <>
      {error !== null && (
        <FailureNotice
          title="Couldn’t cancel the changes"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
      )}
      <p>
        <Button variant="danger" inactive={isPending} onClick={() => !isPending && setIsAsked(true)}>
          Cancel all…
        </Button>
      </p>
      {isAsked && (
        <QuestionDialog
          title="Cancel the changes in all organizations?"
          yes="Cancel the changes"
          no="Keep them going"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsked(false);
            if (isYes) mutate();
          }}
        >
          Nothing more is started. What was already done stays done.
        </QuestionDialog>
      )}
    </>
  );
}

interface RetryRunProps extends RunActionProps {
  readonly failed: NonNullable<Run['failed']>;
}

function RetryRun({ id, failed, heading }: RetryRunProps) {
  const { mutate, isPending, error } = useRunAction({ id, heading }, 'retryRun');
  return (
    <>
      {error !== null && (
        <FailureNotice
          title="Couldn’t retry the changes"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
      )}
      <Notice
        tone="critical"
        title="Nothing more is started"
        action={
          <AgainButton notBefore={null} isBusy={isPending} onPress={() => mutate()}>
            {isPending ? 'Trying again…' : 'Try again'}
          </AgainButton>
        }
      >
        <p>
          orgdesk failed at it repeatedly, last on {formatMinute(failed.at) ?? failed.at}
          {failed.reason === null ? '.' : `: ${failed.reason}`}
        </p>
        <p>Trying again goes on with the organizations that have not started.</p>
      </Notice>
    </>
  );
}

interface RunActionProps {
  readonly id: string;
  /** Gets the focus when the button is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** Sends an action on a run, and shows the run as it is then. */
function useRunAction(
  { id, heading }: RunActionProps,
  action: 'cancelRun' | 'retryRun',
  options: { readonly limitMs?: number } = {},
) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Run> => {
      const call = (sent: CallOptions) => clientOf(sessionId)[action]({ path: { run: id }, ...sent });
      return (await answerOf(call, options)).data.run;
    },
    onSuccess: (run) => {
      queries.setQueryData(runQuery(id).queryKey, run);
      heading.current?.focus();
    },
    onError: () => queries.invalidateQueries(runQuery(id)),
  });
}
