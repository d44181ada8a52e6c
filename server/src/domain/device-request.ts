import type { SessionKey } from '../lib/crypto/credentials.ts';

/** `confirmed`: the person was sent to the code host. `approved`: the session is stored. */
export type DeviceRequestState = 'open' | 'confirmed' | 'approved' | 'denied';

export interface DeviceRequest {
  readonly key: SessionKey;
  readonly clientName: string;
  readonly address: string;
  readonly state: DeviceRequestState;
  readonly userId: number | null;
  readonly pollSeconds: number;
  readonly polledAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Others find no request that somebody confirmed. */
export const isOpenFor = ({ state, userId }: DeviceRequest, person: number): boolean =>
  state === 'open' || (state === 'confirmed' && userId === person);
