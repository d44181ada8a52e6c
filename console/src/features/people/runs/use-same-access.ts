import type { CallOptions, PeopleChange, PreviewedPerson } from '@orgdesk/client';
import type { NoPreviewLine } from '@orgdesk/contract/people/across/preview-across';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Approval } from '../../../components/app-work/use-continuing.ts';
import { clientOf, linesOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { useStartRun } from '../../../lib/use-start-run.ts';
import { type PersonInOrganization, personAcrossQuery } from '../person/get-person-across.ts';

type AddToTeam = Extract<PeopleChange, { readonly kind: 'add-to-team' }>;

export interface MissingTeam {
  readonly organization: number;
  readonly login: string;
  readonly slug: string;
  readonly name: string;
  readonly role: AddToTeam['role'];
}

export interface PreviewedTeam extends MissingTeam {
  readonly verdict: PreviewedPerson['verdict'] | null;
  readonly preview: string | null;
  readonly failure: NoPreviewLine['failure'] | null;
}

export interface SameAccess {
  /** The model as spelled by the code host. */
  readonly model: string;
  /** Makes a repeated start return the same run. */
  readonly key: string;
  readonly teams: readonly PreviewedTeam[];
  /** Organizations of the model to which the person does not belong. */
  readonly toInvite: readonly PersonInOrganization[];
  /** Organizations in which one of them was not read. */
  readonly unread: readonly PersonInOrganization[];
}

/** Reports whether the teams of a person in an organization are known. */
const hasTeams = (found: PersonInOrganization | undefined): boolean =>
  found?.isWhole === true && !found.withheld.some(({ part }) => part === 'teams');

const isMember = (found: PersonInOrganization | undefined): boolean =>
  found?.person?.role === 'member' || found?.person?.role === 'admin';

/** Finds the teams that the model has and the person has not, and previews each addition. */
export function useSameAccess(person: string, own: ReadonlyMap<number, PersonInOrganization>) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const left = useRef<AbortController>(null);
  const [progress, setProgress] = useState<readonly [done: number, total: number]>([0, 0]);

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  const load = useMutation({
    mutationFn: async (wanted: string): Promise<SameAccess> => {
      const signal = left.current?.signal ?? new AbortController().signal;
      setProgress([0, 0]);
      const found = await queries.fetchQuery(personAcrossQuery(wanted, null));
      const model = found.account?.login ?? wanted;
      const there = [...found.organizations.values()].filter(isMember);
      const missing = there
        .filter(({ id }) => isMember(own.get(id)) && hasTeams(own.get(id)))
        .flatMap((each) => missingIn(each, own.get(each.id)));
      const teams: PreviewedTeam[] = [];
      for (const team of missing) {
        setProgress([teams.length, missing.length]);
        const change = { kind: 'add-to-team', team: team.slug, role: team.role } as const;
        const body = { change, logins: [person], organizations: [team.organization] };
        const call = (options: CallOptions) => clientOf(sessionId).previewPeopleAcross({ body, ...options });
        let previewed: PreviewedTeam = { ...team, verdict: null, preview: null, failure: null };
        for await (const line of linesOf(call, signal)) {
          if (line.kind === 'finished') previewed = { ...previewed, failure: line.failure };
          if (line.kind !== 'preview') continue;
          const { preview, people } = line.preview;
          previewed = { ...previewed, preview, verdict: people[0]?.verdict ?? null };
        }
        teams.push(previewed);
      }
      return {
        model,
        key: crypto.randomUUID(),
        teams,
        toInvite: there.filter(({ id }) => own.get(id)?.isWhole === true && !isMember(own.get(id))),
        unread: [...found.organizations.values()].filter((each) => !hasTeams(each) || !hasTeams(own.get(each.id))),
      };
    },
  });

  const startRun = useStartRun();
  const start = {
    ...startRun,
    mutate: ({ key, model, teams }: Pick<SameAccess, 'key' | 'model' | 'teams'>, approval: Approval) =>
      startRun.mutate({
        key,
        title: `Same teams as ${model} for ${person}`,
        items: teams.flatMap(({ organization, preview }) =>
          preview === null ? [] : [{ organization, previews: [preview] }],
        ),
        ...approval,
      }),
  };
  return { load, progress, start };
}

function missingIn(
  { id, login, person }: PersonInOrganization,
  own: PersonInOrganization | undefined,
): readonly MissingTeam[] {
  const has = new Set((own?.person?.teams ?? []).map(({ slug }) => slug));
  return (person?.teams ?? [])
    .filter(({ slug }) => !has.has(slug))
    .map(({ slug, name, role }) => ({ organization: id, login, slug, name, role }));
}
