import { APP_CODE_LIFETIME_SECONDS } from '@orgdesk/contract/limits';
import type { Session, SessionId, SessionKey } from '../../domain/session.ts';
import type { DeviceRequestStore } from '../../ports/device-requests.ts';
import type { Clock, Entropy } from '../../ports/system.ts';
import { makeAppCode, sessionIdFrom } from '../../security/program-secrets.ts';
import { makeSessionId, sessionKeyOf } from '../../security/secrets.ts';
import type { OAuthState } from '../../security/state-token.ts';
import { appNameOf, withParameters } from './apps/return-address.ts';
import { clientNameOf } from './client-name.ts';

export interface RecipientsDeps {
  readonly deviceRequests: Pick<DeviceRequestStore, 'find' | 'approve' | 'reopen'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export interface SigningIn {
  /** A web sign-in ends this session (decision S9); others do not (S19). */
  readonly formerSession: SessionKey | null;
  readonly userAgent: string | null;
}

export type HandedOver =
  | { readonly kind: 'signed-in'; readonly id: SessionId; readonly session: Session }
  /** Someone else than this browser gets the session. */
  | { readonly kind: 'handed-over'; readonly location: string };

export interface Recipient {
  readonly key: SessionKey;
  readonly client: string | null;
  readonly replaces: SessionKey | null;
  /** The only person that the session may be of; null allows anybody. */
  readonly person: number | null;
  /** Returns false if the session must not be stored any more. */
  readonly admit: () => Promise<boolean>;
  readonly retract: () => Promise<void>;
  readonly handOver: (session: Session) => HandedOver;
}

const ANYBODY = { person: null, replaces: null, admit: async () => true, retract: async () => {} } as const;

/** Returns null for a program that no longer waits. */
export function createRecipients({ deviceRequests, signingKey, clock, entropy }: RecipientsDeps) {
  return async (flow: OAuthState, { formerSession, userAgent }: SigningIn): Promise<Recipient | null> => {
    switch (flow.mode) {
      case 'web':
      case 'mobile': {
        const id = makeSessionId(entropy);
        return {
          ...ANYBODY,
          key: sessionKeyOf(id),
          client: clientNameOf(userAgent),
          replaces: flow.mode === 'web' ? formerSession : null,
          handOver: (session) => ({ kind: 'signed-in', id, session }),
        };
      }
      case 'device':
        return deviceRecipient(flow.sessionKey, flow.person);
      case 'app': {
        const { returnTo, challenge, appState } = flow;
        const code = makeAppCode(entropy, new Date(clock.now().getTime() + APP_CODE_LIFETIME_SECONDS * 1000));
        return {
          ...ANYBODY,
          key: sessionKeyOf(sessionIdFrom(['app', code, challenge, returnTo], signingKey)),
          client: `App: ${appNameOf(returnTo)}`,
          handOver: () => ({ kind: 'handed-over', location: withParameters(returnTo, { code, state: appState }) }),
        };
      }
    }
  };

  async function deviceRecipient(key: SessionKey, person: number): Promise<Recipient | null> {
    const request = await deviceRequests.find(key);
    if (request?.state !== 'confirmed' || request.userId !== person || request.expiresAt <= clock.now()) return null;
    return {
      key,
      client: `Program: ${request.clientName}`,
      replaces: null,
      person,
      admit: () => deviceRequests.approve(key, person, clock.now()),
      retract: () => deviceRequests.reopen(key),
      handOver: () => ({ kind: 'handed-over', location: APPROVED }),
    };
  }
}

const APPROVED = '/device?outcome=approved';
