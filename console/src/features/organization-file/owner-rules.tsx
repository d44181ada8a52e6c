import type { CallOptions, ChangeOwnerRulesRequest } from '@orgdesk/client';
import { OWNERS_MIN_MAX, REQUIRED_OWNERS_MAX } from '@orgdesk/contract/limits';
import { Button } from '@primer/react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { ReadState } from '../../components/list/read-state.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { formatMinute } from '../../lib/reader-locale.ts';
import { answerOf, client, HttpFailure, isRefusal } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { Field, typedLogins } from './field.tsx';

const rulesQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('owner-rules', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.getOwnerRules({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data;
    },
  });

interface TypedRules {
  /** Version of the rules that were shown when the person began to type. */
  readonly version: number;
  readonly ownersMin: string;
  readonly requiredOwners: string;
}

/** Rules that plans are judged by, and files cannot loosen. */
export function OwnerRules({ login }: { readonly login: string }) {
  const id = useId();
  const queries = useQueryClient();
  const reading = useQuery(rulesQuery(login));
  const [typed, setTyped] = useState<TypedRules | null>(null);
  const saving = useMutation({
    mutationFn: async (body: ChangeOwnerRulesRequest) => {
      const call = (options: CallOptions) => client.changeOwnerRules({ path: { login }, body, ...options });
      return (await answerOf(call)).data;
    },
    onSuccess(rules) {
      queries.setQueryData(rulesQuery(login).queryKey, rules);
      setTyped(null);
    },
  });
  const { data } = reading;
  const shown = typed ?? {
    version: data?.version ?? 0,
    ownersMin: String(data?.ownersMin ?? 1),
    requiredOwners: (data?.requiredOwners ?? []).map((owner) => owner.login).join(', '),
  };
  const change = (part: Partial<TypedRules>) => {
    saving.reset();
    setTyped({ ...shown, ...part });
  };
  const save = () => {
    const { version, ownersMin, requiredOwners } = shown;
    if (!saving.isPending)
      saving.mutate({ version, ownersMin: Number(ownersMin), requiredOwners: [...typedLogins(requiredOwners)] });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  const reload = () => {
    saving.reset();
    setTyped(null);
    void reading.refetch();
  };
  const { error } = saving;
  return (
    <section className="stack-16" aria-labelledby={id}>
      <h2 id={id}>Rules about owners</h2>
      <p className="hint">
        A plan that breaks these rules must be confirmed. Files can demand more, but not less.
        {data != null && data.changedAt !== null && (
          <>
            {' '}
            Changed by {data.changedBy}, {formatMinute(data.changedAt)}.
          </>
        )}
      </p>
      <ReadState reading={reading} failed="Couldn’t load the rules" loading="Loading the rules" />
      {data !== undefined && (
        <form className="organization-file-rules stack-16" onSubmit={submit}>
          <Field
            label="Fewest owners"
            value={shown.ownersMin}
            onChange={(ownersMin) => change({ ownersMin })}
            isRequired
            input={{ type: 'number', min: 1, max: OWNERS_MIN_MAX, step: 1 }}
          />
          <Field
            label="Required owners"
            value={shown.requiredOwners}
            onChange={(requiredOwners) => change({ requiredOwners })}
            hint={`Usernames of owners, separated by commas. At most ${REQUIRED_OWNERS_MAX}.`}
          />
          <div role="status">{saving.isSuccess && <p>The rules were saved.</p>}</div>
          {error instanceof HttpFailure && isRefusal(error) && (
            <Notice
              tone="critical"
              role="alert"
              title="The rules were not saved"
              action={<Button onClick={reload}>Load the rules again</Button>}
            >
              <p>{error.message}</p>
            </Notice>
          )}
          {error !== null && !isRefusal(error) && (
            <FailureNotice
              title="Couldn’t save the rules"
              failure={error}
              onRetry={save}
              isRetrying={saving.isPending}
            />
          )}
          <div>
            <Button type="submit" inactive={saving.isPending}>
              {saving.isPending ? 'Saving…' : 'Save rules'}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
