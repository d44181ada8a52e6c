import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../components/messages/question-dialog.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { ExportPanel } from './export-panel.tsx';
import { cancelExport, exportsQuery, isRunning, startExport, updateCachedExport } from './get-exports.ts';
import './access-exports.css';

const SKELETON_ROWS = 2;

interface AccessExportsProps {
  readonly login: string;
  readonly organization: string;
}

type ExportAction = 'start' | 'cancel';

export function AccessExports({ login, organization }: AccessExportsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const reading = useQuery(exportsQuery(login));
  const { data, refetch } = reading;
  const [busy, setBusy] = useState<ExportAction | null>(null);
  const [failed, setFailed] = useState<{ readonly action: ExportAction; readonly thrown: unknown } | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const running = data?.find(isRunning);

  const act = async (action: ExportAction) => {
    setFailed(null);
    setBusy(action);
    // The pressed button disappears.
    heading.current?.focus();
    try {
      const changed =
        action === 'start'
          ? await startExport(sessionId, login)
          : await cancelExport(sessionId, { login, id: running?.id ?? '' });
      updateCachedExport(queries, login, changed);
    } catch (thrown) {
      setFailed({ action, thrown });
      void refetch();
    } finally {
      setBusy(null);
    }
  };

  return (
    <section className="access-exports" aria-labelledby={id}>
      <SectionHeading id={id} heading={heading} title="Export access list">
        <PageLink to="/organizations/$login/repositories" params={{ login }}>
          All repositories
        </PageLink>
      </SectionHeading>
      <p className="access-exports-hint">
        A CSV file of everyone with access to a repository of {organization} that the App covers, with their permission
        and what grants it. Runs in the background with your access. The file lists anything that couldn’t be read. The
        audit log shows that you started it.
      </p>
      {failed !== null && (
        <FailureNotice
          title={failed.action === 'start' ? 'Couldn’t start the export' : 'Couldn’t cancel the export'}
          failure={failed.thrown}
          onRetry={() => void act(failed.action)}
          isRetrying={busy !== null}
        />
      )}
      <ReadState
        reading={reading}
        failed="Couldn’t load exports"
        focus={heading}
        loading="Loading exports"
        rows={SKELETON_ROWS}
      />
      {data !== undefined && running === undefined && data.length > 0 && (
        <div>
          <StartButton isBusy={busy === 'start'} onPress={() => void act('start')} />
        </div>
      )}
      {data !== undefined && data.length === 0 && (
        <EmptyState
          icon={DownloadIcon}
          title="No exports yet"
          actions={<StartButton isBusy={busy === 'start'} onPress={() => void act('start')} />}
        >
          Files are kept for 24 hours.
        </EmptyState>
      )}
      {data?.map((each) => (
        <ExportPanel
          key={each.id}
          login={login}
          shown={each}
          onCancel={busy === null ? () => setIsConfirming(true) : null}
        />
      ))}
      {isConfirming && running !== undefined && (
        <QuestionDialog
          title="Cancel export?"
          yes="Cancel export"
          no="Keep running"
          tone="danger"
          onAnswer={(isYes) => {
            setIsConfirming(false);
            if (isYes) void act('cancel');
          }}
        >
          The data exported so far will be discarded.
        </QuestionDialog>
      )}
    </section>
  );
}

interface StartButtonProps {
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

function StartButton({ isBusy, onPress }: StartButtonProps) {
  return (
    <Button variant="primary" inactive={isBusy} onClick={() => !isBusy && onPress()}>
      {isBusy ? 'Starting…' : 'Start export'}
    </Button>
  );
}
