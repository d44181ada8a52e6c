import type { NamedFile, PlanFilesAnswer } from '@orgdesk/client';
import { Button, Select } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { JobList } from '../../components/jobs/job-list.tsx';
import { useWatchedJobs } from '../../components/jobs/use-watched-jobs.ts';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { download } from '../../lib/download.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { driftKey, ORGANIZATION_READ_LIMIT_MS } from '../../lib/reading/owner-reads.ts';
import { Drift, importAsOneFile } from './drift.tsx';
import { OwnerRules } from './owner-rules.tsx';
import { PLANS, PlanView } from './plan-view.tsx';

interface OrganizationFileProps {
  readonly login: string;
  readonly organization: string;
}

export function OrganizationFile({ login, organization }: OrganizationFileProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly NamedFile[]>([]);
  const [opened, setOpened] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [answer, setAnswer] = useState<PlanFilesAnswer | null>(null);
  useWatchedJobs(login, PLANS.kind, {
    mayRead: true,
    onEnd: () => void queries.invalidateQueries({ queryKey: driftKey(login) }),
  });

  const open = (next: readonly NamedFile[]) => {
    setFiles(next);
    setChosen(0);
    setOpened(opened + 1);
    setAnswer(null);
  };
  const loading = useMutation({
    mutationFn: () => importAsOneFile(login),
    onSuccess: open,
  });
  const planning = useMutation({
    mutationFn: async () => {
      const sent = { path: { login }, body: { files } };
      return (
        await answerOf((options) => client.planOrganizationFiles({ ...sent, ...options }), {
          limitMs: ORGANIZATION_READ_LIMIT_MS,
        })
      ).data;
    },
    onSuccess: setAnswer,
  });
  const pick = async (picked: Iterable<File>) => {
    const read = [...picked].filter(({ name }) => /[.]ya?ml$/i.test(name));
    open(await Promise.all(read.map(async (file) => ({ name: file.name, text: await file.text() }))));
  };
  const file = files[chosen];

  return (
    <div className="stack-24">
      <Drift login={login} onAccepted={open} />
      <section className="stack-16" aria-labelledby={id}>
        <h2 id={id}>{organization} as a file</h2>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same. */}
        <div
          className="organization-file-drop stack-12"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void pick(event.dataTransfer.files);
          }}
        >
          <p className="hint">Edit the organization as it is, or drop YAML files here.</p>
          <div className="organization-file-buttons">
            <Button inactive={loading.isPending} onClick={() => !loading.isPending && loading.mutate()}>
              {loading.isPending ? 'Loading…' : 'Load the organization'}
            </Button>
            <Button onClick={() => picker.current?.click()}>Choose files</Button>
            {file !== undefined && (
              <Button onClick={() => download(file.name, file.text, 'application/yaml')}>Download {file.name}</Button>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept=".yaml,.yml"
            onChange={({ target }) => void pick(target.files ?? [])}
          />
        </div>
        {loading.error !== null && (
          <FailureNotice
            title="Couldn’t load the organization"
            failure={loading.error}
            onRetry={() => loading.mutate()}
          />
        )}
        {files.length > 1 && (
          <label className="organization-file-field" htmlFor={`${id}-file`}>
            File
            <Select id={`${id}-file`} value={String(chosen)} onChange={({ target }) => setChosen(Number(target.value))}>
              {files.map(({ name }, index) => (
                <Select.Option key={name} value={String(index)}>
                  {name}
                </Select.Option>
              ))}
            </Select>
          </label>
        )}
        {file !== undefined && (
          <>
            <Editor
              key={`${opened} ${chosen}`}
              name={file.name}
              text={file.text}
              onChange={(text) => {
                setFiles((all) => all.map((each, index) => (index === chosen ? { ...each, text } : each)));
                setAnswer(null);
              }}
            />
            <div>
              <Button
                variant={answer?.plan?.steps.length ? 'default' : 'primary'}
                inactive={planning.isPending}
                onClick={() => !planning.isPending && planning.mutate()}
              >
                {planning.isPending ? 'Planning…' : 'Plan changes'}
              </Button>
            </div>
          </>
        )}
        {planning.error !== null && (
          <FailureNotice title="Couldn’t plan the changes" failure={planning.error} onRetry={() => planning.mutate()} />
        )}
        <div role="status">
          {answer !== null && answer.problems.length > 0 && (
            <Notice tone="critical" title="The files have problems">
              <ul>
                {answer.problems.map((problem) => (
                  <li key={`${problem.file} ${problem.line} ${problem.column} ${problem.message}`}>
                    {problem.file}, line {problem.line}: {problem.message}
                    {problem.nearest !== null && ` Did you mean “${problem.nearest}”?`}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {answer !== null && answer.hints.length > 0 && (
            <Notice tone="info" title="Notes on these files">
              <ul>
                {answer.hints.map(({ file, line, column, message }) => (
                  <li key={`${file} ${line} ${column} ${message}`}>
                    {file}, line {line}: {message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        {answer !== null && answer.plan !== null && (
          <PlanView
            key={answer.plan.hash}
            login={login}
            plan={answer.plan}
            files={files}
            verb="Apply plan"
            onApplied={() => setAnswer(null)}
          />
        )}
      </section>
      <OwnerRules login={login} />
      <JobList login={login} texts={PLANS} mayRead title="Plans" empty={{ title: 'No plans were applied yet.' }} />
    </div>
  );
}

interface EditorProps {
  readonly text: string;
  readonly name: string;
  readonly onChange: (text: string) => void;
}

function Editor({ text, name, onChange }: EditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const initial = useRef(text);
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const open = async () => {
      const [{ openEditor }, schema] = await Promise.all([
        import('./editor-view.ts'),
        client.getOrganizationFileSchema({}),
      ]);
      if (isGone || container.current === null) return;
      close = openEditor({
        parent: container.current,
        text: initial.current,
        label: `Text of ${name}`,
        // Without the schema, only words of the text are completed.
        schema: schema.data ?? {},
        onChange: (changed) => latest.current(changed),
        async check(checked) {
          if (checked.trim() === '') return [];
          const answer = await client.checkOrganizationFiles({ body: { files: [{ name, text: checked }] } });
          return answer.error === undefined ? answer.data.problems : [];
        },
      });
    };
    void open();
    return () => {
      isGone = true;
      close?.();
    };
  }, [name]);
  return <div className="organization-file-editor" ref={container} />;
}
