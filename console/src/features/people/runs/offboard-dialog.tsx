import type { RunRequest } from '@orgdesk/client';
import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { Button, Checkbox } from '@primer/react';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { batchesOf } from '../../../lib/batches.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { useStartRun } from '../../../lib/use-start-run.ts';
import { namesOf } from '../across/across-texts.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import type { PersonInOrganization } from '../person/get-person-across.ts';
import { AcrossPreview, type Offered } from './across-preview.tsx';
import { useChangeAcross } from './use-change-across.ts';
import '../change/change-people-dialog.css';

interface OffboardDialogProps {
  readonly person: string;
  readonly organizations: readonly PersonInOrganization[];
  readonly offered: readonly Offered[];
  readonly Unread: ComponentType<UnreadProps>;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

/** Ends what a person has in all organizations. Each item can be left out; nothing changes before confirmation. */
export function OffboardDialog({ person, organizations, offered, Unread, onClose, onCancelled }: OffboardDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, done } = useChangeAcross();
  const close = () => dialog.current?.close();
  const { failed, failure, isBusy, begin } = useOffboarding(person, () => {
    close();
    onCancelled();
  });
  const [invitations] = useState(() => openInvitations(organizations));
  const tokens = useOpenTokens(person);
  const open = [...(tokens.data?.items ?? []), ...invitations];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = open.filter((item) => !left.has(keyOf(item)));
  const { mutate, status: step } = preview;
  const load = () => {
    tokens.mutate(offered.map(({ login }) => login));
    mutate({ change: { kind: 'remove' }, logins: [person], organizations: offered.map((each) => each.id) });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(load, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => heading.current?.focus(), [step]);

  const toggle = (key: string) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  const unread = unreadText(tokens.data?.unread ?? new Map());
  const title = `Offboard ${person}`;
  const isLoading = step === 'pending' || step === 'idle' || tokens.isPending;
  return (
    <DialogFrame size="large" dialog={dialog} heading={heading} title={title} onClose={onClose}>
      {isLoading && (
        <p className="change-people-progress" role="status">
          Loading preview: {formatCount(Math.floor(done))} of {formatCount(offered.length)} organizations…
        </p>
      )}
      {step === 'error' && (
        <FailureNotice title="Couldn’t load the preview. Nothing was changed" failure={preview.error} onRetry={load} />
      )}
      {step === 'success' && !isLoading && (
        <AcrossPreview
          plan={preview.data}
          offered={offered}
          Unread={Unread}
          failure={failure}
          isBusy={isBusy}
          onConfirm={(_, items, approval) =>
            begin({ run: { key: preview.data.key, title, items, ...approval }, items: chosen })
          }
          onReload={load}
          onCancel={close}
          besides={{
            count: chosen.length,
            title,
            children: (
              <>
                {open.length > 0 && (
                  <fieldset className="change-people-choice">
                    <legend>End first</legend>
                    {open.map((each) => (
                      <label className="change-people-option" htmlFor={`${id}-${keyOf(each)}`} key={keyOf(each)}>
                        <Checkbox
                          id={`${id}-${keyOf(each)}`}
                          checked={!left.has(keyOf(each))}
                          onChange={() => toggle(keyOf(each))}
                        />
                        <span>{each.label}</span>
                      </label>
                    ))}
                  </fieldset>
                )}
                {failed.length > 0 && (
                  <Notice tone="critical" title="Not everything was ended. No one was removed" role="alert">
                    {failed.map((each) => (
                      <p key={keyOf(each)}>
                        {each.label}: {each.error ?? 'no answer that confirms it.'}
                      </p>
                    ))}
                    <p>Try again, or leave it out.</p>
                  </Notice>
                )}
                {unread !== null && <p className="change-people-hint">{unread}</p>}
                <p className="change-people-hint">
                  Not included: classic tokens, SSH keys and single sign-on authorizations. They give no access to an
                  organization after removal, except to public repositories.
                </p>
              </>
            ),
          }}
        />
      )}
      {(step !== 'success' || isLoading) && (
        <DialogAnswers>
          <Button onClick={close}>Cancel</Button>
        </DialogAnswers>
      )}
    </DialogFrame>
  );
}

const keyOf = ({ kind, id }: OpenItem): string => `${kind}-${id}`;

function unreadText(unread: ReadonlyMap<string, string | null>): string | null {
  if (unread.size === 0) return null;
  const [message] = [...unread.values()].filter((each) => each !== null);
  const where = namesOf([...unread.keys()].map((login) => ({ login })));
  return `Personal access tokens not checked in ${where}${message === undefined ? '' : `: ${message}`}.`;
}

/** The service makes several code host calls for each. */
const ANSWER_LIMIT_MS = 120_000;
const ORGANIZATIONS_AT_ONCE = 4;

/** Does not end with a membership, and is ended before it. */
interface OpenItem {
  readonly kind: 'token' | 'invitation';
  readonly id: number;
  readonly login: string;
  readonly label: string;
}

interface FailedItem extends OpenItem {
  readonly error: string | null;
}

const openInvitations = (organizations: readonly PersonInOrganization[]): readonly OpenItem[] =>
  organizations.flatMap(({ login, person }) => {
    const received = person?.receivedInvitations ?? [];
    const sent = person !== null && person.role === null ? (person.sentInvitations ?? []) : [];
    const invitation = { kind: 'invitation', login } as const;
    return [
      ...received.map(({ id }) => ({ ...invitation, id, label: `Invitation to ${login}` })),
      ...sent.map((each) => ({
        ...invitation,
        id: each.id,
        label: `Invitation of ${each.login ?? each.email ?? 'somebody'} to ${login}`,
      })),
    ];
  });

interface OpenTokens {
  readonly items: readonly OpenItem[];
  /** Logins of organizations whose tokens were not read, with the reason. */
  readonly unread: ReadonlyMap<string, string | null>;
}

/** Reads the tokens of a person in several organizations. */
function useOpenTokens(person: string) {
  const { id: sessionId } = useSignedIn();
  return useMutation({
    mutationFn: async (logins: readonly string[]): Promise<OpenTokens> => {
      const read = async (login: string) => {
        const path = { login, person };
        const call = await answerOf((options) => clientOf(sessionId).listPersonalTokens({ path, ...options })).catch(
          () => null,
        );
        return { login, tokens: call?.data.tokens ?? null, message: call?.data.message ?? null };
      };
      const all: Awaited<ReturnType<typeof read>>[] = [];
      for (const batch of batchesOf(logins, ORGANIZATIONS_AT_ONCE)) all.push(...(await Promise.all(batch.map(read))));
      return {
        items: all.flatMap(({ login, tokens }) =>
          (tokens ?? []).map(
            ({ id, name }) => ({ kind: 'token', id, login, label: `Token “${name}” in ${login}` }) as const,
          ),
        ),
        unread: new Map(all.flatMap(({ login, tokens, message }) => (tokens === null ? [[login, message]] : []))),
      };
    },
  });
}

interface Offboarding {
  readonly run: RunRequest;
  readonly items: readonly OpenItem[];
}

/**
 * Revokes tokens, cancels invitations, and starts the run unless one of these failed. `onEnd` is called if nobody is
 * removed.
 */
function useOffboarding(person: string, onEnd: () => void) {
  const { id: sessionId } = useSignedIn();
  const start = useStartRun({ person });
  const send = async (kind: OpenItem['kind'], login: string, batch: readonly OpenItem[]) => {
    const body = { ids: batch.map(({ id }) => id) };
    const client = clientOf(sessionId);
    const limit = { limitMs: ANSWER_LIMIT_MS };
    if (kind === 'invitation')
      return (await answerOf((options) => client.cancelInvitations({ path: { login }, body, ...options }), limit)).data
        .results;
    const path = { login, person };
    return (await answerOf((options) => client.revokePersonalTokens({ path, body, ...options }), limit)).data.results;
  };
  const end = useMutation({
    mutationFn: async ({ items }: Offboarding): Promise<readonly FailedItem[]> => {
      const failed: FailedItem[] = [];
      for (const kind of ['token', 'invitation'] as const) {
        const ofKind = items.filter((item) => item.kind === kind);
        for (const [login, ofIt] of Map.groupBy(ofKind, (item) => item.login)) {
          for (const batch of batchesOf(ofIt, CHANGED_INVITATIONS_MAX)) {
            const results = new Map((await send(kind, login, batch)).map((result) => [result.id, result]));
            for (const item of batch) {
              const result = results.get(item.id);
              if (result?.outcome !== 'done' && result?.outcome !== 'gone')
                failed.push({ ...item, error: result?.error ?? null });
            }
          }
        }
      }
      return failed;
    },
    onSuccess: (failed, { run }) => {
      if (failed.length > 0) return;
      if (run.items.length === 0) onEnd();
      else start.mutate(run);
    },
  });
  return {
    failed: end.data ?? [],
    failure: end.error ?? start.error,
    isBusy: end.isPending || start.isPending,
    begin: (offboarding: Offboarding) => {
      if (!end.isPending && !start.isPending) end.mutate(offboarding);
    },
  };
}
