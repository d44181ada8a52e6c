import type { DeviceRequest } from '../domain/device-request.ts';
import type { SessionKey } from '../domain/session.ts';

export interface NewDeviceRequest
  extends Pick<DeviceRequest, 'key' | 'clientName' | 'address' | 'pollSeconds' | 'createdAt' | 'expiresAt'> {
  readonly userCodeHash: string;
  readonly network: string;
}

/** Requests of programs to be signed in (RFC 8628). Nothing in them opens a session. */
export interface DeviceRequestStore {
  /**
   * Concurrent calls can exceed the limits by their number. `taken`: another request has this user code.
   */
  add(request: NewDeviceRequest): Promise<'added' | 'taken' | 'too-many'>;
  /** Includes answered ones, but not expired ones. */
  findByUserCode(userCodeHash: string, now: Date): Promise<DeviceRequest | null>;
  /** Includes expired ones, until the cleanup. */
  find(key: SessionKey): Promise<DeviceRequest | null>;
  /** Returns false if it expired, was answered, or somebody else confirmed it. May be repeated. */
  confirm(key: SessionKey, userId: number, now: Date): Promise<boolean>;
  deny(key: SessionKey, userId: number, now: Date): Promise<boolean>;
  /** Returns false unless this person confirmed it and it has not expired. Of several calls, one returns true. */
  approve(key: SessionKey, userId: number, now: Date): Promise<boolean>;
  /** Undoes `approve` when no session could be stored. */
  reopen(key: SessionKey): Promise<void>;
  /** Returns false if another poll was noted after `polledAt`. */
  notePoll(request: DeviceRequest, poll: { readonly at: Date; readonly pollSeconds: number }): Promise<boolean>;
  /** Deletes an approved request. Of several calls, one returns true. */
  claim(key: SessionKey): Promise<boolean>;
  /**
   * Counts one more wrong code of a person, or of all if null. Returns how many there are in these ten minutes. Beyond
   * `max` it writes nothing.
   */
  countWrongCode(userId: number | null, max: number, now: Date): Promise<number>;
  discountCode(userId: number | null): Promise<void>;
}
