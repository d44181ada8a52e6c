import type { CallOptions, NamedFile, UpdateFilesAnswer } from '@orgdesk/client';
import { differencesIn } from '@orgdesk/contract/organizations/file/plan-texts';
import { Button } from '@primer/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ReadState } from '../../components/list/read-state.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { download } from '../../lib/download.ts';
import { counted, formatMinute } from '../../lib/reader-locale.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { driftKey, driftQuery, ORGANIZATION_READ_LIMIT_MS } from '../../lib/reading/owner-reads.ts';
import { keptFresh } from '../../lib/reading/query-client.ts';
import { noneRead, readFrom } from '../../lib/reading/read.ts';
import { PlanView } from './plan-view.tsx';

export const importAsOneFile = async (login: string): Promise<readonly NamedFile[]> => {
  const sent = { path: { login }, query: { layout: 'one-file' } as const };
  const call = (options: CallOptions) => client.importOrganizationFiles({ ...sent, ...options });
  return (await answerOf(call, { limitMs: ORGANIZATION_READ_LIMIT_MS })).data.files;
};

/** Beyond, the browser would save too many files at once. */
const SAVED_MAX = 10;

interface DriftProps {
  readonly login: string;
  readonly onAccepted: (files: readonly NamedFile[]) => void;
}

export function Drift({ login, onAccepted }: DriftProps) {
  const id = useId();
  const queries = useQueryClient();
  const reading = useQuery({ ...driftQuery(login, 'true'), ...keptFresh });
  const accepting = useMutation({
    mutationFn: async (files: readonly NamedFile[]) => {
      const sent = { path: { login }, body: { files } };
      const call = (options: CallOptions) => client.updateOrganizationFiles({ ...sent, ...options });
      return (await answerOf(call, { limitMs: ORGANIZATION_READ_LIMIT_MS })).data;
    },
    onSuccess({ files: changed, removed }, files) {
      const stay = files.filter(({ name }) => !removed.includes(name) && changed.every((file) => file.name !== name));
      onAccepted([...changed, ...stay]);
      for (const { name, text } of changed.slice(0, SAVED_MAX))
        download(name.split('/').at(-1) ?? name, text, 'application/yaml');
    },
  });
  const { data } = reading;
  const { applied, plan } = data ?? { applied: null, plan: null };
  const differences = readFrom(reading, {
    all: 'the organization',
    value: () => (plan === null ? 0 : differencesIn(plan)),
    unread: () => (plan === null ? ['the differences'] : []),
  });
  const isSame = plan !== null && differencesIn(plan) === 0;
  return (
    <section className="stack-16" aria-labelledby={id}>
      <h2 id={id}>Differences from the files applied last</h2>
      <ReadState reading={reading} failed="Couldn’t compare the organization" loading="Comparing the organization" />
      <Nothing
        read={readFrom(reading, { all: 'the files applied last', value: (found) => (found.applied === null ? 0 : 1) })}
        what="files"
        title="No files were applied yet."
        onRetry={() => void reading.refetch()}
        isRetrying={reading.isFetching}
      />
      {applied !== null && (
        <p className="hint">
          Applied by {applied.by}, {formatMinute(applied.at)}. {noneRead(differences, 'Nothing has changed since.')}
          {plan === null && 'They can no longer be planned: open them below.'}
        </p>
      )}
      {applied !== null && plan !== null && !isSame && (
        <PlanView
          key={plan.hash}
          login={login}
          plan={plan}
          files={applied.files}
          causes={data?.causes ?? []}
          verb="Restore the files’ state"
          onApplied={() => void queries.invalidateQueries({ queryKey: driftKey(login) })}
        />
      )}
      {applied !== null && plan?.steps.length !== 0 && (
        <div>
          <Button
            inactive={accepting.isPending}
            onClick={() => !accepting.isPending && accepting.mutate(applied.files)}
          >
            {accepting.isPending ? 'Loading…' : 'Accept the changes: download'}
          </Button>
        </div>
      )}
      <div role="status">{accepting.data !== undefined && <p className="hint">{acceptedText(accepting.data)}</p>}</div>
      {accepting.error !== null && (
        <FailureNotice
          title="Couldn’t load the organization"
          failure={accepting.error}
          onRetry={() => applied !== null && accepting.mutate(applied.files)}
        />
      )}
    </section>
  );
}

function acceptedText({ files, removed, problems: [problem] }: UpdateFilesAnswer): string {
  if (problem !== undefined) return `Nothing was changed. ${problem.message}`;
  const gone = removed.length === 0 ? '' : ` Delete ${removed.join(', ')}.`;
  return `${counted(files.length, 'file', 'files')} changed, and opened below.${gone} Commit what changed; then plan and keep the files below, to compare with.`;
}
