import type { Endpoint } from '@orgdesk/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { InstallationRecord } from '../domain/installation.ts';
import type { Runtime } from '../domain/runtime.ts';
import { ok, type Result } from '../lib/result.ts';
import type { Member, MembershipRefusal, Owner, RightsRefusal } from '../sessions/live-rights.ts';
import type { Sessions } from '../sessions/services.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { columnOf, NO_ORGANIZATION, NOT_A_MEMBER, RENAMED, type RefusalResponse, SIGN_IN_FIRST } from './refusals.ts';
import {
  type AnswersWithoutSession,
  type Caller,
  callerOf,
  installationsOf,
  type SessionGuard,
} from './session-guard.ts';

interface EndpointServices {
  readonly guard: SessionGuard;
  readonly keptAnswers: KeptAnswers;
  readonly runtime: Runtime;
  readonly sessions: Sessions;
}

declare module 'fastify' {
  interface FastifyInstance {
    endpointServices: EndpointServices;
  }
}

/** `Callers` are the arguments of the handler for the caller. */
export interface Access<Callers extends readonly unknown[], Kind extends string> {
  /** Values of `session` in the contract that agree with it. */
  readonly sessions: readonly Endpoint['session'][];
  /** True if `{login}` in the path names its organization. */
  readonly isOfOrganization: boolean;
  readonly refusalResponses: Readonly<Record<Kind, RefusalResponse>>;
  readonly requireSession: ((guard: SessionGuard) => onRequestAsyncHookHandler) | null;
  readonly admit: (services: EndpointServices, request: FastifyRequest) => Promise<Result<Callers, Refusing<Kind>>>;
}

type Refusing<Kind extends string> = { readonly kind: Kind };

export const everybody: Access<[], never> = {
  sessions: ['read', 'unused'],
  isOfOrganization: false,
  refusalResponses: {},
  requireSession: null,
  admit: async () => ok([]),
};

/** Others are answered 401 by default. */
export const signedInOr = (otherwise?: AnswersWithoutSession): Access<[caller: Caller], never> => ({
  sessions: ['needed', 'begun'],
  isOfOrganization: false,
  refusalResponses: {},
  requireSession: (guard) => guard.requireSession(otherwise),
  admit: async (_services, request) => ok([callerOf(request)]),
});

export const signedIn: Access<[caller: Caller], never> = { ...signedInOr(), sessions: ['needed'] };

/** Also reads the installations on the caller's organizations. */
export const signedInWithInstallations: Access<
  [caller: Caller & { readonly installations: readonly InstallationRecord[] }],
  never
> = {
  ...signedIn,
  requireSession: (guard) => guard.requireSessionWithInstallations(),
  admit: async (_services, request) => ok([{ ...callerOf(request), installations: installationsOf(request) }]),
};

const OF_OUTSIDERS = {
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  renamed: RENAMED,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Requires a current membership in any role. */
export const members: Access<[member: Member], MembershipRefusal['kind']> = {
  ...signedIn,
  isOfOrganization: true,
  refusalResponses: { ...OF_OUTSIDERS, ...columnOf('ownersOnly') },
  admit: async ({ sessions }, request) => {
    const member = await sessions.membership(callerOf(request).session, organizationIn(request));
    return member.ok ? ok([member.value]) : member;
  },
};

/** Requires current ownership. Others read what only owners can do: "see the audit log". */
export const owners = (purpose: string): Access<[owner: Owner], RightsRefusal['kind']> => ({
  ...signedIn,
  isOfOrganization: true,
  refusalResponses: {
    ...OF_OUTSIDERS,
    'not-admin': { status: 403, error: `Only organization admins can ${purpose}.` },
    ...columnOf('ownersOnly'),
  },
  admit: async ({ sessions }, request) => {
    const owner = await sessions.rights(callerOf(request).session, organizationIn(request));
    return owner.ok ? ok([owner.value]) : owner;
  },
});

export const forgetRights = ({ sessions }: EndpointServices, request: FastifyRequest): void =>
  sessions.membership.invalidate(organizationIn(request).trim());

/** May consist of blanks. */
const organizationIn = (request: FastifyRequest): string => String(Object(request.params).login);
