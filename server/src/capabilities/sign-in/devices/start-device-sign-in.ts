import { DEVICE_CODE_LIFETIME_SECONDS, DEVICE_POLL_SECONDS, type DeviceSignInAnswer } from '@orgdesk/contract';
import { clientNetworkOf } from '../../../domain/client-network.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { DeviceRequestStore } from '../../../ports/device-requests.ts';
import type { Clock, Entropy } from '../../../ports/system.ts';
import { hashUserCode, makeDeviceCode, makeUserCode, sessionIdFrom } from '../../../security/program-secrets.ts';
import { sessionKeyOf } from '../../../security/secrets.ts';

export interface StartDeviceSignInDeps {
  readonly deviceRequests: Pick<DeviceRequestStore, 'add'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly origin: string;
}

const TRIES = 5;
const ADDRESS_MAX_CHARACTERS = 100;

export function createStartDeviceSignIn(deps: StartDeviceSignInDeps) {
  const { deviceRequests, signingKey, clock, entropy, origin } = deps;

  return async (clientName: string, address: string): Promise<Result<DeviceSignInAnswer, 'too-many'>> => {
    const deviceCode = makeDeviceCode(entropy);
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const userCode = makeUserCode(entropy);
      const createdAt = clock.now();
      const added = await deviceRequests.add({
        key: sessionKeyOf(sessionIdFrom(['device', deviceCode], signingKey)),
        userCodeHash: hashUserCode(userCode, signingKey),
        clientName,
        address: address.slice(0, ADDRESS_MAX_CHARACTERS),
        network: clientNetworkOf(address).slice(0, ADDRESS_MAX_CHARACTERS),
        pollSeconds: DEVICE_POLL_SECONDS,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + DEVICE_CODE_LIFETIME_SECONDS * 1000),
      });
      if (added === 'too-many') return refuse('too-many');
      if (added === 'taken') continue;
      return ok({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${origin}/device`,
        expires_in: DEVICE_CODE_LIFETIME_SECONDS,
        interval: DEVICE_POLL_SECONDS,
      });
    }
    return refuse('too-many');
  };
}
